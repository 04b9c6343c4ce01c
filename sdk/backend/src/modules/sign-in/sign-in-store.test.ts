import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestStore, type TestStore } from '../../../test/store.js'
import { createSignInStore, type SignInStore } from './sign-in-store.js'

const minute = 60_000
const zero = String.fromCharCode(0)

describe('[S14] the store of sign-ins', () => {
  const clock = { now: 0 }
  let store: TestStore
  let kept: SignInStore
  beforeEach(async () => {
    clock.now = Date.parse('2026-01-01T00:00:00Z')
    store = await openTestStore(':memory:')
    kept = createSignInStore(store.database, () => clock.now)
  })
  afterEach(() => store.close())
  const rows = async (table: 'nonces' | 'sign_ins') =>
    (await store.database.selectFrom(table).selectAll().execute()).length
  const session = (expiresAt: number) => ({
    address: 'A',
    network: 'eip155:1' as const,
    issuedAt: clock.now,
    expiresAt,
  })

  it('a nonce is 128 random bits, can be read any number of times, is used once, and is then known as used', async () => {
    const { nonces } = kept
    const nonce = await nonces.issue()
    expect(nonce).toMatch(/^[\da-f]{32}$/)
    expect([await nonces.peek(nonce), await nonces.peek(nonce), await nonces.take(nonce)]).toEqual([
      clock.now,
      clock.now,
      clock.now,
    ])
    expect([
      await nonces.peek(nonce),
      await nonces.take(nonce),
      await nonces.take('a'.repeat(32)),
    ]).toEqual(['used', 'used', 'unknown'])
  })

  it('a nonce is deleted after ten minutes, used or unused', async () => {
    const { nonces } = kept
    const [one, other] = [await nonces.issue(), await nonces.issue()]
    await nonces.take(other)
    clock.now += 10 * minute - 1
    await kept.forget()
    expect([await nonces.peek(one), await nonces.peek(other), await rows('nonces')]).toEqual([
      clock.now - 10 * minute + 1,
      'used',
      2,
    ])
    clock.now += 1
    expect([await nonces.take(one), await nonces.peek(other)]).toEqual(['unknown', 'unknown'])
    await kept.forget()
    expect(await rows('nonces')).toBe(0)
  })

  it('a session exists once for an account, and is deleted when it expires', async () => {
    const { sessions } = kept
    await sessions.add('one', session(clock.now + minute))
    const later = session(clock.now + 2 * minute)
    await sessions.add('one', later)
    await sessions.add('two', session(clock.now + minute))
    expect(await sessions.list('one')).toEqual([later])
    clock.now += minute
    expect([(await sessions.list('one')).length, (await sessions.list('two')).length]).toEqual([
      1, 0,
    ])
    await kept.forget()
    expect(await rows('sign_ins')).toBe(1)
  })

  it('one account or all accounts of a browser sign out, and another browser keeps its sessions', async () => {
    const { sessions } = kept
    for (const browser of ['one', 'two'])
      for (const address of ['A', 'B'])
        await sessions.add(browser, { ...session(clock.now + minute), address })
    await sessions.remove('one', { address: 'A', network: 'eip155:1' })
    await sessions.remove('one', { address: `B${zero}`, network: 'eip155:1' })
    expect((await sessions.list('one')).map(({ address }) => address)).toEqual(['B'])
    await sessions.remove('one')
    expect([await sessions.list('one'), (await sessions.list('two')).length]).toEqual([[], 2])
  })

  it('[S35] an address with a zero character, which PostgreSQL refuses, causes no database query', async () => {
    const requested = vi.spyOn(store.database, 'deleteFrom')
    await kept.sessions.remove('one', { address: `A${zero}`, network: 'eip155:1' })
    expect(requested).not.toHaveBeenCalled()
    await kept.sessions.remove('one', { address: 'A', network: 'eip155:1' })
    expect(requested).toHaveBeenCalledWith('sign_ins')
  })
})

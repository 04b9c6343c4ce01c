import { describe, expect, it, vi } from 'vitest'
import { type EvmWalletOptions, type MockEvmWallet, mockEvmWallet } from './index.js'

interface Detail {
  readonly info: Readonly<Record<string, string>>
  readonly provider: MockEvmWallet['provider']
}

const key = `0x${'11'.repeat(32)}` as const
const fox = (target: EventTarget, more: Partial<EvmWalletOptions> = {}) =>
  mockEvmWallet({
    name: 'Fox',
    rdns: 'test.fox',
    accounts: [key],
    chains: { 1: 'http://127.0.0.1:1' },
    target,
    ...more,
  })

/** A page: listens first, asks on demand. */
const listen = (target: EventTarget) => {
  const seen: Detail[] = []
  target.addEventListener('eip6963:announceProvider', event =>
    seen.push((event as CustomEvent<Detail>).detail),
  )
  return { seen, ask: () => target.dispatchEvent(new Event('eip6963:requestProvider')) }
}

describe('a mock wallet that announces itself by EIP-6963', () => {
  it('announces itself at load, and again when a page requests providers', () => {
    const target = new EventTarget()
    const early = listen(target)
    fox(target)
    expect(early.seen).toHaveLength(1)
    const late = listen(target)
    expect(late.seen).toHaveLength(0)
    late.ask()
    expect(late.seen).toHaveLength(1)
  })

  it('announces the same frozen detail each time, with a version 4 uuid, a data URI and the provider', () => {
    const target = new EventTarget()
    const { seen, ask } = listen(target)
    const wallet = fox(target)
    ask()
    const [first, second] = seen
    expect(second?.provider).toBe(first?.provider)
    expect(second?.info).toEqual(first?.info)
    expect([Object.isFrozen(first), Object.isFrozen(first?.info)]).toEqual([true, true])
    expect(first?.info).toEqual(wallet.info)
    expect(first?.info).toMatchObject({ name: 'Fox', rdns: 'test.fox' })
    expect(first?.info.uuid).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(first?.info.icon).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(first?.provider).toBe(wallet.provider)
  })

  it('has a unique uuid, also beside a wallet with the same rdns', () => {
    const target = new EventTarget()
    const { seen } = listen(target)
    fox(target)
    fox(target)
    expect(new Set(seen.map(detail => detail.info.uuid)).size).toBe(2)
  })

  it('announces itself late when configured, and ignores requests before', () => {
    vi.useFakeTimers()
    const target = new EventTarget()
    const { seen, ask } = listen(target)
    fox(target, { announce: 600 })
    ask()
    vi.advanceTimersByTime(599)
    expect(seen).toHaveLength(0)
    vi.advanceTimersByTime(1)
    expect(seen).toHaveLength(1)
    vi.useRealTimers()
  })

  it('announces itself only on command when configured', () => {
    const target = new EventTarget()
    const { seen, ask } = listen(target)
    const wallet = fox(target, { announce: false })
    ask()
    expect(seen).toHaveLength(0)
    wallet.announce()
    wallet.announce()
    expect(seen).toHaveLength(1)
  })

  it('announces an invalid info when configured', () => {
    const target = new EventTarget()
    const { seen } = listen(target)
    fox(target, {
      uuid: 'not a uuid',
      icon: 'javascript:alert(1)',
      info: { name: 7, rdns: undefined },
    })
    expect(seen[0]?.info).toEqual({
      uuid: 'not a uuid',
      icon: 'javascript:alert(1)',
      name: 7,
      rdns: undefined,
    })
  })

  it('sets window.ethereum with its flags as an old wallet does, and keeps earlier wallets in providers', () => {
    const target = new EventTarget() as EventTarget & {
      ethereum?: MockEvmWallet['provider'] & { isMetaMask?: boolean; providers?: unknown[] }
    }
    fox(target)
    expect(target.ethereum).toBeUndefined()
    const one = fox(target, { legacy: true, flags: { isMetaMask: true } })
    expect(target.ethereum).toBe(one.provider)
    expect(target.ethereum?.isMetaMask).toBe(true)
    const two = fox(target, { legacy: true })
    expect(target.ethereum?.providers).toEqual([one.provider, two.provider])
    two.vanish()
    expect(target.ethereum).toBe(one.provider)
    one.vanish()
    expect(target.ethereum).toBeUndefined()
  })

  it('announces nothing after it vanished', () => {
    vi.useFakeTimers()
    const target = new EventTarget()
    const late = fox(target, { announce: 100 })
    const wallet = fox(target)
    const { seen, ask } = listen(target)
    for (const gone of [late, wallet]) gone.vanish()
    vi.advanceTimersByTime(200)
    ask()
    wallet.announce()
    expect(seen).toHaveLength(0)
    vi.useRealTimers()
  })
})

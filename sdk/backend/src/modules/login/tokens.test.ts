import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestStore, type TestStore } from '../../../test/store.js'
import { createSecretKeys } from './secret-keys.js'
import type { LoginDatabase } from './tables.js'
import { createTokens } from './tokens.js'

const [minute, day] = [60_000, 86_400_000]
const secrets = createSecretKeys([{ id: 'one', secret: Buffer.alloc(32, 1).toString('base64') }])
const clock = { now: 0 }
let store: TestStore
beforeEach(async () => {
  clock.now = Date.parse('2026-01-01T00:00:00Z')
  store = await openTestStore(':memory:')
})
afterEach(() => store.close())

it('signing keys change every 30 days: a new one is published ten minutes before it signs, and no valid token loses its key', async () => {
  const tokens = createTokens(store.database as unknown as LoginDatabase, secrets, {
    issuer: 'https://wallet.app.test',
    seconds: 300,
    rotateDays: 30,
    now: () => clock.now,
  })
  const sign = () => tokens.sign({ subject: 'person', audience: 'api', more: {} })
  const keyOf = (token: string) => decodeProtectedHeader(token).kid
  const published = async () => (await tokens.publicKeys()).keys.map(({ kid }) => kid)
  const verify = async (token: string) =>
    jwtVerify(token, createLocalJWKSet((await tokens.publicKeys()) as never), {
      issuer: 'https://wallet.app.test',
      audience: 'api',
      currentDate: new Date(clock.now),
    })

  const first = keyOf(await sign())
  clock.now += 30 * day - 1
  await tokens.rotate()
  expect(await published()).toEqual([first])
  clock.now += 1
  await tokens.rotate()
  expect(await published()).toHaveLength(2)
  const last = await sign()
  expect(keyOf(last)).toBe(first)
  clock.now += 10 * minute
  const next = await sign()
  expect(keyOf(next)).not.toBe(first)
  await verify(next)
  clock.now -= 6 * minute
  await verify(last)
  clock.now += day
  await tokens.rotate()
  expect(await published()).toEqual([keyOf(next)])
  await expect(verify(next)).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' })
})

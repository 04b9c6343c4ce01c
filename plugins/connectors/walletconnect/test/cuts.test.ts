import type { RelayPhase } from '@portico/devnet'
import { messagesCapability } from '@portico/kernel/capabilities'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { main, type Rig, startRig } from './bench.js'

const soon = { timeout: 20_000, interval: 10 }
const never = () => new AbortController().signal
let relay: Rig['relay']
let wallet: Rig['wallet']
let page: Rig['page']
let connect: Rig['connect']
let stop: Rig['stop']
beforeAll(async () => {
  ;({ relay, wallet, page, connect, stop } = await startRig())
})
afterAll(() => stop())

const phases = ['proposal', 'approval', 'settled', 'request', 'response'] as const
const cuts = phases.flatMap(phase =>
  (['before', 'after'] as const).map(when => [phase, when] as const),
)
/** Pairs, signs and disconnects; resolves with the number of wallet requests. */
const round = async (cut: () => Promise<void>) => {
  const before = wallet.calls.length
  const done = cut()
  const account = await connect()
  const signed = await page.kernel
    .capability(messagesCapability, main)
    ?.sign(page.connections.require(account), account, 'hello', never())
  await done
  expect(page.live()).toHaveLength(1)
  expect(signed?.signature).toBe('tally_sign on tally:main')
  expect(wallet.sessions).toHaveLength(1)
  await page.connections.disconnect()
  await expect.poll(() => wallet.sessions, soon).toEqual([])
  return wallet.calls.length - before
}

const survives = async (phase: RelayPhase, when: 'before' | 'after') => {
  expect(await round(() => relay.cutAt(phase, when))).toBe(1)
  expect(page.reported()).toEqual([])
}
const title =
  '[R2] a cut as the %s reaches the relay, %s the relay keeps it, ends no session and repeats no request'

describe('a relay connection that is cut', () => {
  it.each(cuts)(title, survives)
  it.each(cuts)(
    `${title}, four times more`,
    { tags: 'thorough', timeout: 120_000 },
    async (phase, when) => {
      for (let time = 0; time < 4; time++) await survives(phase, when)
    },
  )
})

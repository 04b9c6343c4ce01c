import type { RelayMode } from '@portico/devnet'
import { messagesCapability } from '@portico/kernel/capabilities'
import { ModalError } from '@portico/kernel/text'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { id, main, type Rig, startRig } from './bench.js'

const soon = { timeout: 30_000, interval: 20 }
const never = () => new AbortController().signal
let relay: Rig['relay']
let wallet: Rig['wallet']
let page: Rig['page']
let connect: Rig['connect']
let stop: Rig['stop']
beforeEach(async () => {
  ;({ relay, wallet, page, connect, stop } = await startRig())
})
afterEach(() => stop())
/** Returns `success`, or the code of the error, which must have a message. */
const outcomeOf = (work: Promise<unknown>, success: string) =>
  work.then(
    () => success,
    (error: unknown) => {
      expect(error).toBeInstanceOf(ModalError)
      expect((error as ModalError<string>).userMessage.en).toMatch(/\.$/)
      return (error as ModalError<string>).code
    },
  )
type Bad = Extract<RelayMode, string>

describe('a pairing over a bad network', () => {
  const before = [
    ['slow', 'offered'],
    ['nonsense', 'offered'],
    ['stall', 'RELAY_UNREACHABLE'],
    ['garbage', 'RELAY_UNREACHABLE'],
    ['error', 'RELAY_UNREACHABLE'],
  ] as const satisfies readonly (readonly [Bad, string])[]

  it.each(before)(
    'a network that is %s before the code appears leads to %s, and the next try on a good network works',
    { tags: 'thorough' },
    async (mode, outcome) => {
      await wallet.sleep()
      relay.set(mode, { delayMs: 300 })
      const connecting = page.connections.connect(id)
      const offered = expect.poll(() => page.phase().name, soon).toBe('offered')
      const first = Promise.race([
        outcomeOf(connecting, 'connected'),
        offered.then(() => 'offered'),
      ])
      expect(await first).toBe(outcome)
      relay.set('ok')
      await wallet.wake()
      const again = outcome === 'offered' ? connecting : page.connections.connect(id)
      await wallet.pair(await page.uri())
      expect(await again).toMatchObject({ address: 't_ada' })
      expect(wallet.sessions).toHaveLength(1)
    },
  )

  /**
   * The second value is the milliseconds of the failure. An error lasts longer than the library's
   * first timeout and a heartbeat.
   */
  const during: readonly (readonly [Bad, number])[] = [
    ['slow', 1_500],
    ['nonsense', 1_500],
    ['stall', 1_500],
    ['garbage', 1_500],
    ['error', 6_000],
  ]
  it.each(during)(
    'a network that is %s for %i ms during a request loses nothing: the wallet gets one request, and its answer arrives',
    { tags: 'thorough' },
    async (mode, badFor) => {
      const account = await connect()
      relay.set(mode, { delayMs: 300 })
      const signing = page.kernel
        .capability(messagesCapability, main)
        ?.sign(page.connections.require(account), account, 'hello', never())
      signing?.catch(() => undefined)
      await new Promise(resolve => setTimeout(resolve, badFor))
      relay.set('ok')
      expect((await signing)?.signature).toBe('tally_sign on tally:main')
      expect(wallet.calls).toHaveLength(1)
      expect(page.live()).toHaveLength(1)
      expect(page.reported()).toEqual([])
    },
  )
})

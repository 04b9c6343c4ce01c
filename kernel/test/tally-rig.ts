import type { Connector } from '../src/contracts/connector-kit/index.js'
import type { AnyPluginContext, Plugin } from '../src/plugin.js'
import type { Dispose } from '../src/refs.js'
import {
  type ChainRig,
  type RigVerifier,
  type TallyEntry,
  tally,
  tallyNetwork,
  tallyWallet,
} from '../src/testing/index.js'
import { extended, extraOffers } from './tally-extras.js'
import { createTallyPool, type TallyPool } from './tally-pool.js'

const picture = 'data:image/png;base64,iVBORw0KGgo='
const networks = [
  { ...tallyNetwork('main'), assets: { imageUrl: picture } },
  tallyNetwork('side'),
] as const

/**
 * Tally with its scripted wallet as a rig; `tamper` may put a hand on what the plugin offers and
 * contributes.
 */
export function tallyRig(tamper: Tamper = {}): ChainRig {
  const addresses = ['t_ada', 't_grace']
  const wallet = tallyWallet({ accounts: addresses })
  const ledger: TallyEntry[] = []
  const pool = createTallyPool(ledger)
  const page: Partial<Announcements> = {}
  return {
    plugin: () =>
      tampered(
        tally({ wallets: [wallet], ledger, networks }),
        tamper,
        { ledger, pool },
        wallet.disconnectByWallet,
        page,
      ),
    namespace: 'tally',
    network: 'tally:main',
    otherNetwork: 'tally:side',
    addresses: {
      good: ['t_ada', 't_bob'],
      bad: ['bob', '', 't_', 't_Ada', 't_ada '],
      same: [['t_ada', 'T_ADA']],
    },
    token: 'stone1',
    typedData: { hello: 'ünïcode' },
    balance: 100n,
    transfer: { to: 't_bob', amount: 5n },
    refuseNext() {
      wallet.misdeed = {
        writes: () => undefined,
        answers() {
          throw Object.assign(new TypeError('The ledger is full.'), { code: -32003 })
        },
      }
    },
    verifier: {
      name: 'Tally',
      verify: (address, text, signature) => signature === `${address} wrote ${text}`,
      canonicalAddress: address => (/^t_[a-z]{1,24}$/.test(address) ? address : undefined),
      ...tamper.verifier,
    },
    holdLedger: async () => pool.hold(),
    names: {
      known: [{ name: 'ada.tally', address: 'T_ADA' }],
      unknown: 'nobody.tally',
      claimed: ['t_mallory'],
    },
    wallet: {
      set policy(policy: 'approve' | 'decline' | 'hang') {
        wallet.policy = policy
      },
      get policy() {
        return wallet.policy as 'approve'
      },
      get prompts() {
        return wallet.requests.length
      },
      get listeners() {
        return wallet.listeners
      },
      switchAccount() {
        wallet.setAccounts(['t_grace', 't_ada'])
        return 't_grace'
      },
      addresses: () => addresses,
      lie(lie) {
        wallet.lie = lie
        return true
      },
      moveTo: network => wallet.setNetwork(network),
      // This wallet writes by itself, so what it signed is known by its answer alone.
      signOther() {
        wallet.misdeed = { writes: () => undefined, answers: () => 'another transaction' }
      },
      disconnectByWallet: () => wallet.disconnectByWallet(),
      get disconnects() {
        return wallet.disconnects
      },
      announceAgain: () => page.again?.(),
      withdraw: () => page.withdraw?.(),
    },
  }
}

export interface Tamper {
  offer?(
    ref: { readonly id: string },
    scope: string,
    value: never,
  ): readonly [scope: string, value: unknown] | undefined
  contribute?(item: never): unknown
  /** Replaces parts of the verifier that the package exports for servers. */
  readonly verifier?: Partial<RigVerifier>
  setup?(context: AnyPluginContext): void
  /** Called when a wallet announces itself again. */
  announced?(context: AnyPluginContext, connector: Connector): void
  /** Replaces what happens when the wallet leaves the page. */
  withdrawn?(row: Dispose, endSessions: () => void): void
  /** In the place of the signal that says when the plugin is over. */
  readonly signal?: AbortSignal
}
/** What the page does with the wallet after it was announced. */
interface Announcements {
  again(): void
  withdraw(): void
}
/** The same plugin with another hand on its context. */
function tampered(
  plugin: Plugin,
  tamper: Tamper,
  { ledger, pool }: { readonly ledger: TallyEntry[]; readonly pool: TallyPool },
  endSessions: () => void,
  page: Partial<Announcements>,
): Plugin {
  return {
    ...plugin,
    setup(context) {
      const offer = (ref: { readonly id: string }, scope: string, value: unknown) => {
        const changed = tamper.offer?.(ref, scope, value as never)
        if (changed || !tamper.offer)
          context.offer(ref as never, changed?.[0] ?? scope, (changed?.[1] ?? value) as never)
      }
      const handed: AnyPluginContext = Object.create(context, {
        offer: {
          value: (ref: { readonly id: string }, scope: string, value: never) =>
            offer(ref, scope, extended(ref.id, value, ledger, pool)),
        },
        signal: { value: tamper.signal ?? context.signal },
        contribute: {
          value(slot: never, item: never) {
            const pictured = (
              'connect' in item ? { ...(item as Connector), imageUrl: picture } : item
            ) as never
            const changed = (tamper.contribute?.(pictured) ?? pictured) as never
            const row = context.contribute(slot, changed)
            if ('connect' in changed) {
              page.again = () => tamper.announced?.(context, changed)
              page.withdraw = () => {
                if (tamper.withdrawn) return tamper.withdrawn(row, endSessions)
                row()
                endSessions()
              }
            }
            return row
          },
        },
      })
      tamper.setup?.(context)
      plugin.setup(handed)
      for (const [ref, value] of extraOffers) offer(ref, 'tally', value)
    },
  }
}

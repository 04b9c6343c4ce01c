import { nftsCapability } from '../src/contracts/capabilities/index.js'
import type { AnyPluginContext, Plugin } from '../src/plugin.js'
import { type ChainRig, type TallyEntry, tally, tallyWallet } from '../src/testing/index.js'

/**
 * Tally with its scripted wallet as a rig; `tamper` may put a hand on what the plugin offers and
 * contributes.
 */
export function tallyRig(tamper: Tamper = {}): ChainRig {
  const addresses = ['t_ada', 't_grace']
  const wallet = tallyWallet({ accounts: addresses })
  const ledger: TallyEntry[] = []
  return {
    plugin: () => tampered(tally({ wallets: [wallet], ledger }), tamper),
    namespace: 'tally',
    network: 'tally:main',
    otherNetwork: 'tally:side',
    addresses: { good: ['t_ada', 't_bob'], bad: ['bob', '', 't_', 't_Ada', 't_ada '] },
    balance: 100n,
    transfer: { to: 't_bob', amount: 5n },
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
      disconnectByWallet: () => wallet.disconnectByWallet(),
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
  /** In the place of the signal that says when the plugin is over. */
  readonly signal?: AbortSignal
}
/** The same plugin with another hand on its context. */
function tampered(plugin: Plugin, tamper: Tamper): Plugin {
  return {
    ...plugin,
    setup(context) {
      const handed: AnyPluginContext = Object.create(context, {
        offer: {
          value(ref: never, scope: string, value: never) {
            const changed = tamper.offer
              ? tamper.offer(ref, scope, value)
              : ([scope, value] as const)
            if (changed) context.offer(ref, changed[0], changed[1] as never)
          },
        },
        signal: { value: tamper.signal ?? context.signal },
        contribute: {
          value: (slot: never, item: never) =>
            context.contribute(slot, (tamper.contribute?.(item) ?? item) as never),
        },
      })
      plugin.setup(handed)
      // Tally keeps no list of such things; the suite is about chains that do.
      const card = { network: 'tally:main', standard: 'card', amount: 1n } as const
      const page = async (
        _account: unknown,
        _network: unknown,
        { cursor = '0' }: { readonly cursor?: string },
      ) => ({
        items: [{ ...card, asset: `tally:main/card:deck/${cursor}` as const, tokenId: cursor }],
        ...(cursor === '0' && { next: '1' }),
      })
      handed.offer(nftsCapability, 'tally', { page } as never)
    },
  }
}

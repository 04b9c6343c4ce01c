import type { WalletLie, WalletRig } from '@portico/kernel/testing'
import type { MyWalletTransport } from '../src/index.js'

/** How a scripted wallet answers the methods of a chain. */
export interface ScriptedChain {
  /** The networks that the wallet approves. */
  readonly networks: readonly string[]
  readonly methods: readonly string[]
  /** The addresses of its accounts, the selected one first. */
  readonly addresses: readonly string[]
  answer(method: string, params: unknown): Promise<unknown>
}

/** A wallet that does what `policy` says, for the suite and for the page. */
export function scriptedWallet(
  chain: ScriptedChain,
): WalletRig & { readonly transport: MyWalletTransport } {
  const listeners = { changed: new Set<() => void>(), closed: new Set<() => void>() }
  const notify = (event: 'changed' | 'closed') => {
    for (const listener of [...listeners[event]]) listener()
  }
  let addresses = [...chain.addresses]
  let isApproved = false
  let prompts = 0
  let lie: WalletLie | undefined
  const accountsOf = (list: readonly string[]) =>
    chain.networks.flatMap(network => list.map(address => `${network}:${address}`))
  const session = () => ({
    networks: chain.networks,
    methods: chain.methods,
    accounts: accountsOf(addresses),
    ...(lie === 'no-accounts' && { accounts: [] }),
    ...(lie === 'malformed' && { accounts: ['Ada'] }),
    ...(lie === 'other-network' && { accounts: ['other:main:ada'], networks: ['other:main'] }),
  })
  const prompt = async <Answer>(approve: () => Answer): Promise<Answer> => {
    prompts++
    if (wallet.policy === 'decline') throw Object.assign(new Error('No'), { code: 4001 })
    if (wallet.policy === 'hang') return new Promise<never>(() => undefined)
    return approve()
  }
  const wallet = {
    policy: 'approve' as WalletRig['policy'],
    get prompts() {
      return prompts
    },
    get listeners() {
      return listeners.changed.size + listeners.closed.size
    },
    addresses: () => addresses,
    lie(next: WalletLie | undefined) {
      lie = next
      return true
    },
    switchAccount() {
      addresses = addresses.toReversed()
      notify('changed')
      return addresses[0] ?? ''
    },
    disconnectByWallet() {
      isApproved = false
      notify('closed')
    },
    transport: {
      async request(method: string, params: unknown) {
        if (method === 'session') return isApproved ? session() : undefined
        if (method === 'disconnect') {
          isApproved = false
          return undefined
        }
        if (method !== 'connect') return prompt(() => chain.answer(method, params))
        return prompt(() => {
          isApproved = true
          return session()
        })
      },
      on: (event: 'changed' | 'closed', listener: () => void) =>
        void listeners[event].add(listener),
      off: (event: 'changed' | 'closed', listener: () => void) =>
        void listeners[event].delete(listener),
    },
  }
  return wallet
}

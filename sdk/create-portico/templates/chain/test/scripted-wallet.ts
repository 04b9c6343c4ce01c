import type { WalletLie, WalletRig } from '@portico/kernel/testing'
import type { MyChainProvider } from '../src/index.js'

const lies: Readonly<Record<WalletLie, object>> = {
  'no-accounts': { accounts: [] },
  malformed: { accounts: ['Ada'] },
  'other-network': { network: 'other:main' },
}
/** The methods that show the person a prompt. */
const prompting = ['my_chain_connect', 'my_chain_sign', 'my_chain_send', 'my_chain_switch']

/** A wallet that does what `policy` says, for the suite and for the page. */
export function scriptedWallet(): WalletRig & { readonly provider: MyChainProvider } {
  const listeners = { changed: new Set<() => void>(), gone: new Set<() => void>() }
  const notify = (event: 'changed' | 'gone') => {
    for (const listener of [...listeners[event]]) listener()
  }
  const state = { accounts: [] as string[], network: 'my-chain:main' }
  let accounts = ['c-ada', 'c-grace']
  let prompts = 0
  let lie: WalletLie | undefined
  const answers: Readonly<Record<string, (params: never) => unknown>> = {
    my_chain_state: () => ({ ...state, ...(lie && lies[lie]) }),
    my_chain_forget: () => Object.assign(state, { accounts: [] }),
    my_chain_connect: () => Object.assign(state, { accounts }),
    my_chain_sign: ({ address, text }: { address: string; text: string }) =>
      `${address} says ${text}`,
    my_chain_send: () => 'hash',
    my_chain_switch({ network }: { network: string }) {
      state.network = network
      notify('changed')
    },
  }
  const wallet = {
    policy: 'approve' as WalletRig['policy'],
    get prompts() {
      return prompts
    },
    get listeners() {
      return listeners.changed.size + listeners.gone.size
    },
    addresses: () => accounts,
    lie(next: WalletLie | undefined) {
      lie = next
      return true
    },
    switchAccount() {
      accounts = ['c-grace', 'c-ada']
      state.accounts = accounts
      notify('changed')
      return 'c-grace'
    },
    disconnectByWallet() {
      state.accounts = []
      notify('gone')
    },
    provider: {
      async request(method: string, params: never) {
        if (!prompting.includes(method)) return answers[method]?.(params)
        prompts++
        if (wallet.policy === 'decline') throw Object.assign(new Error('No'), { code: 4001 })
        if (wallet.policy === 'hang') return new Promise(() => undefined)
        return answers[method]?.(params)
      },
      on: (event: 'changed' | 'gone', listener: () => void) => void listeners[event].add(listener),
      off: (event: 'changed' | 'gone', listener: () => void) =>
        void listeners[event].delete(listener),
    },
  }
  return wallet
}

import { scriptedObjectWallet } from '@portico/kernel/testing'
import type { MyChainProvider } from '../src/index.js'

/** A wallet that does what `policy` says, for the suite and for the page. */
export function scriptedWallet() {
  const wallet = scriptedObjectWallet<string>({
    accounts: ['c-ada', 'c-grace'],
    network: 'my-chain:main',
    malformed: 'Ada',
    elsewhere: 'other:main',
  })
  // What is inside `ask` runs when the person has approved. Sign with real keys here.
  const methods: Readonly<Record<string, (params: never) => unknown>> = {
    my_chain_state: wallet.state,
    my_chain_connect: wallet.connect,
    my_chain_forget: wallet.forget,
    my_chain_sign: ({ address, text }: { readonly address: string; readonly text: string }) =>
      wallet.ask(() => `${address} says ${text}`),
    my_chain_send: () => wallet.ask(() => 'hash'),
    my_chain_switch: ({ network }: { readonly network: string }) =>
      wallet.ask(() => wallet.setNetwork(network)),
  }
  const provider: MyChainProvider = {
    request: async (method, params) => methods[method]?.(params as never),
    on: wallet.on,
    off: wallet.off,
  }
  return Object.assign(wallet, { provider })
}

import type { ChainContext } from '@portico/kernel/chain'
import { type Connector, createObjectConnector } from '@portico/kernel/connector-kit'
import { namespace } from './networks.js'
import type { MyChainProvider } from './provider.js'
import { type Handle, readReport } from './wallet-state.js'

/**
 * The wallet on the page. If the wallets of your chain announce themselves, contribute one
 * connector for each announcement.
 */
export const createConnector = (provider: MyChainProvider, context: ChainContext): Connector =>
  createObjectConnector(
    {
      id: 'my-chain:wallet',
      name: 'My Chain Wallet',
      namespace,
      // Shows no prompt: the wallet reports accounts only to a page that it approved before.
      read: async () => readReport(await provider.request('my_chain_state')),
      approve: () => provider.request('my_chain_connect'),
      // For a wallet that announces no changes: `lookEveryMs: 2_000` in place of `listen`.
      listen({ changed, gone }) {
        provider.on('changed', changed)
        provider.on('gone', gone)
        return () => {
          provider.off('changed', changed)
          provider.off('gone', gone)
        }
      },
      // Without it, and without `switch` of the chain, the person changes it in the wallet.
      change: network => provider.request('my_chain_switch', { network }),
      disconnect: () => provider.request('my_chain_forget'),
      handle: ({ request, switchTo }): Handle => ({
        switchTo,
        ask: (method, params, signal) =>
          request(method, () => provider.request(method, params), signal),
      }),
    },
    context,
  )

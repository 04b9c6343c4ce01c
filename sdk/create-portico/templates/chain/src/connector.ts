import type { AnyPluginContext } from '@portico/kernel'
import { type Connector, createApproval } from '@portico/kernel/connector-kit'
import { pageHandle } from './handle.js'
import { namespace } from './networks.js'
import type { MyChainProvider } from './provider.js'
import { createWalletSession } from './wallet-session.js'

/**
 * The wallet on the page. If the wallets of your chain announce themselves, contribute one
 * connector for each announcement.
 */
export function createConnector(provider: MyChainProvider, context: AnyPluginContext): Connector {
  const handle = pageHandle(provider, context)
  const approve = createApproval(
    'my_chain_connect',
    () => provider.request('my_chain_connect'),
    context,
  )
  return {
    id: 'my-chain:injected',
    name: 'My Chain Wallet',
    type: 'INJECTED',
    namespace,
    async connect(_request, signal) {
      await approve(signal)
      return createWalletSession(handle, context, signal)
    },
    // Shows no prompt: the wallet reports accounts only to a page that it approved before.
    async restore(_request, signal) {
      const { accounts } = await handle.report(signal)
      return accounts.length > 0 ? createWalletSession(handle, context, signal) : undefined
    },
  }
}

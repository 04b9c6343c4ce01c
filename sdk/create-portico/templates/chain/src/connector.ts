import { type ChainContext, ChainError } from '@portico/kernel/chain'
import {
  type Connector,
  createApproval,
  sendWalletRequest,
  type WalletSession,
} from '@portico/kernel/connector-kit'
import { createWalletSession } from '@portico/kernel/wallet'
import { namespace } from './networks.js'
import type { MyChainProvider } from './provider.js'
import { type Handle, readReport } from './wallet-state.js'

/**
 * The wallet on the page. If the wallets of your chain announce themselves, contribute one
 * connector for each announcement.
 */
export function createConnector(provider: MyChainProvider, context: ChainContext): Connector {
  const ask: Handle['ask'] = (method, params, signal) =>
    sendWalletRequest(method, () => provider.request(method, params), context, signal)
  const readState = async (signal: AbortSignal) =>
    readReport(await ask('my_chain_state', undefined, signal))
  const approve = createApproval(
    'my_chain_connect',
    () => provider.request('my_chain_connect'),
    context,
  )

  async function open(signal: AbortSignal): Promise<WalletSession> {
    let latest = await readState(signal)
    return createWalletSession(
      {
        network: latest.network,
        report: () => latest,
        handle(session): Handle {
          return {
            ask,
            async switchTo(network, within) {
              await ask('my_chain_switch', { network }, within)
              const next = await readState(within)
              session.update(() => {
                latest = next
              })
              // A wallet that reports a switch has not always switched.
              if (next.network !== network) throw new ChainError('WALLET_NETWORK')
            },
          }
        },
        listen(session) {
          const changed = () =>
            void readState(session.signal)
              .then(next =>
                session.update(() => {
                  latest = next
                }),
              )
              .catch(context.report)
          provider.on('changed', changed)
          provider.on('gone', session.end)
          return () => {
            provider.off('changed', changed)
            provider.off('gone', session.end)
          }
        },
        disconnect: ending => ask('my_chain_forget', undefined, ending),
      },
      context,
    )
  }

  return {
    id: 'my-chain:injected',
    name: 'My Chain Wallet',
    type: 'INJECTED',
    namespace,
    async connect(_request, signal) {
      await approve(signal)
      return open(signal)
    },
    // Shows no prompt: the wallet reports accounts only to a page that it approved before.
    async restore(_request, signal) {
      const { accounts } = await readState(signal)
      return accounts.length > 0 ? open(signal) : undefined
    },
  }
}

import type { AnyPluginContext } from '@portico/kernel'
import type { PaymentRequest } from '@portico/kernel/capabilities'
import type { Eip155Setup } from '../options.js'
import { addresses } from './addresses.js'
import { createBalances } from './balances.js'
import { createMessages } from './messages.js'
import { createNfts } from './nfts.js'
import { paymentUri } from './payment-uri.js'
import { createRemoteSessions } from './remote-session.js'
import { createRpcs } from './rpc.js'
import { createSwitch } from './switch-network.js'
import { createTransactions } from './transactions.js'
import { createTransfers } from './transfers.js'
import { createWalletOrders } from './wallet-orders.js'

/** Creates the chain over one set of endpoints. No SDK: viem is loaded only to hash typed data, recover a signer or batch token reads. */
export function createChain(setup: Eip155Setup, context: AnyPluginContext) {
  const rpcOf = createRpcs(setup)
  return {
    addresses: { ...addresses, uri: async (request: PaymentRequest) => paymentUri(request) },
    networks: createSwitch(rpcOf),
    balances: createBalances(rpcOf),
    messages: createMessages(setup, rpcOf),
    nfts: createNfts(rpcOf),
    transactions: createTransactions(rpcOf, setup.report, createWalletOrders(context)),
    transfers: createTransfers(rpcOf),
    remoteSessions: createRemoteSessions(setup),
  }
}

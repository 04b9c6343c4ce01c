import type { AnyPluginContext } from '@portico/kernel'
import type { PaymentRequest } from '@portico/kernel/capabilities'
import { addresses } from './addresses/addresses.js'
import { paymentUri } from './addresses/payment-uri.js'
import { createBalances } from './assets/balances.js'
import { createNfts } from './assets/nfts.js'
import { createMessages } from './messages/messages.js'
import { createRpcs } from './node/rpc.js'
import type { Eip155Setup } from './options.js'
import { createTransactions } from './transactions/transactions.js'
import { createTransfers } from './transactions/transfers.js'
import { createWalletProposals } from './transactions/wallet-proposals.js'
import { createRemoteSessions } from './wallets/remote-session.js'
import { createSwitch } from './wallets/switch-network.js'

/**
 * Creates the chain over one set of endpoints. No SDK: viem is loaded only to hash typed data,
 * recover a signer or batch token reads.
 */
export function createChain(setup: Eip155Setup, context: AnyPluginContext) {
  const rpcOf = createRpcs(setup)
  return {
    addresses: { ...addresses, uri: async (request: PaymentRequest) => paymentUri(request) },
    networks: createSwitch(rpcOf),
    balances: createBalances(rpcOf),
    messages: createMessages(setup, rpcOf),
    nfts: createNfts(rpcOf),
    transactions: createTransactions(rpcOf, setup.report, createWalletProposals(context)),
    transfers: createTransfers(rpcOf),
    remoteSessions: createRemoteSessions(setup),
  }
}

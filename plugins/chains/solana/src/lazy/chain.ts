import { once } from '@portico/kernel'
import type { Networks, PaymentRequest } from '@portico/kernel/capabilities'
import { lazyParts } from '@portico/kernel/chain'
import type { SolanaSetup } from '../options.js'
import { createActivity } from './activity.js'
import { addresses } from './addresses.js'
import { createBalances } from './balances.js'
import { handleOf } from './handle.js'
import { createMessages } from './messages.js'
import { createNfts } from './nfts.js'
import { paymentUri } from './payment-uri.js'
import { createRemoteSessions } from './remote-session.js'
import { createRpcs } from './rpc.js'
import { createTransactions } from './transactions.js'
import { createTransfers } from './transfers.js'

/** Creates the chain over one set of endpoints. No SDK: @solana/web3.js loads with the code that builds a transaction. */
export function createChain(setup: SolanaSetup) {
  const rpcOf = createRpcs(setup)
  const networks: Pick<Networks, 'switch'> = {
    async switch(via, network, signal) {
      signal.throwIfAborted()
      handleOf(via).switchNetwork(network)
    },
  }
  // Needed from the first transaction on.
  const described = lazyParts(once(() => import('./described-transaction.js').then(code => ({ transactions: code.createDescribed(rpcOf, setup) }))))
  return {
    addresses: { ...addresses, uri: async (request: PaymentRequest) => paymentUri(request) },
    networks,
    balances: createBalances(rpcOf),
    messages: createMessages(setup),
    nfts: createNfts(rpcOf),
    transactions: { ...createTransactions(rpcOf, setup), ...described('transactions', 'describe', 'find', 'compare') },
    transfers: createTransfers(rpcOf),
    activity: createActivity(rpcOf),
    remoteSessions: createRemoteSessions(setup),
  }
}

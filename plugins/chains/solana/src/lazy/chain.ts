import { once } from '@portico/kernel'
import { later, type Networks, type PaymentRequest } from '@portico/kernel/contracts'
import type { SolanaSetup } from '../options.js'
import { createActivity } from './activity.js'
import { addresses } from './addresses.js'
import { createBalances } from './balances.js'
import { createMessages } from './messages.js'
import { createNfts } from './nfts.js'
import { paymentUri } from './payment-uri.js'
import { portOf } from './port.js'
import { createRemoteSessions } from './remote-session.js'
import { createRpcs } from './rpc.js'
import { createTransactions } from './transactions.js'
import { createTransfers } from './transfers.js'

/** Everything that the plugin offers, over one set of endpoints. No SDK in here: @solana/web3.js comes with what builds a transaction. */
export function createChain(setup: SolanaSetup) {
  const rpcOf = createRpcs(setup)
  const networks: Pick<Networks, 'switch'> = {
    async switch(via, network, signal) {
      signal.throwIfAborted()
      portOf(via).switchNetwork(network)
    },
  }
  // Needed with the first transaction only.
  const described = later(once(() => import('./described-transaction.js').then(code => ({ transactions: code.createDescribed(rpcOf, setup) }))))
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

import { once } from '@portico/kernel'
import type { Networks, PaymentRequest } from '@portico/kernel/capabilities'
import { lazyMethods, lazyParts } from '@portico/kernel/chain'
import { addresses } from './addresses/addresses.js'
import { paymentUri } from './addresses/payment-uri.js'
import { createBalances } from './assets/balances.js'
import { createMessages } from './messages/messages.js'
import { createRpcs } from './node/rpc.js'
import type { SolanaSetup } from './options.js'
import { createTransactions } from './transactions/transactions.js'
import { createTransfers } from './transactions/transfers.js'
import { handleOf } from './wallets/handle.js'
import { createRemoteSessions } from './wallets/remote-session.js'

/**
 * Creates the chain over one set of endpoints. No SDK: @solana/web3.js loads with the code that
 * builds a transaction.
 */
export function createChain(setup: SolanaSetup) {
  const rpcOf = createRpcs(setup)
  const networks: Pick<Networks, 'switch'> = {
    async switch(via, network, signal) {
      signal.throwIfAborted()
      handleOf(via).switchNetwork(network)
    },
  }
  // Needed from the first transaction on.
  const described = lazyParts(
    once(() =>
      import('./transactions/described-transaction.js').then(code => ({
        transactions: code.createDescribed(rpcOf, setup),
      })),
    ),
  )
  // Needed when a person opens that tab of Account.
  const nfts = once(async () => (await import('./assets/nfts.js')).createNfts(rpcOf))
  const activity = once(async () =>
    (await import('./transactions/activity.js')).createActivity(rpcOf),
  )

  return {
    addresses: { ...addresses, uri: async (request: PaymentRequest) => paymentUri(request) },
    networks,
    balances: createBalances(rpcOf),
    messages: createMessages(setup),
    nfts: lazyMethods(nfts, 'page'),
    transactions: {
      ...createTransactions(rpcOf, setup),
      ...described('transactions', 'describe', 'find', 'compare'),
    },
    transfers: createTransfers(rpcOf),
    activity: lazyMethods(activity, 'page'),
    remoteSessions: createRemoteSessions(setup),
  }
}

import type { Addresses, Networks } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { runWalletRequest } from '@portico/kernel/wallet'
import { parseBitcoinAddress, parsedAddress } from './addresses/address.js'
import { paymentUri } from './addresses/payment-uri.js'
import { createBalances } from './assets/balances.js'
import { createMessages } from './messages/messages.js'
import type { BitcoinNetwork } from './networks.js'
import { createEsplora, type Esplora } from './node/esplora.js'
import type { Bip122Setup } from './options.js'
import { createActivity } from './transactions/activity.js'
import { createTransactions } from './transactions/transactions.js'
import { createTransfers } from './transactions/transfers.js'
import { handleOf } from './wallets/handle.js'
import { createRemoteSessions } from './wallets/remote-session.js'

/** Everything that the plugin offers, behind one import. */
export function createChain(setup: Bip122Setup) {
  const networkOf = (id: string): BitcoinNetwork => {
    const network = setup.networks.find(one => one.caipNetworkId === id)
    if (!network) throw new ChainError('CHAIN_NO_ENDPOINT')
    return network
  }
  const endpoints = new Map<BitcoinNetwork, Esplora>()
  const esploraOf = (network: BitcoinNetwork): Esplora => {
    const esplora = endpoints.get(network) ?? createEsplora(network, setup)
    endpoints.set(network, esplora)
    return esplora
  }
  const addresses: Required<Pick<Addresses, 'parse' | 'uri'>> = {
    parse: async (text, network) =>
      parsedAddress(parseBitcoinAddress(text, networkOf(network).addressFormat)),
    uri: async request => paymentUri(request, networkOf(request.network).addressFormat),
  }
  const networks: Pick<Networks, 'switch'> = {
    switch: (via, network, signal) =>
      runWalletRequest(async () => handleOf(via).switchNetwork(network, signal)),
  }
  return {
    addresses,
    networks,
    activity: createActivity(networkOf, esploraOf),
    balances: createBalances(networkOf, esploraOf),
    messages: createMessages(),
    transactions: createTransactions(networkOf, esploraOf, setup),
    transfers: createTransfers(networkOf, esploraOf),
    remoteSessions: createRemoteSessions(setup),
  }
}

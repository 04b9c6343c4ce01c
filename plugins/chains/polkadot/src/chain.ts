import type { Addresses, Networks } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { parsedAddress, parseSubstrateAddress } from './addresses/ss58.js'
import { createBalances } from './assets/balances.js'
import { createMessages } from './messages/messages.js'
import type { SubstrateNetwork } from './networks.js'
import { createNode, type SubstrateNode } from './node/node.js'
import type { PolkadotSetup } from './options.js'
import { blake2 } from './transactions/extrinsic.js'
import { createTransactions } from './transactions/transactions.js'
import { createTransfers } from './transactions/transfers.js'
import { handleOf } from './wallets/handle.js'
import { createRemoteSessions } from './wallets/remote-session.js'

/** Everything that the plugin offers, behind one import. */
export function createChain(setup: PolkadotSetup) {
  const networkOf = (id: string): SubstrateNetwork => {
    const network = setup.networks.find(one => one.caipNetworkId === id)
    if (!network) throw new ChainError('CHAIN_NO_ENDPOINT')
    return network
  }
  const nodes = new Map<SubstrateNetwork, SubstrateNode>()
  const nodeOf = (network: SubstrateNetwork): SubstrateNode => {
    const node = nodes.get(network) ?? createNode(network, setup, blake2)
    nodes.set(network, node)
    return node
  }
  const addresses: Pick<Addresses, 'parse'> = {
    parse: async (text, network) => parsedAddress(parseSubstrateAddress(text), networkOf(network)),
  }
  const networks: Pick<Networks, 'switch'> = {
    async switch(via, network, signal) {
      signal.throwIfAborted()
      handleOf(via).switchNetwork(network)
    },
  }
  return {
    addresses,
    networks,
    balances: createBalances(networkOf, nodeOf),
    messages: createMessages(),
    transactions: createTransactions(networkOf, nodeOf, setup),
    transfers: createTransfers(networkOf, nodeOf),
    remoteSessions: createRemoteSessions(setup),
  }
}

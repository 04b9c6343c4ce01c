import type { Addresses, Networks } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import type { SubstrateNetwork } from '../networks.js'
import type { PolkadotSetup } from '../options.js'
import { createBalances } from './balances.js'
import { blake2 } from './extrinsic.js'
import { handleOf } from './handle.js'
import { createMessages } from './messages.js'
import { createNode, type SubstrateNode } from './node.js'
import { createRemoteSessions } from './remote-session.js'
import { parsedAddress, parseSubstrateAddress } from './ss58.js'
import { createTransactions } from './transactions.js'
import { createTransfers } from './transfers.js'

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

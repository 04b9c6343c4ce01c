import type { ChainConfiguration } from '../configuration.js'
import { createBitcoinChain } from './bitcoin-chain.js'
import type { Chain } from './chain.js'
import { createEvmChain } from './evm-chain.js'
import { createRpc, type Rpc } from './json-rpc.js'
import { createSolanaChain } from './solana-chain.js'

/** The chains of the configuration, by their CAIP-2 ids. */
export interface Chains {
  readonly all: readonly Chain[]
  find(id: string): Chain | undefined
  /** Those on which this text is an address. */
  of(address: string): readonly Chain[]
  /** The nodes of an EVM chain. */
  rpc(id: string): Rpc | undefined
  /**
   * The same nodes for the index: a node that refuses its large requests stays usable for others.
   */
  indexRpc(id: string): Rpc | undefined
}

/** Calls of one HTTP request: their responses are large. */
const indexCalls = 20

/** @throws BackendError BAD_CONFIGURATION for a chain whose coin is unknown */
export function openChains(
  configurations: readonly ChainConfiguration[],
  observe: (chain: string, rpc: Rpc) => Rpc = (_chain, rpc) => rpc,
): Chains {
  const rpcs = new Map(
    configurations
      .filter(({ id }) => !id.startsWith('bip122:'))
      .map(({ id, rpc }) => [id, observe(id, createRpc(id, rpc))]),
  )
  const all = configurations.map(configuration => {
    const rpc = rpcs.get(configuration.id)
    if (!rpc) return createBitcoinChain(configuration)
    return configuration.id.startsWith('solana:')
      ? createSolanaChain(configuration, rpc)
      : createEvmChain(configuration, rpc)
  })
  return {
    all,
    find: id => all.find(chain => chain.id === id),
    of: address => all.filter(chain => chain.readAddress(address) !== undefined),
    rpc: id => rpcs.get(id),
    indexRpc(id) {
      const configuration = configurations.find(chain => chain.id === id)
      return (
        configuration && observe(id, createRpc(id, configuration.rpc, { mostCalls: indexCalls }))
      )
    },
  }
}

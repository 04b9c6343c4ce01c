import type { Configuration } from '../configuration.js'

/** A sentence for the first of these ids that is no configured EVM chain. */
export function missingEvmChain(
  ids: readonly string[],
  chains: Configuration['chains'],
): string | undefined {
  const missing = ids.find(
    id => !id.startsWith('eip155:') || !chains.some(chain => chain.id === id),
  )
  return missing && `Names and feeds are read from a configured EVM chain: ${missing} is none.`
}

import { PocketError } from '../errors.js'
import type { PocketOptions } from '../options.js'
import { bitcoinPurse } from './bip122.js'
import { evmPurse } from './eip155.js'
import { polkadotPurse } from './polkadot.js'
import { type ChainId, type Hex, namespaceOf, type Purse } from './purse.js'
import { solanaPurse } from './solana.js'

/** A purse for each namespace that the wallet knows a chain of. */
export function createPurses(
  { keys, chains, batchAccount, purses = {} }: PocketOptions,
  name: string,
  onSwitch: (chain: ChainId, url: string | undefined) => Promise<void>,
): ReadonlyMap<string, Purse> {
  const chainsOfNamespace = (namespace: string) =>
    Object.fromEntries(
      Object.entries(chains).filter(([chain]) => namespaceOf(chain as ChainId) === namespace),
    ) as Readonly<Record<ChainId, string>>
  const makers = {
    eip155: (own: readonly Hex[]) =>
      evmPurse({ name, keys: own, chains: chainsOfNamespace('eip155'), batchAccount, onSwitch }),
    solana: (own: readonly Hex[]) =>
      solanaPurse({ name, keys: own, chains: chainsOfNamespace('solana') }),
    polkadot: (own: readonly Hex[]) => polkadotPurse({ name, keys: own }),
    bip122: (own: readonly Hex[]) =>
      bitcoinPurse({ keys: own, chains: chainsOfNamespace('bip122') }),
  }
  const wanted = [...new Set((Object.keys(chains) as ChainId[]).map(namespaceOf))]
  return new Map(
    wanted.map(namespace => {
      const purse = purses[namespace]
      if (purse) return [namespace, purse]
      const own = keys[namespace as keyof typeof makers] ?? []
      if (own.length === 0)
        throw new PocketError(`${name} has no keys of ${namespace}, and knows a chain of it.`)
      return [namespace, makers[namespace as keyof typeof makers](own)]
    }),
  )
}

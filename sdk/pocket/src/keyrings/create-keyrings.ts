import { PocketError } from '../errors.js'
import type { PocketOptions } from '../options.js'
import { bitcoinKeyring } from './bip122.js'
import { evmKeyring } from './eip155.js'
import { type ChainId, type Hex, type Keyring, namespaceOf } from './keyring.js'
import { polkadotKeyring } from './polkadot.js'
import { solanaKeyring } from './solana.js'

/** A keyring for each namespace that the wallet knows a chain of. */
export function createKeyrings(
  { keys, chains, batchAccount, keyrings = {} }: PocketOptions,
  name: string,
  onSwitch: (chain: ChainId, url: string | undefined) => Promise<void>,
): ReadonlyMap<string, Keyring> {
  const chainsOfNamespace = (namespace: string) =>
    Object.fromEntries(
      Object.entries(chains).filter(([chain]) => namespaceOf(chain as ChainId) === namespace),
    ) as Readonly<Record<ChainId, string>>
  const makers = {
    eip155: (own: readonly Hex[]) =>
      evmKeyring({ name, keys: own, chains: chainsOfNamespace('eip155'), batchAccount, onSwitch }),
    solana: (own: readonly Hex[]) =>
      solanaKeyring({ name, keys: own, chains: chainsOfNamespace('solana') }),
    polkadot: (own: readonly Hex[]) => polkadotKeyring({ name, keys: own }),
    bip122: (own: readonly Hex[]) =>
      bitcoinKeyring({ keys: own, chains: chainsOfNamespace('bip122') }),
  }
  const wanted = [...new Set((Object.keys(chains) as ChainId[]).map(namespaceOf))]
  return new Map(
    wanted.map(namespace => {
      const keyring = keyrings[namespace]
      if (keyring) return [namespace, keyring]
      const own = keys[namespace as keyof typeof makers] ?? []
      if (own.length === 0)
        throw new PocketError(`${name} has no keys of ${namespace}, and knows a chain of it.`)
      return [namespace, makers[namespace as keyof typeof makers](own)]
    }),
  )
}

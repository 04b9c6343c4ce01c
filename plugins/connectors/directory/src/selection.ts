/** Selects and orders the wallets that a host shows. Pure. */
import { type DirectoryWallet, walletIdentity } from '@portico/kernel/wallet'
import type { DirectoryOptions } from './options.js'

/** The names by which a host may refer to a wallet. */
type Named = Pick<DirectoryWallet, 'id' | 'rdns' | 'explorerId'>
const namesOf = ({ id, rdns, explorerId }: Named) =>
  [id, rdns, explorerId].flatMap(name => name?.toLowerCase() ?? [])

/**
 * Applies `include`, `exclude` and `featured`.
 * Featured wallets come first in the host's order; the others keep their order.
 */
export function selectWallets<Wallet extends Named>(
  wallets: readonly Wallet[],
  { featured = [], include, exclude }: Pick<DirectoryOptions, 'featured' | 'include' | 'exclude'>,
): readonly Wallet[] {
  const [wanted, unwanted] = [include, exclude].map(
    names => names && new Set(names.map(name => name.toLowerCase())),
  )
  const shown = wallets.filter(wallet => {
    const names = namesOf(wallet)
    return (
      (!wanted || names.some(name => wanted.has(name))) && !names.some(name => unwanted?.has(name))
    )
  })
  const places = new Map(featured.map((name, place) => [name.toLowerCase(), place]))
  const placeOf = (wallet: Wallet) =>
    Math.min(...namesOf(wallet).map(name => places.get(name) ?? featured.length))
  // The sort is stable, so wallets with the same place keep their order.
  return [...shown].sort((a, b) => placeOf(a) - placeOf(b))
}

type Known = Pick<DirectoryWallet, 'name' | 'rdns' | 'explorerId'>
/** Cached, because the keys of a wallet are read many times and do not change. */
const keys = /* @__PURE__ */ new WeakMap<Known, readonly string[]>()
function keysOf(wallet: Known): readonly string[] {
  const { name, rdns, explorerId } = wallet
  const made = keys.get(wallet) ?? [
    ...(rdns ? [walletIdentity({ id: '', name, info: { rdns } })] : []),
    ...(explorerId ? [walletIdentity({ id: '', name, explorerId })] : []),
    walletIdentity({ id: '', name }),
  ]
  keys.set(wallet, made)
  return made
}
/**
 * Returns a function that finds the same wallet by decision 13.
 * By rdns, else by directory id, else by name.
 */
export function byIdentity<Wallet extends Known>(
  wallets: readonly Wallet[],
): (wallet: Known) => Wallet | undefined {
  const known = new Map<string, Wallet>()
  for (const wallet of wallets)
    for (const key of keysOf(wallet)) if (!known.has(key)) known.set(key, wallet)
  return wallet =>
    keysOf(wallet)
      .map(key => known.get(key))
      .find(same => same && agree(same, wallet))
}
/** False for wallets with different identities, even if they share a name. */
const agree = (one: Known, other: Known) =>
  one.rdns && other.rdns
    ? one.rdns.toLowerCase() === other.rdns.toLowerCase()
    : !one.explorerId || !other.explorerId || one.explorerId === other.explorerId

/**
 * True when a wallet in the page is the listed one.
 * A name suffices only for a wallet without any other identity: wallets of Solana and Polkadot
 * announce nothing else, while any wallet with another rdns could use the name (threat S5).
 */
export const isInstalled = (listed: Known, { rdns, explorerId }: Known): boolean =>
  rdns || explorerId
    ? (rdns !== undefined && listed.rdns !== undefined) ||
      (explorerId !== undefined && listed.explorerId !== undefined)
    : true

/** Merges two lists. A wallet of the second list replaces the same wallet of the first. */
export function mergeWallets<Wallet extends Known>(
  first: readonly Wallet[],
  second: readonly Wallet[],
): readonly Wallet[] {
  const [known, newer] = [byIdentity(first), byIdentity(second)]
  return [
    ...first.map(wallet => newer(wallet) ?? wallet),
    ...second.filter(wallet => !known(wallet)),
  ]
}

/**
 * Returns the wallets that share no name, rdns or id with a known one.
 * A third-party wallet that imitates a known one is rejected, also with other valid claims.
 */
export function withoutNamesakes<Wallet extends Known>(
  wallets: readonly Wallet[],
  known: readonly Known[],
): readonly Wallet[] {
  const taken = new Set(known.flatMap(keysOf))
  return wallets.filter(wallet => !keysOf(wallet).some(key => taken.has(key)))
}

/** Which wallets a host wants shown, and in which order. Pure. */
import { type DirectoryWallet, walletIdentity } from '@portico/kernel/contracts'
import type { DirectoryOptions } from './options.js'

/** What a host may call a wallet by. */
type Named = Pick<DirectoryWallet, 'id' | 'rdns' | 'explorerId'>
const namesOf = ({ id, rdns, explorerId }: Named) => [id, rdns, explorerId].flatMap(name => name?.toLowerCase() ?? [])

/** The host's choice: only what is included, without what is excluded, the featured ones first in the host's order, the others as they stood. */
export function selectWallets<Wallet extends Named>(
  wallets: readonly Wallet[],
  { featured = [], include, exclude }: Pick<DirectoryOptions, 'featured' | 'include' | 'exclude'>,
): readonly Wallet[] {
  const [wanted, unwanted] = [include, exclude].map(names => names && new Set(names.map(name => name.toLowerCase())))
  const shown = wallets.filter(wallet => {
    const names = namesOf(wallet)
    return (!wanted || names.some(name => wanted.has(name))) && !names.some(name => unwanted?.has(name))
  })
  const places = new Map(featured.map((name, place) => [name.toLowerCase(), place]))
  const placeOf = (wallet: Wallet) => Math.min(...namesOf(wallet).map(name => places.get(name) ?? featured.length))
  // Sorting keeps the order of those that have one place.
  return [...shown].sort((a, b) => placeOf(a) - placeOf(b))
}

type Known = Pick<DirectoryWallet, 'name' | 'rdns' | 'explorerId'>
/** Asked for many times of one wallet, which does not change. */
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
/** Finds who is the same wallet by decision 13: by rdns, else by the id in a directory, else by name. */
export function byIdentity<Wallet extends Known>(wallets: readonly Wallet[]): (wallet: Known) => Wallet | undefined {
  const known = new Map<string, Wallet>()
  for (const wallet of wallets) for (const key of keysOf(wallet)) if (!known.has(key)) known.set(key, wallet)
  return wallet =>
    keysOf(wallet)
      .map(key => known.get(key))
      .find(same => same && agree(same, wallet))
}
/** Two that say different things of themselves are two, whatever they call themselves. */
const agree = (one: Known, other: Known) =>
  one.rdns && other.rdns ? one.rdns.toLowerCase() === other.rdns.toLowerCase() : !one.explorerId || !other.explorerId || one.explorerId === other.explorerId

/**
 * Whether a wallet in the page is one of the directory. A name suffices only for a wallet without any other identity: those of Solana and Polkadot announce nothing
 * else, while one with an rdns of its own may be anybody's (threat S5).
 */
export const isInstalled = (listed: Known, { rdns, explorerId }: Known): boolean =>
  rdns || explorerId ? (rdns !== undefined && listed.rdns !== undefined) || (explorerId !== undefined && listed.explorerId !== undefined) : true

/** One list of two: what the second has besides. In the place of a wallet of the first that is the same stands that of the second. */
export function mergeWallets<Wallet extends Known>(first: readonly Wallet[], second: readonly Wallet[]): readonly Wallet[] {
  const [known, newer] = [byIdentity(first), byIdentity(second)]
  return [...first.map(wallet => newer(wallet) ?? wallet), ...second.filter(wallet => !known(wallet))]
}

/** Those that bear the name, the rdns or the id of none of these: a stranger that calls itself like a wallet that is known is not let in, whatever else it says. */
export function withoutNamesakes<Wallet extends Known>(wallets: readonly Wallet[], known: readonly Known[]): readonly Wallet[] {
  const taken = new Set(known.flatMap(keysOf))
  return wallets.filter(wallet => !keysOf(wallet).some(key => taken.has(key)))
}

/** For small places: the first 4 and the last 6 characters; `0x` is no character of them. A chain may have a better habit: see `Addresses.shorten`. */
export function shortAddress(address: string): string {
  const head = prefixOf(address) + 4
  return address.length <= head + 7 ? address : `${address.slice(0, head)}…${address.slice(-6)}`
}

/** The characters of an address in groups of four, with where each begins; `0x` stands with the first. */
export function addressGroups(address: string): readonly (readonly [at: number, group: string])[] {
  const head = prefixOf(address) + 4
  const groups: [number, string][] = [[0, address.slice(0, head)]]
  for (let at = head; at < address.length; at += 4) groups.push([at, address.slice(at, at + 4)])
  return groups
}
const prefixOf = (address: string): number => (address.startsWith('0x') ? 2 : 0)

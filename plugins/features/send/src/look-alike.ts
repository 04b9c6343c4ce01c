/**
 * Returns the known address that this one resembles without being equal: the same first 3 and last
 * 3 characters, the same last 5, or the same first 6 (threat S17).
 *
 * Ignores the prefix of the address format: `0x`, or the human-readable part of bech32 with its
 * version. Ignores case, because people do not compare it. False positives: about 2 in a million on
 * hex, fewer on other alphabets.
 */
export function lookAlike(address: string, known: Iterable<string>): string | undefined {
  const own = bare(address)
  for (const other of known) {
    const its = bare(other)
    if (its !== own && its.length >= shortest && own.length >= shortest && resembles(own, its))
      return other
  }
  return undefined
}
// Shorter ones are read as a whole.
const shortest = 12

function resembles(one: string, other: string): boolean {
  const first = (count: number) => one.slice(0, count) === other.slice(0, count)
  const last = (count: number) => one.slice(-count) === other.slice(-count)
  return (first(3) && last(3)) || last(5) || first(6)
}
const bare = (address: string): string =>
  address.toLowerCase().replace(/^(?:0x|[a-z]{2,5}1[qp])/, '')

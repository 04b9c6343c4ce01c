/** The characters of an address in groups of four, with where each begins; `0x` stands with the first. */
export function addressGroups(address: string): readonly (readonly [at: number, group: string])[] {
  // `0x` stands before the characters that count.
  const head = address.startsWith('0x') ? 6 : 4
  const groups: [number, string][] = [[0, address.slice(0, head)]]
  for (let at = head; at < address.length; at += 4) groups.push([at, address.slice(at, at + 4)])
  return groups
}

/** For small places: the first 4 and the last 6 characters; `0x` is no character of them. A chain may have a better habit: see `Addresses.shorten`. */
export function shortAddress(address: string): string {
  const head = prefixOf(address) + 4
  return address.length <= head + 7 ? address : `${address.slice(0, head)}…${address.slice(-6)}`
}

/** `0x` stands before the characters that count. */
export const prefixOf = (address: string): number => (address.startsWith('0x') ? 2 : 0)

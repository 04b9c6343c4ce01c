/**
 * An address for small places: its first 4 and last 6 characters. Never where a person decides by
 * it: money and signatures show all of it.
 */
export function shortenAddress(address: string): string {
  return address.length > 11 ? `${address.slice(0, 4)}…${address.slice(-6)}` : address
}

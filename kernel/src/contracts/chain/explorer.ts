import type { Network } from './network.js'

/** The page of an explorer, or undefined where the network names none. */
export function explorerPage(
  network: Network | undefined,
  what: { address: string } | { hash: string },
): string | undefined {
  const template = 'address' in what ? network?.explorer?.address : network?.explorer?.transaction
  const [place, value] = 'address' in what ? ['{address}', what.address] : ['{hash}', what.hash]
  return template?.replace(place, () => encodeURIComponent(value))
}

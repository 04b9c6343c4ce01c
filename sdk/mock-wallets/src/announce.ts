/** The parts of EIP-6963 that a wallet shows. */
export interface AnnouncedInfo {
  readonly uuid: string
  readonly name: string
  readonly icon: string
  readonly rdns: string
}

/**
 * Announces a provider by EIP-6963, now and at each request of a page, with a frozen detail.
 *
 * Answers the way to stop.
 */
export function announceProvider(
  target: EventTarget,
  info: Readonly<Record<string, unknown>>,
  provider: unknown,
): () => void {
  const detail = Object.freeze({ info: Object.freeze({ ...info }), provider })
  const announce = () =>
    target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  target.addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => target.removeEventListener('eip6963:requestProvider', announce)
}

/** A square in a colour of its name, as a data URI. */
export function iconOf(name: string): string {
  const hue = [...name].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96"><rect width="96" height="96" rx="20" fill="hsl(${hue} 65% 45%)"/><circle cx="48" cy="48" r="20" fill="#fff"/></svg>`
  return `data:image/svg+xml;base64,${btoa(svg)}`
}

/**
 * Sets `ethereum` as wallets did before EIP-6963: the last one wins, and keeps those before it in
 * `providers`.
 *
 * Answers the way to take it back.
 */
export function setLegacyProvider(target: EventTarget, provider: object): () => void {
  const host = target as { ethereum?: { providers?: readonly unknown[] } | undefined }
  const earlier = host.ethereum
  const others = earlier ? (earlier.providers ?? [earlier]) : []
  host.ethereum = others.length
    ? Object.assign(Object.create(provider) as object, { providers: [...others, provider] })
    : provider
  const mine = host.ethereum
  return () => {
    if (host.ethereum === mine) host.ethereum = earlier
  }
}

/** Validates what an injected wallet announces about itself. */
import { displayText, parseDataImage } from '@portico/kernel/text'

/**
 * An injected wallet. Its `request` is captured on discovery, so a function that a script installs
 * later is never called.
 */
export interface InjectedWallet {
  readonly provider: object
  readonly request: (args: {
    readonly method: string
    readonly params?: readonly unknown[]
  }) => unknown
}
export interface Announcement extends InjectedWallet {
  /** UUID v4, unique per wallet and page load. */
  readonly uuid: string
  /** Sanitised for display. */
  readonly name: string
  /** A data URI. */
  readonly icon: string
  /**
   * In lower case. Self-declared: identifies the wallet after a reload, but is no reason to trust
   * it.
   */
  readonly rdns: string
}

const uuidV4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i
const reverseDns = /^(?=.{3,253}$)[a-z\d-]+(\.[a-z\d-]+)+$/i

/**
 * Parses an EIP-6963 announcement. Returns undefined when a field is missing or malformed, or when
 * a getter throws.
 */
export function readAnnouncement(event: Event): Announcement | undefined {
  try {
    const { info, provider } = (event as CustomEvent).detail
    const { uuid, name, icon, rdns } = info
    const wallet = readProvider(provider)
    const shownName = displayText(name)
    const image = parseDataImage(icon)
    if (
      typeof uuid !== 'string' ||
      typeof rdns !== 'string' ||
      !uuidV4.test(uuid) ||
      !reverseDns.test(rdns) ||
      !wallet ||
      !shownName ||
      !image
    )
      return undefined
    return { ...wallet, uuid, name: shownName, icon: image, rdns: rdns.toLowerCase() }
  } catch {
    // A throwing getter counts as a missing field.
    return undefined
  }
}

/** Reads `window.ethereum`, which wallets shared before EIP-6963. */
export function readBrowserWallet(page: object): InjectedWallet | undefined {
  try {
    return readProvider((page as { ethereum?: unknown }).ethereum)
  } catch {
    return undefined
  }
}

/** Captures the provider's `request` function (EIP-1193). */
function readProvider(provider: unknown): InjectedWallet | undefined {
  const request = (provider as InjectedWallet | undefined)?.request
  return typeof request === 'function' ? { provider: provider as object, request } : undefined
}

/** What a wallet in the page says of itself, read at the door. */
import { displayText, parseDataImage } from '@portico/kernel/contracts'

/** A wallet in the page. Its `request` was taken when it was met: what a script puts in its place later is not called. */
export interface InjectedWallet {
  readonly provider: object
  readonly request: (ask: { readonly method: string; readonly params?: readonly unknown[] }) => unknown
}
export interface Announcement extends InjectedWallet {
  /** UUID v4: unique for each wallet and load of the page. */
  readonly uuid: string
  /** Fit to be shown. */
  readonly name: string
  /** A data image. */
  readonly icon: string
  /** In lower case. The wallet's own word: good for finding it again, no reason to trust it. */
  readonly rdns: string
}

const uuidV4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i
const reverseDns = /^(?=.{3,253}$)[a-z\d-]+(\.[a-z\d-]+)+$/i

/** Reads an EIP-6963 announcement. Undefined: a field is missing or has another shape than the EIP asks for, a getter throws. */
export function readAnnouncement(event: Event): Announcement | undefined {
  try {
    const { info, provider } = (event as CustomEvent).detail
    const { uuid, name, icon, rdns } = info
    const wallet = readProvider(provider)
    const shownName = displayText(name)
    const image = parseDataImage(icon)
    if (typeof uuid !== 'string' || typeof rdns !== 'string' || !uuidV4.test(uuid) || !reverseDns.test(rdns) || !wallet || !shownName || !image)
      return undefined
    return { ...wallet, uuid, name: shownName, icon: image, rdns: rdns.toLowerCase() }
  } catch {
    // A getter that throws is a field that is missing.
    return undefined
  }
}

/** Reads `window.ethereum`, the one place that wallets shared before they announced themselves. */
export function readBrowserWallet(page: object): InjectedWallet | undefined {
  try {
    return readProvider((page as { ethereum?: unknown }).ethereum)
  } catch {
    return undefined
  }
}

/** Takes the one function that counts (EIP-1193). */
function readProvider(provider: unknown): InjectedWallet | undefined {
  const request = (provider as InjectedWallet | undefined)?.request
  return typeof request === 'function' ? { provider: provider as object, request } : undefined
}

import { KernelError } from '@portico/kernel'
import { type FrameUrlProblem, readFrameUrl } from './frame/frame-url.js'
import type { OptionalNamespace } from './protocol/methods.js'

export interface EmbeddedOptions {
  /**
   * The address of the frame's page, on an origin of its own: `https://wallet.example.com/`.
   * Without it the plugin shows nothing.
   */
  readonly url?: string
  /** The chains that the wallet serves. Default: eip155 and solana. */
  readonly namespaces?: readonly EmbeddedNamespace[]
}
export type EmbeddedNamespace = 'eip155' | 'solana' | OptionalNamespace

export const defaultNamespaces: readonly EmbeddedNamespace[] = ['eip155', 'solana']

const problems: Readonly<Record<FrameUrlProblem, string>> = {
  'no-url': 'is no address',
  insecure: 'is not https',
  credentials: 'contains a password',
  'same-origin': 'is on the origin of the page, which could read every key there',
}

/**
 * Validates the address. Throws a KernelError BAD_PLUGIN for one that is unusable, and for one on
 * the page's own origin.
 */
export function checkedUrl(url: string, page: string): URL {
  const found = readFrameUrl(url, page)
  if ('url' in found) return found.url
  throw new KernelError(
    'BAD_PLUGIN',
    `"${url}" ${problems[found.problem]}.`,
    'connector/embedded',
    'The address of a page on an origin of its own, such as https://wallet.example.com/',
  )
}

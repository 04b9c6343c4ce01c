/**
 * Fetches external content of an item: documents that describe it, and pictures.
 * Each is requested once, and only with the person's consent.
 */
import { anySignal } from '@portico/kernel'
import { httpService } from '@portico/kernel/backend'
import type { Nft, NftFacts } from '@portico/kernel/capabilities'
import { readDataDocument } from './data-document.js'
import type { NftGallery, NftsOptions } from './gallery.js'
import { outsideSlice } from './persisted.js'
import type { NftsContext } from './refs.js'
import { addressOf, factsOf, insidePicture, isInside } from './rules.js'

/** Bytes of a document, and the number of documents to keep. */
const [longestDocument, mostDocuments] = [262_144, 400]
/** Milliseconds for a document. Pictures have the limits of `Http.picture`. */
const timeoutMs = 15_000

interface Outside {
  /** True when an item has content on a host that a page may request. */
  hasThirdPartyContent(nft: Nft): boolean
  /** Allows failed requests to be retried. */
  tryAgain(): void
  /** Cancels all requests, also queued ones. */
  stop(): void
  forget(): void
}
export function createOutside(
  context: NftsContext,
  { gateways }: NftsOptions,
): Pick<NftGallery, 'describe' | 'picture'> & Outside {
  const facts = new Map<string, Promise<NftFacts>>()
  const failures = new Set<string>()
  let consent = new AbortController()

  /**
   * Undefined where the content is unavailable: host down, too large, not found.
   * Third-party hosts fail often, and a tile without a picture says enough, so nothing is reported.
   * A request that was not sent does not count as failed.
   */
  const fetched = async <Found>(
    source: string,
    ask: (signal: AbortSignal) => Promise<Found | undefined>,
  ): Promise<Found | undefined> => {
    const { signal } = consent
    if (!context.state(outsideSlice).allowed) return undefined
    const found = await ask(anySignal([context.signal, signal])).catch(() => undefined)
    if (found === undefined && !signal.aborted) failures.add(source)
    return found
  }

  const readDocument = async (metadata: string): Promise<NftFacts> => {
    const [oldest] = facts.keys()
    if (facts.size >= mostDocuments && oldest !== undefined) facts.delete(oldest)
    if (isInside(metadata)) return factsOf(readDataDocument(metadata))
    const address = addressOf(metadata, gateways)
    const options = { read: factsOf, isUntrusted: true, limit: longestDocument, timeout: timeoutMs }
    if (!address) return {}
    const found = await fetched(metadata, signal =>
      context.use(httpService).get(address, { ...options, signal }),
    )
    return found ?? {}
  }
  const documentOf = (metadata: string): Promise<NftFacts> => {
    const found = facts.get(metadata) ?? readDocument(metadata)
    facts.set(metadata, found)
    return found
  }

  return {
    async describe(nft: Nft) {
      const { metadata } = nft
      if (!metadata || (!isInside(metadata) && !context.state(outsideSlice).allowed)) return nft
      return { ...(await documentOf(metadata)), ...factsOf(nft) }
    },
    async picture(source) {
      if (isInside(source)) return insidePicture(source)
      const address = failures.has(source) ? undefined : addressOf(source, gateways)
      if (!address) return undefined
      return fetched(source, signal =>
        context.use(httpService).picture(address, { isWanted: true, signal }),
      )
    },
    hasThirdPartyContent: ({ image = '', metadata = '' }) =>
      [image, metadata].some(source => addressOf(source, gateways) !== undefined),
    tryAgain() {
      for (const source of failures) facts.delete(source)
      failures.clear()
    },
    stop() {
      consent.abort()
      consent = new AbortController()
      // Cancelled requests must not count as answers when the person allows requests again.
      facts.clear()
    },
    forget() {
      facts.clear()
      failures.clear()
    },
  }
}

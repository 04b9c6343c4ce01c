/** What strangers put elsewhere: the documents that describe an item, and its pictures. Each is asked for once, and only with the person's consent. */
import { anySignal } from '@portico/kernel'
import { http, type Nft, type NftFacts } from '@portico/kernel/contracts'
import type { NftGallery, NftsOptions } from '../gallery.js'
import { type NftsContext, outsideSlice } from '../refs.js'
import { addressOf, factsOf, insidePicture, isInside } from '../rules.js'
import { readDataDocument } from './data-document.js'

/** Bytes of a document, and how many are kept. */
const [longestDocument, mostDocuments] = [262_144, 400]
/** Milliseconds for a document. Pictures have the measures of all pictures: `Http.picture`. */
const patience = 15_000

interface Outside {
  /** Something of it stands where a page may ask for it. */
  isElsewhere(nft: Nft): boolean
  /** What was not to be had may be by now. */
  tryAgain(): void
  /** Nobody is asked any more, whoever waits for a turn. */
  stop(): void
  forget(): void
}
export function createOutside(context: NftsContext, { gateways }: NftsOptions): Pick<NftGallery, 'describe' | 'picture'> & Outside {
  const facts = new Map<string, Promise<NftFacts>>()
  const failures = new Set<string>()
  let consent = new AbortController()

  /**
   * Undefined where it was not to be had: down, too large, no such thing. A stranger's host owes nobody anything, and a tile without a picture says enough. What was
   * not asked for is no failure.
   */
  const fetched = async <Found>(source: string, ask: (signal: AbortSignal) => Promise<Found | undefined>): Promise<Found | undefined> => {
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
    const options = { read: factsOf, isStranger: true, limit: longestDocument, timeout: patience }
    if (!address) return {}
    const found = await fetched(metadata, signal => context.use(http).get(address, { ...options, signal }))
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
      return fetched(source, signal => context.use(http).picture(address, { isWanted: true, signal }))
    },
    isElsewhere: ({ image = '', metadata = '' }) => [image, metadata].some(source => addressOf(source, gateways) !== undefined),
    tryAgain() {
      for (const source of failures) facts.delete(source)
      failures.clear()
    },
    stop() {
      consent.abort()
      consent = new AbortController()
      // Those that were given up are no answer for who allows it again.
      facts.clear()
    },
    forget() {
      facts.clear()
      failures.clear()
    },
  }
}

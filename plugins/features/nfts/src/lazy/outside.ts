/** What strangers put elsewhere: the documents that describe an item, and its pictures. Each is asked for once, and only with the person's consent. */
import { http, type Nft, type NftFacts } from '@portico/kernel/contracts'
import type { NftGallery, NftsOptions } from '../gallery.js'
import { type NftsContext, outsideSlice } from '../refs.js'
import { addressOf, factsOf, insidePicture, isInside } from '../rules.js'
import { readDataDocument } from './data-document.js'

/** On their way at the same time. */
const mostAtOnce = 6
/** Bytes of a document, and how many are kept. */
const [longestDocument, mostDocuments] = [262_144, 400]
/** Milliseconds for a document. Pictures have the measures of all pictures: `Http.picture`. */
const patience = 15_000

interface Outside {
  /** Something of it stands where a page may ask for it. */
  isElsewhere(nft: Nft): boolean
  /** What was not to be had may be by now. */
  tryAgain(): void
  forget(): void
}
export function createOutside(context: NftsContext, { gateways }: NftsOptions): Pick<NftGallery, 'describe' | 'picture'> & Outside {
  const facts = new Map<string, Promise<NftFacts>>()
  const failures = new Set<string>()
  const refused = new Set<string>()
  const waiting: (() => void)[] = []
  let running = 0

  const inTurn = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (running < mostAtOnce) running++
    else await new Promise<void>(go => waiting.push(go))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
  /** Undefined where it was not to be had. A host that the policy of the page refuses is not asked a second time (decision 40). */
  const fetched = (address: string, work: () => Promise<string | NftFacts | undefined>) =>
    inTurn(async () => {
      const { origin } = new URL(address)
      if (!context.state(outsideSlice).allowed || refused.has(origin)) return undefined
      const note = ({ effectiveDirective, blockedURI, disposition }: SecurityPolicyViolationEvent) => {
        if (effectiveDirective === 'connect-src' && disposition !== 'report' && blockedURI.startsWith(origin)) refused.add(origin)
      }
      globalThis.document?.addEventListener('securitypolicyviolation', note)
      try {
        return await work()
      } catch {
        // Down, too large, no such thing: a stranger's host owes nobody anything, and a tile without a picture says enough.
        return undefined
      } finally {
        globalThis.document?.removeEventListener('securitypolicyviolation', note)
      }
    })

  const readDocument = async (metadata: string): Promise<NftFacts> => {
    const [oldest] = facts.keys()
    if (facts.size >= mostDocuments && oldest !== undefined) facts.delete(oldest)
    if (isInside(metadata)) return factsOf(readDataDocument(metadata))
    const address = addressOf(metadata, gateways)
    const options = { read: factsOf, isStranger: true, limit: longestDocument, timeout: patience, signal: context.signal }
    const found = address && (await fetched(address, () => context.use(http).get(address, options)))
    if (typeof found === 'object') return found
    failures.add(metadata)
    return {}
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
      const found = await fetched(address, () => context.use(http).picture(address, { isWanted: true, signal: context.signal }))
      if (typeof found === 'string') return found
      if (context.state(outsideSlice).allowed) failures.add(source)
      return undefined
    },
    isElsewhere: ({ image = '', metadata = '' }) => [image, metadata].some(source => addressOf(source, gateways) !== undefined),
    tryAgain() {
      for (const source of failures) facts.delete(source)
      failures.clear()
    },
    forget() {
      facts.clear()
      failures.clear()
    },
  }
}

/** What strangers put elsewhere: the documents that describe an item, and its pictures. Each is asked for once, and only with the person's consent. */
import { http, type Nft, type NftFacts } from '@portico/kernel/contracts'
import type { NftGallery, NftsOptions } from '../gallery.js'
import { type NftsContext, outsideSlice } from '../refs.js'
import { addressOf, factsOf, insidePicture, isInside } from '../rules.js'
import { pictureFrom, readDataDocument } from './media.js'

/** On their way at the same time. */
const mostAtOnce = 6
/** Bytes of a document, and how many are kept; bytes of a picture, and characters of all that are kept. */
const [longestDocument, mostDocuments, largestPicture, mostCharacters] = [262_144, 400, 4_194_304, 33_554_432]
/** Milliseconds. */
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
  const pictures = new Map<string, Promise<string | undefined>>()
  const failures = new Set<string>()
  const refused = new Set<string>()
  const waiting: (() => void)[] = []
  let running = 0
  let characters = 0

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
  const load = async (source: string): Promise<string | undefined> => {
    const address = addressOf(source, gateways)
    const options = { isStranger: true, limit: largestPicture, timeout: patience, signal: context.signal }
    const found = address && (await fetched(address, async () => pictureFrom(await context.use(http).blob(address, options))))
    if (typeof found !== 'string') return void failures.add(source)
    characters += found.length
    for (const [oldest, one] of pictures) {
      if (characters <= mostCharacters || oldest === source) break
      pictures.delete(oldest)
      characters -= (await one)?.length ?? 0
    }
    return found
  }
  const kept = <Value>(known: Map<string, Promise<Value>>, key: string, find: (key: string) => Promise<Value>): Promise<Value> => {
    const found = known.get(key) ?? find(key)
    known.set(key, found)
    return found
  }

  return {
    async describe(nft: Nft) {
      const { metadata } = nft
      if (!metadata || (!isInside(metadata) && !context.state(outsideSlice).allowed)) return nft
      return { ...(await kept(facts, metadata, readDocument)), ...factsOf(nft) }
    },
    async picture(source) {
      if (isInside(source)) return insidePicture(source)
      return context.state(outsideSlice).allowed ? kept(pictures, source, load) : undefined
    },
    isElsewhere: ({ image = '', metadata = '' }) => [image, metadata].some(source => addressOf(source, gateways) !== undefined),
    tryAgain() {
      for (const source of failures) {
        facts.delete(source)
        pictures.delete(source)
      }
      failures.clear()
    },
    forget() {
      facts.clear()
      pictures.clear()
      failures.clear()
      characters = 0
    },
  }
}

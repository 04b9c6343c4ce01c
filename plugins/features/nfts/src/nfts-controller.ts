/**
 * Loads the pages of the active account's NFTs, and their external content. Loaded with the tab.
 */
import { delay, KernelError, latest } from '@portico/kernel'
import { type NftsQuestion, nftPageEndpoint } from '@portico/kernel/backend'
import { type Nft, type NftPage, nftsCapability } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { balancesChangedEvents, disconnectedEvent } from '@portico/kernel/session'
import { toastsService } from '@portico/kernel/shell'
import { NftsError } from './errors.js'
import { createOutside } from './external-content.js'
import type { NftGallery, NftsOptions, NftsState } from './gallery.js'
import { outsideSlice } from './persisted.js'
import { type NftsContext, nftsSlice } from './refs.js'
import { isSpam, join, pageOf } from './rules.js'
import { subjectOf } from './select.js'

type Subject = NonNullable<ReturnType<typeof subjectOf>>
/** Pages to request in a row while none of their items may be shown. */
const mostInARow = 5

export function createController(context: NftsContext, options: NftsOptions) {
  const request = latest(context.signal)
  let isReported = false
  const outside = createOutside(context, options)
  const now = () => context.state(nftsSlice)
  const set = (change: Partial<NftsState>) => context.patch(nftsSlice, change)
  const put = (next: string | undefined, items: readonly Nft[], change: Partial<NftsState> = {}) =>
    context.update(nftsSlice, state => {
      delete state.next
      Object.assign(
        state,
        {
          items,
          hasThirdPartyContent: items.some(
            one => !isSpam(one) && outside.hasThirdPartyContent(one),
          ),
        },
        change,
        next && { next },
      )
    })

  const page = async (
    { account, network }: Subject,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<NftPage> => {
    const { value } = await context.call(
      nftPageEndpoint,
      { account, network, ...(cursor && { cursor }) },
      signal,
    )
    const sound = pageOf(value, network)
    if (!sound) throw new ChainError('CHAIN_ANSWER')
    return sound
  }
  const failed = (error: unknown) => {
    if (isUnhandled(error)) return set({ phase: 'none', loading: false })
    set({ phase: 'unavailable', loading: false })
    if (isReported) return
    isReported = true
    context.use(toastsService).fail(new NftsError('NFTS', { cause: error }))
  }
  /** Requests further pages as long as they have no visible item. */
  const goOn = async (subject: Subject, signal: AbortSignal) => {
    for (let pages = 0; pages < mostInARow; pages++) {
      const { next, items } = now()
      if (signal.aborted || !next) break
      const { items: more, next: following } = await page(subject, next, signal)
      if (signal.aborted) return
      put(following, join(items, more))
      if (more.some(one => !isSpam(one))) break
    }
  }
  const during = async (signal: AbortSignal, work: () => Promise<void>) => {
    set({ loading: true })
    try {
      await work()
      if (signal.aborted) return
      isReported = false
      set({ phase: 'known', loading: false })
    } catch (error) {
      if (!signal.aborted) failed(error)
    } finally {
      // The request was cancelled without a new one, so no page is in flight.
      if (signal.aborted && request.isNewest(signal)) set({ loading: false })
    }
  }
  const askNewest = async (subject: Subject, signal: AbortSignal) => {
    const { items, next } = await page(subject, undefined, signal)
    if (signal.aborted) return
    put(next, items)
    if (!items.some(one => !isSpam(one))) await goOn(subject, signal)
  }

  const service: NftGallery = {
    ...outside,
    async refresh(given) {
      const signal = request.start(given)
      // Batches a burst of changes into one request.
      await delay(0, signal).catch(() => undefined)
      if (signal.aborted) return
      const subject = subjectOf(context)
      if (!subject) return context.reset(nftsSlice)
      if (subject.key !== now().subject)
        put(undefined, [], { subject: subject.key, phase: 'loading' })
      outside.tryAgain()
      await during(signal, () => askNewest(subject, signal))
    },
    async more(given) {
      const subject = subjectOf(context)
      if (!subject || subject.key !== now().subject || now().loading || !now().next) return
      const signal = request.start(given)
      await during(signal, () => goOn(subject, signal))
    },
    showHidden: async shown => set({ showsHidden: shown }),
    async allowOutside(allowed) {
      // Queued requests that were cancelled when the consent was taken back have not failed, so
      // they may be retried.
      if (allowed) outside.tryAgain()
      else outside.stop()
      context.patch(outsideSlice, { allowed })
    },
  }

  context.on(balancesChangedEvents, () => context.invalidate(nftPageEndpoint))
  context.on(disconnectedEvent, () => {
    request.stop()
    outside.forget()
    context.reset(nftsSlice)
  })

  return {
    service,
    /** Answers a page request from the chain itself. */
    async ask({ account, network, cursor }: NftsQuestion, signal: AbortSignal): Promise<NftPage> {
      const chain = context.capability(nftsCapability, network)
      if (!chain) throw new ChainError('CHAIN_UNAVAILABLE')
      const collections = (options.collections ?? []).filter(asset =>
        asset.startsWith(`${network}/`),
      )
      const inner = cursor?.slice('chain '.length)
      const page = await chain.page(
        account,
        network,
        { collections, ...(inner && { cursor: inner }) },
        signal,
      )
      if (!page) throw new ChainError('CHAIN_NO_ENDPOINT')
      const { items, next } = page
      return { items, ...(next && { next: `chain ${next}` }) }
    },
  }
}

/** True when no handler lists NFTs of this network. */
const isUnhandled = (error: unknown) =>
  (error instanceof KernelError && error.code === 'NOT_HANDLED') ||
  (error instanceof ChainError && error.code === 'CHAIN_NO_ENDPOINT')

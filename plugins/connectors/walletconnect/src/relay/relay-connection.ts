/** The relay connection: one per origin, held by this tab until another tab needs it. */
import { type Dispose, unlessAborted } from '@portico/kernel'
import type { NetworkId } from '@portico/kernel/chain'
import { configurationRefusedEvent } from '@portico/kernel/shell'
import { WalletConnectError } from '../errors.js'
import type { WalletConnectOptions } from '../options.js'
import { pairingSlice, type WalletConnectContext } from '../refs.js'
import { openRelayClient, type RelayClient } from './relay-client.js'
import { createSocketOwner, type Tabs } from './socket-owner.js'

export interface RelayListener {
  isPairing(): boolean
  /** True while a session is stored, whose wallet may send something. */
  hasSessions(): boolean
  /** Called when the relay connection was lost, or refused, during a pairing. */
  isEnded(error: unknown): void
  opened(client: RelayClient): Promise<void>
  /** Called when the relay has a request of this tab for the wallet. */
  sent(topic: string, id: number): void
  /** Receives what the wallet sent to the tab that has the relay connection. */
  hear(news: unknown): void
}

/**
 * A client of the library, from its opening until its release.
 * Then `signal` aborts with the reason.
 */
interface Held {
  readonly client: Promise<RelayClient>
  readonly life: AbortController
}

export type RelayConnection = ReturnType<typeof createRelayConnection>
export function createRelayConnection(
  context: WalletConnectContext,
  options: WalletConnectOptions,
  tabs: Tabs,
  user: RelayListener,
) {
  const { report, signal } = context
  const page = globalThis.document as Document | undefined
  const isSeen = () => page?.visibilityState !== 'hidden'
  let held: Held | undefined
  let unwatch: Dispose | undefined
  /**
   * Resolves when the previous client is closed. The library has one global core per page, and two
   * clients would have two sockets.
   */
  let closed: Promise<unknown> = Promise.resolve()
  let pending = 0
  /** Aborts when the database is deleted. Clients of before store nothing after that. */
  let erased = new AbortController()

  const sockets = createSocketOwner(
    tabs,
    {
      isBusy: () => pending > 0 || (user.isPairing() && isSeen()),
      async lose(): Promise<void> {
        const open = held?.client
        const reason = new WalletConnectError('OTHER_TAB')
        letGo(reason)
        user.isEnded(reason)
        await close(open)
      },
      // Opening the client stores keys, which a page without a session does not need.
      inherit: () => void (user.hasSessions() && current().client.catch(report)),
      hear: user.hear,
      report,
    },
    signal,
  )
  const showLost = (isLost: boolean) => {
    if (signal.aborted) return
    context.update(pairingSlice, state => {
      state.isRelayLost = isLost
    })
  }
  const close = (open: Promise<RelayClient> | undefined): Promise<unknown> => {
    const closing = Promise.resolve(open?.catch(() => undefined)).then(client => client?.close())
    closed = Promise.allSettled([closed, closing])
    return closing
  }
  /**
   * Releases the client of this tab. It emits nothing any more, and its callers reject with the
   * reason.
   */
  const letGo = (reason: unknown) => {
    const { life } = held ?? {}
    held = undefined
    unwatch?.()
    unwatch = undefined
    life?.abort(reason)
  }
  const watchRelay = (open: RelayClient) => {
    showLost(false)
    unwatch = open.onRelay(event => {
      showLost(event !== 'connected')
      if (event !== 'refused' || signal.aborted) return
      // The library would retry again and again; here only the next caller that needs the relay
      // tries once more.
      const reason = new WalletConnectError('RELAY_REFUSED')
      letGo(reason)
      close(Promise.resolve(open)).catch(report)
      context.emit(configurationRefusedEvent, { service: 'WalletConnect' })
      user.isEnded(reason)
    })
  }
  const start = async (isMine: () => boolean): Promise<RelayClient> => {
    await closed
    const open = await openRelayClient(options, report, erased.signal)
    // Lost while it was opening: the code that released the connection closes it.
    if (!isMine()) return open
    watchRelay(open)
    try {
      await user.opened(open)
    } catch (error) {
      if (isMine()) letGo(error)
      await close(Promise.resolve(open)).catch(report)
      throw error
    }
    return open
  }
  const current = (): Held => {
    if (held) return held
    const mine: Held = { client: start(() => held === mine), life: new AbortController() }
    held = mine
    mine.client.catch(() => {
      if (held === mine) held = undefined
    })
    return mine
  }
  const taken = async (within: AbortSignal) => {
    await sockets.take(within)
    const { client, life } = current()
    return { open: await unlessAborted(client, within), lost: life.signal }
  }

  const wake = () => {
    if (!isSeen() || !sockets.isOwner) return
    held?.client
      .then(async open => {
        open.wake()
        await user.opened(open)
      })
      .catch(report)
  }
  page?.addEventListener('visibilitychange', wake, { signal })
  globalThis.addEventListener?.('pageshow', wake, { signal })
  globalThis.addEventListener?.('online', wake, { signal })

  return {
    /** Takes the relay connection, from another tab where that tab does not need it. */
    take: async (within: AbortSignal) => (await taken(within)).open,
    /** Resolves with the client, if this tab has the relay connection or no tab does. */
    takeIfFree: async (within: AbortSignal) =>
      (await sockets.takeIfFree()) ? unlessAborted(current().client, within) : undefined,
    /**
     * Closes the client after an attempt that did not reach the relay.
     * The relay may be silent on this socket, and every later request would wait behind the first.
     * The next attempt opens another socket. The client stays open while a wallet has a request:
     * its answer may still come from the relay's queue.
     */
    discardAfter(error: unknown): void {
      const isUnreached = error instanceof WalletConnectError && error.code === 'RELAY_UNREACHABLE'
      if (!isUnreached || pending > 0 || !held) return
      const { client } = held
      letGo(new WalletConnectError('RELAY_UNREACHABLE'))
      close(client).catch(report)
    },
    /** Closes the client once `ended` settles, then runs `erase`. */
    async erase(ended: Promise<unknown>, erase: () => Promise<void>): Promise<void> {
      await ended.catch(() => undefined)
      const open = held?.client
      letGo(new WalletConnectError('RELAY_UNREACHABLE'))
      // The keys of a link that is shown are deleted, so no wallet could approve it.
      user.isEnded(new WalletConnectError('PAIRING_EXPIRED'))
      showLost(false)
      await Promise.allSettled([close(open)])
      erased.abort()
      erased = new AbortController()
      await erase()
    },
    tell: sockets.tell,
    async request(
      topic: string,
      network: NetworkId,
      method: string,
      params: unknown,
      within: AbortSignal,
    ): Promise<unknown> {
      const { open, lost } = await taken(within)
      const ended = new AbortController()
      const over = () => {
        if (!ended.signal.aborted) pending--
        ended.abort()
      }
      pending++
      // The caller has given up, so another tab may take the connection.
      within.addEventListener('abort', over)
      try {
        const answer = open.request(
          topic,
          network,
          method,
          params,
          id => ended.signal.aborted || user.sent(topic, id),
          ended.signal,
        )
        return await unlessAborted(answer, lost)
      } finally {
        within.removeEventListener('abort', over)
        over()
      }
    },
    /** Resolves when the page is visible. */
    async seen(within: AbortSignal): Promise<void> {
      if (!page || isSeen()) return
      await unlessAborted(
        new Promise<void>(resolve => {
          const look = () => isSeen() && resolve()
          page.addEventListener('visibilitychange', look, { signal: within })
          globalThis.addEventListener?.('pageshow', look, { signal: within })
        }),
        within,
      )
    },
  }
}

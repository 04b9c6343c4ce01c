/** The one line to the relay: this tab's, as long as no other tab needs it. */
import { type Dispose, unlessAborted } from '@portico/kernel'
import { configurationRefused, type NetworkId } from '@portico/kernel/contracts'
import { WalletConnectError } from '../errors.js'
import type { WalletConnectOptions } from '../options.js'
import { pairing, type WalletConnectContext } from '../refs.js'
import { openRelayClient, type RelayClient } from './relay-client.js'
import { createSocketOwner, type Tabs } from './socket-owner.js'

export interface LineUser {
  isPairing(): boolean
  /** The line was lost, or refused, while somebody was pairing. */
  isEnded(error: unknown): void
  opened(client: RelayClient): Promise<void>
  /** The relay has a request of this tab for the wallet. */
  sent(topic: string, id: number): void
  /** What the wallet told the tab that has the line. */
  hear(news: unknown): void
}

/** A client of the library, from the moment that it is opened until this tab lets go of it: then its life ends, with the reason. */
interface Held {
  readonly client: Promise<RelayClient>
  readonly life: AbortController
}

export type RelayLine = ReturnType<typeof createRelayLine>
export function createRelayLine(context: WalletConnectContext, options: WalletConnectOptions, tabs: Tabs, user: LineUser) {
  const { report, signal } = context
  const page = globalThis.document as Document | undefined
  const isSeen = () => page?.visibilityState !== 'hidden'
  let held: Held | undefined
  let unwatch: Dispose | undefined
  /** Until it resolves there is a client of before: the library has one place in a page, and two of them would have two sockets. */
  let closed: Promise<unknown> = Promise.resolve()
  let pending = 0

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
      inherit: () => current().client.catch(report),
      hear: user.hear,
      report,
    },
    signal,
  )
  const showLost = (isLost: boolean) => {
    if (signal.aborted) return
    context.update(pairing, state => {
      state.isRelayLost = isLost
    })
  }
  const close = (open: Promise<RelayClient> | undefined): Promise<unknown> => {
    const closing = Promise.resolve(open?.catch(() => undefined)).then(client => client?.close())
    closed = Promise.allSettled([closed, closing])
    return closing
  }
  /** What was this tab's client says nothing any more, and answers nobody: who waits for it hears why. */
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
      // By itself it would ask again and again; the next who needs it asks once more.
      const reason = new WalletConnectError('RELAY_REFUSED')
      letGo(reason)
      close(Promise.resolve(open)).catch(report)
      context.emit(configurationRefused, { service: 'WalletConnect' })
      user.isEnded(reason)
    })
  }
  const start = async (isMine: () => boolean): Promise<RelayClient> => {
    await closed
    const open = await openRelayClient(options, report)
    // Lost while it opened: whoever took the line closes it.
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
    /** The line, taken from another tab where that one does not need it. */
    take: async (within: AbortSignal) => (await taken(within)).open,
    /** The line, if this tab has it or nobody does. */
    takeIfFree: async (within: AbortSignal) => ((await sockets.takeIfFree()) ? unlessAborted(current().client, within) : undefined),
    /**
     * Closes the client after an attempt that did not reach the relay: the relay may be mute, and every later question would wait behind the first. The next attempt opens another one. Not
     * while a wallet is asked: its answer may still come by the relay's queue.
     */
    discardAfter(error: unknown): void {
      const isUnreached = error instanceof WalletConnectError && error.code === 'RELAY_UNREACHABLE'
      if (!isUnreached || pending > 0 || !held) return
      const { client } = held
      letGo(new WalletConnectError('RELAY_UNREACHABLE'))
      close(client).catch(report)
    },
    tell: sockets.tell,
    async request(topic: string, network: NetworkId, method: string, params: unknown, within: AbortSignal): Promise<unknown> {
      const { open, lost } = await taken(within)
      const ended = new AbortController()
      const over = () => {
        if (!ended.signal.aborted) pending--
        ended.abort()
      }
      pending++
      // Nobody waits any more: another tab may have the line.
      within.addEventListener('abort', over)
      try {
        const answer = open.request(topic, network, method, params, id => ended.signal.aborted || user.sent(topic, id), ended.signal)
        return await unlessAborted(answer, lost)
      } finally {
        within.removeEventListener('abort', over)
        over()
      }
    },
    /** Resolves when somebody looks at the page. */
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

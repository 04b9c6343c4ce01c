/**
 * Gives the socket to the relay to one tab of an origin at a time (decision 12).
 * Two sockets of one client take each other's answers. The socket goes to the tab that needs it.
 */
import { delay, unlessAborted } from '@portico/kernel'
import { createShareInFlight } from '@portico/kernel/connector-kit'
import { WalletConnectError } from '../errors.js'
import { isRecord } from '../reading.js'

/**
 * Milliseconds that the owner has to answer. A suspended tab does not answer, and loses its lock.
 */
const timeoutMs = 1_500
/**
 * A tab that only ends a session is busy for moments, and is requested again for so long before the
 * person reads of it. Milliseconds.
 */
const askAgainForMs = 3_000
const askAgainMs = 300
/**
 * Of the channel, and of the lock that the tab with the socket holds.
 *
 * @storage BroadcastChannel
 * @stores nothing: which tab has the connection to the relay, and events of sessions
 * @reason two connections of one browser would take each other's messages
 * @kept not stored; the lock of the same name is held while a tab has the connection
 * @deletedBy closing the page
 */
const name = 'portico.walletconnect'

/**
 * The browser features that tabs coordinate with.
 * Without locks, and where the browser refuses them, every tab has a socket of its own.
 */
export interface Tabs {
  readonly locks?: Pick<LockManager, 'request'> | undefined
  readonly channel?:
    | Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>
    | undefined
}
export function tabsOf(page: typeof globalThis = globalThis): Tabs {
  try {
    return {
      locks: page.navigator?.locks,
      channel: page.BroadcastChannel && new page.BroadcastChannel(name),
    }
  } catch {
    // Firefox throws, and refuses locks too, where the person blocks all site data.
    return {}
  }
}

export interface Holder {
  /** True while this tab needs the socket for something that would be lost. */
  isBusy(): boolean
  /** Closes the socket: another tab takes it. */
  lose(): Promise<void>
  /** Called when this tab gets the socket because its owner is gone. */
  inherit(): void
  /** Receives a message from another tab. */
  hear(news: unknown): void
  report(error: unknown): void
}

export function createSocketOwner({ locks, channel }: Tabs, holder: Holder, signal: AbortSignal) {
  const self = crypto.randomUUID()
  const join = createShareInFlight()
  let release: (() => void) | undefined
  let losing: Promise<void> | undefined
  let queue: AbortController | undefined
  let freeing: Promise<boolean> | undefined
  /**
   * True while this tab steals the lock. The stolen lock may be its own: its queued request may
   * have been granted just before.
   */
  let isStealing = false
  /** The open questions of this tab, by id. */
  const questions = new Map<string, (answer: 'yours' | 'busy') => void>()

  /**
   * Releases the lock only after the socket is closed. Earlier, the next tab would open a second
   * one.
   */
  const lose = (): Promise<void> => {
    if (losing || !release) return losing ?? Promise.resolve()
    const done = release
    release = undefined
    losing = holder.lose().finally(() => {
      losing = undefined
      done()
    })
    return losing
  }
  /**
   * Closes the socket of a lock that another tab stole. Where this tab stole it from itself, the
   * new lock keeps the socket.
   */
  const whenStolen = (own: () => void) => {
    if (release === own && isStealing) release = undefined
    if (release === own) lose().catch(holder.report)
    if (!isStealing) wait()
  }
  /**
   * Requests the lock, and resolves with whether it was granted. The lock is held until it is
   * released or stolen.
   */
  const hold = (options: LockOptions) =>
    new Promise<boolean>((resolve, reject) => {
      if (!locks) {
        release = () => undefined
        return resolve(true)
      }
      let own: (() => void) | undefined
      const held = locks.request(name, options, lock => {
        if (!lock || signal.aborted) return resolve(false)
        // Aborts the queued request, unless this request is the queued one.
        if (options.signal !== queue?.signal) queue?.abort()
        queue = undefined
        return new Promise<void>(done => {
          release = own = done
          resolve(true)
          for (const answer of questions.values()) answer('yours')
        })
      })
      // Rejects when another tab stole the lock, and when a queued request was aborted.
      held.catch(error => {
        if (!own && error?.name === 'SecurityError') {
          // The browser refuses locks where site data is blocked.
          release = () => undefined
          return resolve(true)
        }
        if (!own) return reject(error)
        whenStolen(own)
      })
    })
  /** Queues for the lock, to take over when its owner is gone. */
  const wait = () => {
    if (queue || release || signal.aborted || !locks) return
    queue = new AbortController()
    hold({ signal: queue.signal }).then(
      has => has && holder.inherit(),
      error => error?.name === 'AbortError' || holder.report(error),
    )
  }
  const takeIfFree = async (): Promise<boolean> => {
    if (release) return true
    // Two concurrent requests of one tab would refuse each other.
    freeing ??= hold({ ifAvailable: true }).finally(() => {
      freeing = undefined
    })
    const has = await freeing
    if (!has) wait()
    return has
  }
  /** Asks the owner to release the socket. */
  const ask = async (within: AbortSignal): Promise<'yours' | 'busy' | 'silent'> => {
    const id = crypto.randomUUID()
    const silence = new AbortController()
    try {
      const answer = new Promise<'yours' | 'busy'>(resolve => questions.set(id, resolve))
      channel?.postMessage({ say: 'want', from: self, id })
      const silent = delay(timeoutMs, silence.signal).then(() => 'silent' as const)
      silent.catch(() => undefined)
      return await unlessAborted(Promise.race([answer, silent]), within)
    } finally {
      silence.abort()
      questions.delete(id)
    }
  }

  channel?.addEventListener('message', ({ data }) => {
    if (!isRecord(data)) return
    const { say, to, from, id } = data
    if (to === self && (say === 'yours' || say === 'busy')) questions.get(String(id))?.(say)
    if (say === 'news' && !release) holder.hear(data.news)
    if (say !== 'want' || !(release || losing)) return
    if (release && holder.isBusy()) return channel.postMessage({ say: 'busy', to: from, id })
    lose().then(() => {
      channel.postMessage({ say: 'yours', to: from, id })
      wait()
    }, holder.report)
  })
  signal.addEventListener('abort', () => {
    queue?.abort()
    lose().catch(holder.report)
    channel?.close()
  })

  return {
    get isOwner() {
      return release !== undefined
    },
    /**
     * Takes the socket if it is free.
     * Returns whether this tab has it now. If another tab has it, this tab is queued.
     */
    takeIfFree,
    /**
     * Resolves when this tab has the socket.
     * Throws a WalletConnectError `OTHER_TAB` when another tab waits for its wallet, 3 s later.
     */
    take: (within: AbortSignal): Promise<void> =>
      join(
        holder,
        'take',
        async waiting => {
          if (await unlessAborted(takeIfFree(), waiting)) return
          const giveUpAt = performance.now() + askAgainForMs
          while ((await ask(waiting)) === 'busy') {
            if (performance.now() > giveUpAt) throw new WalletConnectError('OTHER_TAB')
            await delay(askAgainMs, waiting)
          }
          isStealing = true
          try {
            if (!release) await hold({ steal: true })
          } finally {
            isStealing = false
          }
          signal.throwIfAborted()
        },
        within,
      ),
    /** Sends a message of the wallet to the other tabs. */
    tell: (news: unknown) => channel?.postMessage({ say: 'news', news }),
  }
}

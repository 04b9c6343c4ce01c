/** One tab of an origin at a time speaks to the relay (decision 12): two sockets of one client take each other's answers. The tab that needs it has it. */
import { unlessAborted } from '@portico/kernel'
import { WalletConnectError } from '../errors.js'
import { isRecord } from '../reading.js'

/** Milliseconds that the owner has to answer; a tab that sleeps does not, and what it holds is taken. */
const patience = 1_500
const name = 'portico.walletconnect'

/** The parts of a browser that tabs agree by. Without locks every tab speaks for itself. */
export interface Tabs {
  readonly locks?: Pick<LockManager, 'request'> | undefined
  readonly channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'> | undefined
}
export const tabsOf = (page: typeof globalThis = globalThis): Tabs => ({
  locks: page.navigator?.locks,
  channel: page.BroadcastChannel && new page.BroadcastChannel(name),
})

export interface Holder {
  /** Whether the socket is needed here for something that would be lost. */
  isBusy(): boolean
  /** Closes the socket: another tab has it from now on. */
  lose(): Promise<void>
  /** It fell to this tab, because the one that had it is gone. */
  inherit(): void
  /** What another tab told. */
  hear(news: unknown): void
  report(error: unknown): void
}

export function createSocketOwner({ locks, channel }: Tabs, holder: Holder, signal: AbortSignal) {
  const self = crypto.randomUUID()
  let release: (() => void) | undefined
  let queue: AbortController | undefined
  let answered: ((answer: 'yours' | 'busy') => void) | undefined

  const lose = async () => {
    if (!release) return
    release()
    release = undefined
    await holder.lose()
  }
  /** Resolves with whether it was granted; the lock is held until it is released, or stolen. */
  const hold = (options: LockOptions) =>
    new Promise<boolean>((resolve, reject) => {
      if (!locks) {
        release = () => undefined
        return resolve(true)
      }
      let granted = false
      const held = locks.request(name, options, lock => {
        if (!lock) return resolve(false)
        granted = true
        // Not needed any more, unless this is it.
        if (options.signal !== queue?.signal) queue?.abort()
        queue = undefined
        return new Promise<void>(done => {
          release = done
          resolve(true)
        })
      })
      // Rejects when another tab stole it, and when it was given up while waiting.
      held.catch(error => {
        if (!granted) return reject(error)
        lose().catch(holder.report)
        if (!signal.aborted) wait()
      })
    })
  /** Takes it up when the tab that has it goes away. */
  const wait = () => {
    if (queue || release || signal.aborted || !locks) return
    queue = new AbortController()
    hold({ signal: queue.signal }).then(
      () => holder.inherit(),
      error => error?.name === 'AbortError' || holder.report(error),
    )
  }

  channel?.addEventListener('message', ({ data }) => {
    if (!isRecord(data)) return
    if (data.to === self && (data.say === 'yours' || data.say === 'busy')) answered?.(data.say)
    if (data.say === 'news' && !release) holder.hear(data.news)
    if (data.say !== 'want' || !release) return
    if (holder.isBusy()) return channel.postMessage({ say: 'busy', to: data.from })
    lose().then(() => {
      channel.postMessage({ say: 'yours', to: data.from })
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
    /** Takes it where nobody has it; answers whether this tab has it now. Where another has it, this one is next. */
    async takeIfFree(): Promise<boolean> {
      if (release) return true
      const has = await hold({ ifAvailable: true })
      if (!has) wait()
      return has
    },
    /** Has it when it resolves. Throws a WalletConnectError `OTHER_TAB` when another tab waits for its wallet. */
    async take(within: AbortSignal): Promise<void> {
      if (await unlessAborted(this.takeIfFree(), within)) return
      const answer = await new Promise<'yours' | 'busy' | 'silent'>(resolve => {
        answered = resolve
        setTimeout(() => resolve('silent'), patience)
        channel?.postMessage({ say: 'want', from: self })
      })
      within.throwIfAborted()
      if (answer === 'busy') throw new WalletConnectError('OTHER_TAB')
      if (!release) await hold({ steal: true })
    },
    /** Tells the other tabs what the wallet told this one. */
    tell: (news: unknown) => channel?.postMessage({ say: 'news', news }),
  }
}

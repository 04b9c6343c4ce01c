/** One tab of an origin at a time speaks to the relay (decision 12): two sockets of one client take each other's answers. The tab that needs it has it. */
import { delay, unlessAborted } from '@portico/kernel'
import { createJoin } from '@portico/kernel/contracts'
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
  const join = createJoin()
  let release: (() => void) | undefined
  let losing: Promise<void> | undefined
  let queue: AbortController | undefined
  let freeing: Promise<boolean> | undefined
  /** What this tab has asked for and waits for, by the id of the question. */
  const questions = new Map<string, (answer: 'yours' | 'busy') => void>()

  /** The lock goes on only when the socket is closed: until then the next tab would have a second one. */
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
  /** Resolves with whether it was granted; the lock is held until it is released, or stolen. */
  const hold = (options: LockOptions) =>
    new Promise<boolean>((resolve, reject) => {
      if (!locks) {
        release = () => undefined
        return resolve(true)
      }
      let own: (() => void) | undefined
      const held = locks.request(name, options, lock => {
        if (!lock || signal.aborted) return resolve(false)
        // Not needed any more, unless this is it.
        if (options.signal !== queue?.signal) queue?.abort()
        queue = undefined
        return new Promise<void>(done => {
          release = own = done
          resolve(true)
          for (const answer of questions.values()) answer('yours')
        })
      })
      // Rejects when another tab stole it, and when it was given up while waiting.
      held.catch(error => {
        if (!own) return reject(error)
        if (release === own) lose().catch(holder.report)
        wait()
      })
    })
  /** Takes it up when the tab that has it goes away. */
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
    // Whoever asks twice at once is refused by its own first question.
    freeing ??= hold({ ifAvailable: true }).finally(() => {
      freeing = undefined
    })
    const has = await freeing
    if (!has) wait()
    return has
  }
  /** Asks the tab that has it. */
  const ask = async (within: AbortSignal): Promise<'yours' | 'busy' | 'silent'> => {
    const id = crypto.randomUUID()
    const silence = new AbortController()
    try {
      const answer = new Promise<'yours' | 'busy'>(resolve => questions.set(id, resolve))
      channel?.postMessage({ say: 'want', from: self, id })
      const silent = delay(patience, silence.signal).then(() => 'silent' as const)
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
    /** Takes it where nobody has it; answers whether this tab has it now. Where another has it, this one is next. */
    takeIfFree,
    /** Has it when it resolves. Throws a WalletConnectError `OTHER_TAB` when another tab waits for its wallet. */
    take: (within: AbortSignal): Promise<void> =>
      join(
        holder,
        'take',
        async waiting => {
          if (await unlessAborted(takeIfFree(), waiting)) return
          if ((await ask(waiting)) === 'busy') throw new WalletConnectError('OTHER_TAB')
          if (!release) await hold({ steal: true })
          signal.throwIfAborted()
        },
        within,
      ),
    /** Tells the other tabs what the wallet told this one. */
    tell: (news: unknown) => channel?.postMessage({ say: 'news', news }),
  }
}

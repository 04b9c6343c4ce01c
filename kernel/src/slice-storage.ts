/** Keeps slices in storage, with versions, and keeps tabs in step. Never throws into the app. */
import { withTimeout } from './async.js'
import type { Bus } from './bus.js'
import { isPlain } from './equal.js'
import { refusal } from './error.js'
import type { AnySlice, Dispose } from './refs.js'
import type { StorageDriver } from './storage-driver.js'
import { isUnread, type Report, type Store } from './store.js'
import { check, decode, encode, type Kept, type Page, type Restore } from './stored-slice.js'

/** Timeout of one call of the storage driver. */
const timeoutMs = 2_000

const keyOf = ({ id }: AnySlice): string => `portico.${id}`

export function createPersist(
  driver: StorageDriver | undefined,
  store: Store,
  bus: Bus,
  report: Report,
) {
  const { states, replace, batch, subscribe } = store
  const live = new Map<unknown, Kept>()
  /** The restore functions that load later, by the id of their slice. */
  const readers = new Map<string, Restore>()
  let close: Dispose | undefined
  let isWarned = false

  /** Calls `run` at once, and `otherwise` when it fails. Reports the first failure only. */
  const attempt = async (
    key: string,
    run: () => unknown,
    otherwise?: () => unknown,
  ): Promise<unknown> => {
    try {
      return await withTimeout(async () => run(), timeoutMs)
    } catch (error) {
      if (!isWarned) report(refusal('STORAGE', undefined, [key], error), 'kernel')
      isWarned = true
      return otherwise && attempt(key, otherwise)
    }
  }
  /** Loaded when what is stored is deleted, by this tab or by another. */
  const deletion = () => import('./forget.js')
  const restore = (kept: Kept, text: string): unknown => {
    const { id, persist: policy } = kept
    const { saved, version, epoch } = decode(text, policy.version)
    page.epoch ??= epoch
    if (epoch !== page.epoch)
      return deletion().then(code => code.receiveOtherEpoch(page, { epoch, kept, text }))
    // Kept before it is read: where the summary throws, the restore function may still read the
    // text.
    kept.text = text
    const read = (readers.get(id) ?? policy.summary ?? policy.restore) as Restore
    const state = read(saved, version, states.get(id) as object)
    check(isPlain(state))
    replace('kernel', id, state)
    // Not a change of this tab: writing it back would make two tabs answer each other forever.
    kept.state = states.get(id)
  }
  const safely = (kept: Kept, run: () => unknown) => batch(() => attempt(kept.key, run))
  const receive = (kept: Kept, text: string) => safely(kept, () => restore(kept, text))
  const page: Page = {
    epoch: undefined,
    writes: Promise.resolve(),
    driver,
    store,
    bus,
    live,
    readers,
    receive,
  }
  /** Read where nothing was saved. */
  const nothing = () => `{"version":0,"epoch":${page.epoch}}`
  /**
   * Restores an unread slice once storage was read and its restore function has loaded. When that
   * function throws, restores it as if nothing was saved.
   */
  const finish = (kept?: Kept) => {
    if (kept && readers.has(kept.id) && isUnread(states.get(kept.id)))
      safely(kept, () => {
        try {
          restore(kept, kept.text ?? nothing())
        } catch (error) {
          restore(kept, nothing())
          throw error
        }
      })
  }
  /**
   * What changed while storage was slow wins, except in a slice that joins what it has with what
   * was saved.
   */
  const take = (kept: Kept, text: unknown) => {
    if (text != null && (kept.persist.joins || states.get(kept.id) === kept.state))
      receive(kept, text as string)
  }
  const save = () => {
    for (const kept of live.values()) {
      const { key, id, persist: policy } = kept
      const state = states.get(id)
      if (state === kept.state || kept.isAwaited) continue
      kept.state = state
      if (!state) live.delete(key)
      else if (driver)
        attempt(key, () => {
          const text = encode(policy, state, page.epoch)
          if (text === kept.text) return
          kept.text = text
          // When storage refuses the text, the old one is removed: it would bring back a wallet
          // that was disconnected.
          page.writes = page.writes.then(() =>
            attempt(
              key,
              () => driver.set(key, text),
              () => driver.remove(key),
            ),
          )
        })
    }
  }
  const stop = subscribe(save)

  return {
    /**
     * Restores these slices in one batch, before it returns where storage answers at once, and
     * writes their changes from then on.
     */
    hydrate(slices: readonly AnySlice[]) {
      const found = slices.flatMap(slice =>
        slice.persist ? ({ ...slice, key: keyOf(slice), state: states.get(slice.id) } as Kept) : [],
      )
      attempt(
        'portico',
        () =>
          (close ??= driver?.subscribe?.((key, text) => {
            const kept = live.get(key)
            if (kept && text !== kept.text) receive(kept, text)
          })),
      )
      const begin = (answers: readonly unknown[]) => {
        batch(() => {
          found.forEach((kept, i) => {
            live.set(kept.key, kept)
            take(kept, answers[i])
          })
          page.epoch ??= 0
          found.forEach(finish)
        })
        save()
      }
      const texts: unknown[] = []
      const asked = found.map(({ key }, i) => attempt(key, () => (texts[i] = driver?.get(key))))
      if (!texts.some(text => (text as Partial<Promise<unknown>>)?.then)) return begin(texts)
      found.forEach((kept, i) => {
        // An error is taken for a text that cannot be read.
        const arrive = (text: unknown) => {
          kept.isAwaited = false
          // Later than the start.
          if (live.has(kept.key)) take(kept, text)
          save()
        }
        kept.isAwaited = true
        Promise.resolve(texts[i]).then(arrive, arrive)
      })
      return Promise.all(asked).then(begin)
    },
    /** Restores a slice with code that has loaded: now, or by `hydrate`. */
    restore(slice: AnySlice, read: Restore): void {
      readers.set(slice.id, read)
      finish(live.get(keyOf(slice)))
    },
    /** Deletes what is stored, except preferences, and resets its slices. */
    forget: (): Promise<void> =>
      deletion().then(
        code => code.forget(page),
        error => {
          throw refusal('NOT_FORGOTTEN', undefined, [], error)
        },
      ),
    close() {
      stop()
      live.clear()
      attempt('portico', () => close?.())
    },
  }
}

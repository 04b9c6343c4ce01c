/**
 * Deletes what is stored, except preferences. Loaded when a person requests it, or when another tab
 * has done it.
 */
import { withTimeout } from './async.js'
import { refusal } from './error.js'
import { encode, type Kept, type Page } from './stored-slice.js'

/** Milliseconds that storage has for one call, and a plugin for what it stores by itself. */
const timeoutMs = { call: 2_000, plugin: 20_000 }

/**
 * Deletes what is stored. Throws a KernelError `NOT_FORGOTTEN` where storage, or a plugin, did not
 * delete everything.
 */
export function forget(page: Page): Promise<void> {
  const { epoch = 0 } = page
  // Without preferences no text would tell later pages of the epoch, and what they write would
  // count as stale.
  const isCarried = [...page.live.values()].some(isPreference)
  return settle(
    page.store.batch(() => {
      const done = erase(page, epoch + (isCarried ? 1 : 0), !isCarried)
      writePreferences(page)
      return done
    }),
  )
}

/**
 * Handles a text of another epoch, which another tab wrote. A later epoch: that tab has deleted
 * what is stored, so this one forgets it too. An earlier one: that tab did not know yet, so its
 * text is deleted, unless it is a preference, and what this page has stored since is written again.
 */
export function receiveOtherEpoch(
  page: Page,
  { epoch, kept, text }: { epoch: number; kept: Kept; text: string },
): unknown {
  const { epoch: known = 0, store, receive } = page
  // This page has learned of that epoch while this code was loading.
  if (epoch === known) return receive(kept, text)
  if (epoch > known) {
    const [swept, ...plugins] = erase(page, epoch)
    receive(kept, text)
    // The tab that the person uses says what a plugin could not delete.
    for (const done of plugins) done.catch(() => undefined)
    return swept
  }
  store.batch(() => {
    if (isPreference(kept)) {
      page.epoch = epoch
      receive(kept, text)
      page.epoch = known
    } else if (kept.text !== kept.blank) markUnwritten(kept)
    writePreferences(page)
  })
  return sweep(page)
}

/** Resets the slices; the promises of storage, and of each plugin. */
function erase(page: Page, epoch: number, isAll = false): [Promise<void>, ...Promise<unknown>[]] {
  const { store, bus, live } = page
  page.epoch = epoch
  const done: [Promise<void>, ...Promise<unknown>[]] = [sweep(page, isAll)]
  store.batch(() => {
    for (const kept of live.values()) if (!isPreference(kept)) done.push(reset(page, kept))
    const waitUntil = (promise: Promise<unknown>) =>
      void done.push(withTimeout(() => promise, timeoutMs.plugin))
    // `forgottenEvent` of the session's contract.
    bus.emit('forgotten', { waitUntil })
  })
  return done
}

async function settle(all: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(all)).find(one => one.status === 'rejected')
  if (failed) throw refusal('NOT_FORGOTTEN', undefined, [], failed.reason)
}

const isPreference = ({ persist }: Kept): boolean => persist.isPreference === true

/**
 * As if nothing was saved: what a slice joins with its state is not joined. Rejects where the
 * restore function throws, and keeps no other slice from being reset.
 */
async function reset(page: Page, kept: Kept): Promise<void> {
  const { store, readers } = page
  const { states, replace } = store
  const { id } = kept
  const initial = kept.initial()
  replace('kernel', id, readers.get(id)?.(undefined, 0, initial) ?? initial)
  kept.state = states.get(id)
  // As if this was stored: a slice that changes, and is empty again, is not written.
  kept.blank = textOf(page, kept)
  kept.text = kept.blank
}
/** Undefined for a slice that no code has read. */
function textOf({ store: { states }, epoch }: Page, { id, persist }: Kept): string | undefined {
  try {
    return encode(persist, states.get(id) ?? {}, epoch)
  } catch {
    return undefined
  }
}

/** Writes them again, now with the epoch: this also tells the other tabs. */
function writePreferences({ store, live }: Page): void {
  for (const kept of live.values()) if (isPreference(kept)) markUnwritten(kept)
  store.touch()
}
/** The next save writes the slice, also where this page has not changed it. */
function markUnwritten(kept: Kept): void {
  // Storage that has not answered yet is written once it has.
  if (kept.isAwaited) return
  kept.state = {}
  kept.text = undefined
}

/** Deletes the texts of earlier epochs (`isAll`: every text), after the writes that are pending. */
function sweep(page: Page, isAll = false): Promise<void> {
  const { epoch = 0, driver, live } = page
  const sweepAll = async () => {
    if (!driver) return
    const call = <Answer>(run: () => Answer | Promise<Answer>): Promise<Answer> =>
      withTimeout(async () => run(), timeoutMs.call)
    const listed = call(() => driver.keys?.() ?? [])
    // Where storage lists no keys, those of this page are deleted all the same, before the failure
    // is reported.
    const others = await listed.catch(() => [])
    const keys = new Set(
      [...live.keys(), ...others].map(String).filter(key => key.startsWith('portico.')),
    )
    const sweepOne = async (key: string) => {
      const kept = live.get(key)
      if (kept && isPreference(kept)) return
      const removeStale = (text: unknown) =>
        text != null && (isAll || epochOf(text) < epoch) ? driver.remove(key) : undefined
      await call(() => {
        const text = driver.get(key)
        // At once where storage answers at once: another tab may write the key between two ticks.
        return text instanceof Promise ? text.then(removeStale) : removeStale(text)
      })
    }
    await settle([...[...keys].map(sweepOne), listed])
  }
  const done = page.writes.then(sweepAll)
  page.writes = done.catch(() => undefined)
  return done
}

/** `encode` writes it last. 0 for a text of an earlier version, and for what cannot be read. */
const epochOf = (text: unknown): number => Number(/"epoch":(\d+)}$/.exec(String(text))?.[1] ?? 0)

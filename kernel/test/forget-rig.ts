/** A page that keeps notes, choices and a log in storage. */
import { afterEach, vi } from 'vitest'
import {
  definePlugin,
  defineSlice,
  type Kernel,
  type PluginContext,
  type StorageDriver,
} from '../src/index.js'
import { boot } from './boot.js'

export interface Notes {
  readonly list: readonly string[]
}
export const notes = defineSlice<Notes>({
  id: 'notes',
  initial: () => ({ list: [] }),
  persist: {
    version: 1,
    pick: ({ list }) => list,
    restore: saved => ({ list: saved as string[] }),
  },
})
export const choices = defineSlice<{ readonly language?: string }>({
  id: 'choices',
  initial: () => ({}),
  persist: {
    version: 1,
    isPreference: true,
    pick: state => state,
    restore: saved => saved as { language?: string },
  },
})
export type LogState =
  | { readonly phase: 'unread'; readonly isKept: boolean }
  | { readonly phase: 'ready'; readonly entries: readonly string[] }
export const log = defineSlice<LogState>({
  id: 'log',
  initial: () => ({ phase: 'unread', isKept: false }),
  persist: {
    version: 1,
    joins: true,
    pick: ({ entries }) => entries,
    summary: saved => ({ phase: 'unread', isKept: saved !== undefined }),
  },
})
/** Joins what was saved with the state, as a slice does that loses nothing. */
export const joinLog = (
  saved: unknown,
  _version: number,
  fresh: LogState,
): Extract<LogState, { phase: 'ready' }> => {
  const known = fresh.phase === 'ready' ? fresh.entries : []
  return { phase: 'ready', entries: [...new Set([...((saved ?? []) as string[]), ...known])] }
}
export type Context = PluginContext<
  never[],
  never[],
  (typeof notes | typeof choices | typeof log)[]
>
export const kernels: Kernel[] = []
export interface Page {
  readonly owns?: readonly (typeof choices | typeof notes | typeof log)[]
  readonly setup?: (context: Context) => void
}
/** A page whose kernel has not started. */
export function make(storage?: StorageDriver, { owns = [choices, notes, log], setup }: Page = {}) {
  let context: Context | undefined
  const keeper = definePlugin({
    id: 'keeper',
    owns,
    setup(given) {
      context = given as Context
      setup?.(context)
    },
  })
  const result = boot([keeper], storage && { storage })
  kernels.push(result.kernel)
  if (!context) throw new TypeError('the plugin was not set up')
  return { ...result, context }
}
export async function open(storage?: StorageDriver, page?: Page) {
  const made = make(storage, page)
  await made.kernel.start()
  return made
}
export const note = ({ patch, state }: Context, text: string) =>
  patch(notes, { list: [...state(notes).list, text] })
export const text = (saved: unknown, epoch?: number) => JSON.stringify({ version: 1, saved, epoch })
/** Storage as browsers have it. */
export function fakeStorage(
  texts: Readonly<Record<string, string>> = {},
): Storage & { readonly all: () => Record<string, string> } {
  const kept = new Map(Object.entries(texts))
  const storage = {
    all: () => Object.fromEntries(kept),
    get length() {
      return kept.size
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  }
  // `Object.keys(localStorage)` has the keys of what is stored.
  return new Proxy(storage, {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}
export const until = (holds: () => boolean) => vi.waitUntil(holds, { timeout: 2_000, interval: 1 })

/** Each test of the file that calls this ends without a kernel. */
export function setUpForget(): void {
  afterEach(() => {
    for (const kernel of kernels.splice(0)) kernel.dispose()
    vi.useRealTimers()
  })
}

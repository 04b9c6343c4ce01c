/** Shared by the tests of persist. */

import {
  definePlugin,
  defineSlice,
  type Kernel,
  type PluginContext,
  type StorageDriver,
} from '../src/index.js'
import { boot } from './boot.js'

export interface Session {
  wallets: string[]
  amount: bigint
  /** Not kept. */
  phase: 'idle' | 'connecting'
}
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
export const session = defineSlice<Session>({
  id: 'session',
  initial: () => ({ wallets: [], amount: 0n, phase: 'idle' }),
  persist: {
    version: 3,
    pick: ({ wallets, amount }) => ({ wallets, amount }),
    restore(saved, version, fresh) {
      // version 1 kept one name
      if (version === 1) return { ...fresh, wallets: typeof saved === 'string' ? [saved] : [] }
      if (
        !isRecord(saved) ||
        !Array.isArray(saved.wallets) ||
        !saved.wallets.every(name => typeof name === 'string')
      )
        throw new TypeError('no session')
      return {
        ...fresh,
        wallets: saved.wallets,
        amount: typeof saved.amount === 'bigint' ? saved.amount : fresh.amount,
      }
    },
  },
})
export const theme = defineSlice<{ mode: string }>({
  id: 'theme',
  initial: () => ({ mode: 'auto' }),
  persist: {
    version: 1,
    pick: ({ mode }) => mode,
    restore: (saved, _, fresh) => (typeof saved === 'string' ? { mode: saved } : fresh),
  },
})
export const plainSlice = defineSlice({ id: 'plain', initial: () => ({ n: 0 }) })
export type Context = PluginContext<
  never[],
  never[],
  (typeof session | typeof theme | typeof plainSlice)[]
>
export function open(storage: StorageDriver, started?: (context: Context) => void) {
  let context: Context | undefined
  const result = boot(
    [
      definePlugin({
        id: 'keeper',
        owns: [session, theme, plainSlice],
        setup(given) {
          context = given
          if (started) given.onStart(() => started(given))
        },
      }),
    ],
    { storage },
  )
  if (!context) throw new TypeError('the plugin was not set up')
  return { ...result, context }
}
export const connect = (context: Context, name: string) =>
  context.update(session, state => {
    state.wallets.push(name)
  })
export const saved = (value: unknown, version = 3) => JSON.stringify({ version, saved: value })
export const wallets = (kernel: Kernel) => kernel.state(session).wallets.join()

/** A driver that records its writes. */
export function counted(texts: Record<string, string> = {}) {
  const kept = new Map(Object.entries(texts))
  const writes: [key: string, text: string][] = []
  const driver: StorageDriver = {
    get: key => kept.get(key),
    set(key, text) {
      writes.push([key, text])
      kept.set(key, text)
    },
    remove: key => kept.delete(key),
  }
  return { driver, kept, writes }
}

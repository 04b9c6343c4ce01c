import { type ContextOf, defineSlice } from '@portico/kernel'
import { environment, message, session, shell } from '@portico/kernel/contracts'

export const connectTitle = /* @__PURE__ */ message('connection.title.connect', 'Connect wallet')

/**
 * What outlives the page: a hint, kept exactly as it was found. `readMemory` gives it its shape wherever it is used, so that nothing unsound
 * gets further, and a page with nothing to restore loads no code for it.
 */
export interface MemoryState {
  readonly found: unknown
  /** Wallets that were in the page when somebody first looked for them are listed. Not kept. */
  readonly isDiscovered: boolean
}
export const memorySlice = /* @__PURE__ */ defineSlice<MemoryState>({
  id: 'connection',
  initial: () => ({ found: undefined, isDiscovered: false }),
  persist: { version: 1, pick: state => state.found, restore: (found, _, state) => ({ ...state, found }) },
})

/** What connection may use and write. */
export const access = { wants: [shell], owns: [session, environment, memorySlice] } as const
export type ConnectionContext = ContextOf<typeof access>

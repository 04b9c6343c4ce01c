import { type ContextOf, defineSlice } from '@portico/kernel'
import { environment, message, session, shell } from '@portico/kernel/contracts'

export const connectTitle = /* @__PURE__ */ message('connection.title.connect', 'Connect wallet')

/** What outlives the page, exactly as it was found. `readSaved` validates it wherever it is used, so a page with nothing to restore loads no code for it. */
export interface MemoryState {
  readonly found: unknown
  /** The wallets that were in the page at the first discovery are listed. Not persisted. */
  readonly isDiscovered: boolean
}
export const memorySlice = /* @__PURE__ */ defineSlice<MemoryState>({
  id: 'connection',
  initial: () => ({ found: undefined, isDiscovered: false }),
  persist: { version: 1, pick: state => state.found, restore: (found, _, state) => ({ ...state, found }) },
})

/** The services that the plugin uses, and the slices that it writes. */
export const access = { wants: [shell], owns: [session, environment, memorySlice] } as const
export type ConnectionContext = ContextOf<typeof access>

import type { ContextOf } from '@portico/kernel'
import { preferencesSlice, shellSlice, textSlice, themeSlice } from '@portico/kernel/contracts'

/** What the shell may write. */
export const access = { owns: [shellSlice, textSlice, themeSlice, preferencesSlice] } as const
export type ShellContext = ContextOf<typeof access>

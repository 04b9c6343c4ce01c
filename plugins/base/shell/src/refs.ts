import type { ContextOf } from '@portico/kernel'
import { preferencesSlice, shellSlice, themeSlice } from '@portico/kernel/shell'
import { textSlice } from '@portico/kernel/text'

/** The slices that the shell owns. */
export const access = { owns: [shellSlice, textSlice, themeSlice, preferencesSlice] } as const
export type ShellContext = ContextOf<typeof access>

import { type ContextOf, defineSlice } from '@portico/kernel'
import { shellSlice, type ThemeMode, textSlice, themeSlice } from '@portico/kernel/contracts'

/** What the person chose for the modal; outlives the page and wins over the host's options. */
export interface Preferences {
  readonly mode?: ThemeMode
  /** BCP 47 tag. */
  readonly language?: string
}
export const isMode = (mode: unknown): mode is ThemeMode => mode === 'dark' || mode === 'light' || mode === 'auto'

export const preferencesSlice = /* @__PURE__ */ defineSlice<Preferences>({
  id: 'preferences',
  initial: () => ({}),
  persist: {
    version: 1,
    pick: state => state,
    restore(saved) {
      const { mode, language } = (saved ?? {}) as Record<keyof Preferences, unknown>
      return {
        ...(isMode(mode) && { mode }),
        ...(typeof language === 'string' && language.length < 36 && { language }),
      }
    },
  },
})

/** What the shell may write. */
export const access = { owns: [shellSlice, textSlice, themeSlice, preferencesSlice] } as const
export type ShellContext = ContextOf<typeof access>

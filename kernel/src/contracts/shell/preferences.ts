/**
 * The choices of the person for the modal. Owned by the shell plugin; persisted, and wins over the
 * options of the host.
 */
import { defineService, defineSlice, type ServiceRef } from '../../refs.js'

/** Untrusted data from storage: each value is checked where it is used. */
export interface PreferencesState {
  /** A `ThemeMode`. */
  readonly mode?: string
  /** BCP 47 tag. */
  readonly language?: string
  /** What values are reckoned in: `usd`, `eur`, … Asked of who reckons them. */
  readonly currency?: string
  /** Balances are shown as dots. */
  readonly hidesAmounts?: true | undefined
}
/**
 * @stores mode, language and currency that the person chose, and whether amounts are hidden
 * @reason keep these choices
 * @kept until the person chooses otherwise
 * @deletedBy the site's data is cleared; "Disconnect and forget" keeps it
 */
export const preferencesSlice = /* @__PURE__ */ defineSlice<PreferencesState>({
  id: 'preferences',
  initial: () => ({}),
  persist: {
    version: 1,
    isPreference: true,
    pick: state => state,
    restore: saved => saved as PreferencesState,
  },
})

export interface Preferences {
  /**
   * Saves these choices; undefined removes one. Choose the language with `Text.setLanguage`, which
   * checks that it exists.
   */
  choose(
    change: {
      readonly [Key in Exclude<keyof PreferencesState, 'language'>]?:
        | PreferencesState[Key]
        | undefined
    },
  ): void
}
export const preferencesService: ServiceRef<Preferences> =
  /* @__PURE__ */ defineService<Preferences>('preferences')

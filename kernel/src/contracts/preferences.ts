/** What the person chose for the modal. Owned by the shell plugin; outlives the page, and wins over the host's options. */
import { defineService, defineSlice, type ServiceRef } from '../refs.js'

/** As it was found in storage, where it may be anything: each is looked at where it is used. */
export interface PreferencesState {
  /** A `ThemeMode`. */
  readonly mode?: string
  /** BCP 47 tag. */
  readonly language?: string
  /** What values are reckoned in: `usd`, `eur`, … Asked of who reckons them. */
  readonly currency?: string
  /** What the account has is shown as dots. */
  readonly hidesAmounts?: true | undefined
}
export const preferencesSlice = /* @__PURE__ */ defineSlice<PreferencesState>({
  id: 'preferences',
  initial: () => ({}),
  persist: {
    version: 1,
    pick: state => state,
    restore: saved => saved as PreferencesState,
  },
})

export interface Preferences {
  /** Keeps these choices; undefined takes one back. The language is chosen by `Text.setLanguage`, which sees whether there is such a one. */
  choose(change: { readonly [Key in Exclude<keyof PreferencesState, 'language'>]?: PreferencesState[Key] | undefined }): void
}
export const preferences: ServiceRef<Preferences> = /* @__PURE__ */ defineService<Preferences>('preferences')

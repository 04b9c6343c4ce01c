import { definePlugin } from '@portico/kernel'
import {
  accountView,
  activeAccount,
  type Catalogue,
  languagePacks,
  openingRules,
  preferences,
  shell as shellService,
  type ThemeState,
  type Translation,
  text,
  theme,
  toasts,
} from '@portico/kernel/contracts'
import { lateToasts } from './late-toasts.js'
import { access } from './refs.js'
import { createShell } from './shell-controller.js'
import { createText } from './text-controller.js'
import { createPreferences, createTheme } from './theme-controller.js'

export interface ShellOptions {
  /** Until the person chooses another mode. */
  readonly theme?: Partial<ThemeState>
  /** BCP 47 tag of the language to begin with. English by default; others arrive on start. */
  readonly language?: string
  /** The host's own texts, by message id. They win over every language. */
  readonly messages?: Catalogue
  /** Shown inside a part of the host's page: closing goes to Account or Connect. */
  readonly embedded?: boolean
}

/** Opening and closing, toasts and alerts, the look and the language of the modal. */
export const shell = ({ theme: look, language, messages = {}, embedded = false }: ShellOptions = {}) =>
  definePlugin({
    id: 'base/shell',
    ...access,
    provides: [shellService, toasts, text, theme, preferences],
    setup(context) {
      context.provide(shellService, createShell(context, embedded))
      context.provide(
        toasts,
        lateToasts(context, () => import('./toasts-controller.js').then(code => code.createToasts(context))),
      )
      const load = () => import('./language.js').then(code => code.createLanguage(context, messages))
      context.provide(text, createText(context, { messages, first: language, load }))
      const chosen = createPreferences(context)
      context.provide(preferences, chosen)
      context.provide(theme, createTheme(context, chosen, look))
      // Foreign rules come before these, or after them as `last`. Connect needs none: it opens when nobody decides.
      context.contribute(openingRules, { id: 'requested', decide: (_, { view, params }) => view && { view, params } })
      context.contribute(openingRules, {
        id: 'account',
        rank: 'late',
        decide: (read, { namespace }) => activeAccount(read, namespace) && { view: accountView },
      })
      context.contribute(languagePacks, { id: 'shell', translations: import.meta.glob<Translation>('./text/*.ts') })
    },
  })

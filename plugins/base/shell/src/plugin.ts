import { definePlugin } from '@portico/kernel'
import { accountView } from '@portico/kernel/account'
import { activeAccount } from '@portico/kernel/session'
import {
  openingRulesSlot,
  preferencesService,
  shellService,
  type ThemeState,
  themeService,
  toastsService,
} from '@portico/kernel/shell'
import {
  type Catalogue,
  languagePacksSlot,
  type Translation,
  textService,
} from '@portico/kernel/text'
import { lateToasts } from './late-toasts.js'
import { access } from './refs.js'
import { createShell } from './shell-controller.js'
import { createText } from './text-controller.js'
import { createPreferences, createTheme } from './theme-controller.js'

export interface ShellOptions {
  /** Used until the person chooses another mode. */
  readonly theme?: Partial<ThemeState>
  /** BCP 47 tag of the initial language. Default English; others are loaded on start. */
  readonly language?: string
  /** The host's own texts, by message id. They win over every language. */
  readonly messages?: Catalogue
  /** Shown inside a part of the host's page: closing goes to Account or Connect. */
  readonly embedded?: boolean
}

/** Adds opening and closing, toasts and alerts, the theme and the language of the modal. */
export const shell = ({
  theme: look,
  language,
  messages = {},
  embedded = false,
}: ShellOptions = {}) =>
  definePlugin({
    id: 'base/shell',
    ...access,
    provides: [shellService, toastsService, textService, themeService, preferencesService],
    setup(context) {
      context.provide(shellService, createShell(context, embedded))
      context.provide(
        toastsService,
        lateToasts(context, () =>
          import('./toasts-controller.js').then(code => code.createToasts(context)),
        ),
      )
      const load = () =>
        import('./show-language.js').then(code => code.createLanguage(context, messages))
      context.provide(textService, createText(context, { messages, first: language, load }))
      const chosen = createPreferences(context)
      context.provide(preferencesService, chosen)
      context.provide(themeService, createTheme(context, chosen, look))
      // Rules of other plugins come before these, or after them as `last`. Connect needs none: it
      // opens when no rule decides.
      context.contribute(openingRulesSlot, {
        id: 'requested',
        decide: (_, { view, params }) => view && { view, params },
      })
      context.contribute(openingRulesSlot, {
        id: 'account',
        rank: 'late',
        decide: (read, { namespace }) => activeAccount(read, namespace) && { view: accountView },
      })
      context.contribute(languagePacksSlot, {
        id: 'shell',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      })
    },
  })

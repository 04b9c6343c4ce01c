import { type AnyView, definePlugin } from '@portico/kernel'
import { accountView } from '@portico/kernel/account'
import { activeAccount } from '@portico/kernel/session'
import {
  openingRulesSlot,
  preferencesService,
  shellService,
  themeService,
  toastsService,
} from '@portico/kernel/shell'
import { languagePacksSlot, type Translation, textService } from '@portico/kernel/text'
import { lateToasts } from './late-toasts.js'
import type { ShellOptions } from './options.js'
import { access } from './refs.js'
import { createShell } from './shell-controller.js'
import { createText } from './text-controller.js'
import { createPreferences, createTheme } from './theme-controller.js'

/** Adds opening and closing, toasts and alerts, the theme and the language of the modal. */
export const shell = ({
  theme: look,
  language,
  messages = {},
  embedded = false,
  settings = {},
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
      context.provide(
        textService,
        createText(context, {
          messages,
          first: language,
          load,
          isFixed: settings.language === false,
        }),
      )
      const chosen = createPreferences(context)
      context.provide(preferencesService, chosen)
      context.provide(themeService, createTheme(context, chosen, look, settings.theme === false))
      // Rules of other plugins come before these, or after them as `last`. Connect needs none: it
      // opens when no rule decides.
      context.contribute(openingRulesSlot, {
        id: 'requested',
        // Only a view has an id, a name is one.
        decide: (_, { view, params }) =>
          view ? { view: { id: (view as AnyView).id ?? view } as AnyView, params } : undefined,
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

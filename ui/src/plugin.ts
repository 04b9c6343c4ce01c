import { definePlugin, type Plugin } from '@portico/kernel'
import { languagePacksSlot, type Translation } from '@portico/kernel/text'

/**
 * Contributes the translations of the messages of `@portico/ui`. `createPortico` installs this
 * plugin; a host that creates its own kernel adds it to its plugins.
 */
export const interfaceTranslations = (): Plugin =>
  definePlugin({
    id: 'ui/translations',
    setup: context =>
      void context.contribute(languagePacksSlot, {
        id: 'ui',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      }),
  })

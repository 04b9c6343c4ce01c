import { definePlugin, type Plugin } from '@portico/kernel'
import { languagePacks } from '@portico/kernel/contracts'

/** Brings the languages of the interface, which is no plugin itself. */
export const interfaceWords = (): Plugin =>
  definePlugin({
    id: 'sdk/interface-words',
    setup: context =>
      void context.contribute(languagePacks, {
        id: 'ui',
        languages: ['de', 'ar'],
        load: language => (language === 'ar' ? import('@portico/ui/text/ar') : import('@portico/ui/text/de')),
      }),
  })

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
        load: language => import('./lazy/on-demand.js').then(door => door.words(language)),
      }),
  })

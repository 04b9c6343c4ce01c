import { definePlugin, type Plugin } from '@portico/kernel'
import { languagePacks } from '@portico/kernel/contracts'

/** What most visits never reach. */
export const onDemand = () => import('./lazy/on-demand.js')

/** Brings the languages of the interface, which is no plugin itself. */
export const interfaceWords = (): Plugin =>
  definePlugin({
    id: 'sdk/interface-words',
    setup: context =>
      void context.contribute(languagePacks, {
        id: 'ui',
        languages: ['de', 'ar'],
        load: language => onDemand().then(door => door.words(language)),
      }),
  })

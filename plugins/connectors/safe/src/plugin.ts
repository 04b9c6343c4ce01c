import { definePlugin, type Plugin } from '@portico/kernel'
import { discoveries, languagePacks, type Translation } from '@portico/kernel/contracts'
import { readOrigins, type SafeOptions } from './options.js'

/** The Safe that frames the page, as a wallet. Where nobody frames the page, nothing of it is loaded and nobody is asked. */
export const safe = (options: SafeOptions = {}): Plugin => {
  const origins = readOrigins(options)
  return definePlugin({
    id: 'connector/safe',
    setup(context) {
      context.contribute(discoveries, {
        id: 'safe',
        start: async () => {
          const page = globalThis.window
          if (page && page.parent !== page) await (await import('./lazy/discovery.js')).discoverSafe(context, page, origins)
        },
      })
      context.contribute(languagePacks, { id: 'safe', translations: import.meta.glob<Translation>('./text/*.ts') })
    },
  })
}

import { definePlugin, type Plugin } from '@portico/kernel'
import { discoveriesSlot } from '@portico/kernel/connector-kit'
import { languagePacksSlot, type Translation } from '@portico/kernel/text'
import { readOrigins, type SafeOptions } from './options.js'

/**
 * Adds the Safe that frames the page as a wallet. Where the page is not framed, nothing is loaded
 * or sent.
 */
export const safe = (options: SafeOptions = {}): Plugin => {
  const origins = readOrigins(options)
  return definePlugin({
    id: 'connector/safe',
    setup(context) {
      context.contribute(discoveriesSlot, {
        id: 'safe',
        start: async () => {
          const page = globalThis.window
          if (page && page.parent !== page)
            await (await import('./discovery.js')).discoverSafe(context, page, origins)
        },
      })
      context.contribute(languagePacksSlot, {
        id: 'safe',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      })
    },
  })
}

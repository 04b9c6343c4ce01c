import { type Catalogue, languagePacksSlot } from '@portico/kernel/text'
import { definePlugin, type Plugin } from '@portico/sdk'
import { pseudo } from './pseudo.js'
import { sampleMessages } from './sample-messages.js'

/**
 * The English catalogue, as `npm run messages` extracts it. The playground's configuration puts it
 * here.
 */
declare const __ENGLISH__: Catalogue

/** The tag that systems use for such a language: English with pseudo-accents. */
export const pseudoTag = 'en-XA'

/** Brings the pseudo-language to a kernel. A part of the playground, which no package contains. */
export const pseudoLanguage = (): Plugin =>
  definePlugin({
    id: 'gallery/pseudo-language',
    setup: context =>
      void context.contribute(languagePacksSlot, {
        id: 'pseudo',
        translations: {
          [pseudoTag]: async () => ({
            default: Object.fromEntries(
              Object.entries({ ...__ENGLISH__, ...sampleMessages }).map(([id, en]) => [
                id,
                pseudo(en),
              ]),
            ),
          }),
        },
      }),
  })

import { type Catalogue, languagePacks } from '@portico/kernel/contracts'
import { definePlugin, type Plugin } from '@portico/sdk'
import { pseudo } from './pseudo.js'

/** The tag that systems use for such a language: English with pseudo-accents. */
export const pseudoTag = 'en-XA'

// Every catalogue of the repository as it is written, also those of plugins that come later: no package hands its English out, because it is inside.
const catalogues = import.meta.glob<Readonly<Record<string, Catalogue>>>([
  '../../../../plugins/*/*/src/text/en.ts',
  '../../../../ui/src/text/all-en.ts',
  './companion-words.ts',
])

/** Brings the pseudo-language to a kernel. A part of the playground: nobody ships it. */
export const pseudoLanguage = (): Plugin =>
  definePlugin({
    id: 'gallery/pseudo-language',
    setup: context =>
      void context.contribute(languagePacks, {
        id: 'pseudo',
        languages: [pseudoTag],
        async load() {
          const files = await Promise.all(Object.values(catalogues).map(load => load()))
          const words = files.flatMap(file => Object.values(file)).flatMap(catalogue => Object.entries(catalogue))
          return { default: Object.fromEntries(words.map(([id, en]) => [id, pseudo(en)])) }
        },
      }),
  })

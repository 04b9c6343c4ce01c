/**
 * How the frame looks, and its language. The page chooses among what is here; it brings no text, no
 * colour and no style of its own, which could make a request look like something else.
 */
import { type Catalogue, type Message, translateWith } from '@portico/kernel/text'
import type { FrameHandlers } from '../frame/serve-page.js'

/** The languages beside English. */
const catalogues: Readonly<Record<string, () => Promise<{ readonly default: Catalogue }>>> = {
  ar: () => import('../text/ar.js'),
  de: () => import('../text/de.js'),
}
const rightToLeft = ['ar']

export interface Appearance {
  readonly handlers: Pick<FrameHandlers, 'SYNC_THEME' | 'SYNC_DAPP_DATA'>
  /** A message in the language that was chosen last, in English where it has no translation. */
  translate(message: Message): string
}

export function createAppearance({ documentElement: root }: Document): Appearance {
  let wanted = 'en'
  let catalogue: Catalogue = {}
  return {
    translate: message => translateWith(catalogue, message),
    handlers: {
      async SYNC_THEME({ themeMode }) {
        // Without a mode the frame follows the system, as the page does.
        if (themeMode) root.dataset.mode = themeMode
        else delete root.dataset.mode
        return undefined
      },
      async SYNC_DAPP_DATA({ language }) {
        if (language === undefined) return undefined
        const [tag = ''] = language.toLowerCase().split('-')
        const load = Object.hasOwn(catalogues, tag) ? catalogues[tag] : undefined
        wanted = load ? tag : 'en'
        const loaded = load ? (await load()).default : {}
        // Another language may have been chosen meanwhile.
        if (wanted !== (load ? tag : 'en')) return undefined
        catalogue = loaded
        root.lang = wanted
        root.dir = rightToLeft.includes(wanted) ? 'rtl' : 'ltr'
        return undefined
      },
    },
  }
}

/**
 * The stores of wallets. Pages are built from an id, so that a store link cannot lead anywhere
 * else.
 */
import type { AppStore } from '@portico/kernel/wallet'

const pages: Readonly<
  Record<
    AppStore,
    { readonly page: (id: string) => string; readonly id: RegExp; readonly links: RegExp }
  >
> = {
  ios: {
    page: id => `https://apps.apple.com/app/id${id}`,
    id: /^\d{6,12}$/,
    links: /^https:\/\/(?:apps|itunes)\.apple\.com\/(?:[^?#]*\/)?(?:id)?(\d+)(?:[?#].*)?$/,
  },
  android: {
    page: id => `https://play.google.com/store/apps/details?id=${id}`,
    id: /^[A-Za-z]\w*(?:\.\w+)+$/,
    links: /^https:\/\/play\.google\.com\/store\/apps\/details\?(?:[^#]*&)?id=([^&#]+)/,
  },
  chrome: {
    page: id => `https://chromewebstore.google.com/detail/${id}`,
    id: /^[a-p]{32}$/,
    links:
      /^https:\/\/(?:chromewebstore\.google\.com|chrome\.google\.com\/webstore)\/detail\/(?:[^/?#]+\/)?([a-p]{32})(?:[/?#].*)?$/,
  },
  firefox: {
    page: id => `https://addons.mozilla.org/firefox/addon/${id}/`,
    id: /^[\w-]{1,64}$/,
    links: /^https:\/\/addons\.mozilla\.org\/(?:[\w-]+\/)?firefox\/addon\/([^/?#]+)/,
  },
  edge: {
    page: id => `https://microsoftedge.microsoft.com/addons/detail/${id}`,
    id: /^[a-p]{32}$/,
    links:
      /^https:\/\/microsoftedge\.microsoft\.com\/addons\/detail\/(?:[^/?#]+\/)?([a-p]{32})(?:[/?#].*)?$/,
  },
  opera: {
    page: id => `https://addons.opera.com/extensions/details/${id}/`,
    id: /^[\w-]{1,64}$/,
    links: /^https:\/\/addons\.opera\.com\/(?:[\w-]+\/)?extensions\/details\/([^/?#]+)/,
  },
}
export const appStores = Object.keys(pages) as readonly AppStore[]

/** Returns the page of an app in a store; undefined for an invalid id. */
export function storePage(store: AppStore, id: string): string | undefined {
  return pages[store].id.test(id) ? pages[store].page(id) : undefined
}
/**
 * Returns the same page for any link to it, without extra parts. Undefined for a link to another
 * page.
 */
export function cleanStorePage(store: AppStore, link: string): string | undefined {
  const id = pages[store].links.exec(link)?.[1]
  return id === undefined ? undefined : storePage(store, id)
}

/**
 * The stores of wallets. Pages are built from an id, so that a store link cannot lead anywhere
 * else.
 */
import type { AppStore } from '@portico/kernel/wallet'

const pages: Readonly<
  Record<AppStore, { readonly page: (id: string) => string; readonly id: RegExp }>
> = {
  ios: {
    page: id => `https://apps.apple.com/app/id${id}`,
    id: /^\d{6,12}$/,
  },
  android: {
    page: id => `https://play.google.com/store/apps/details?id=${id}`,
    id: /^[A-Za-z]\w*(?:\.\w+)+$/,
  },
  chrome: {
    page: id => `https://chromewebstore.google.com/detail/${id}`,
    id: /^[a-p]{32}$/,
  },
  firefox: {
    page: id => `https://addons.mozilla.org/firefox/addon/${id}/`,
    id: /^[\w-]{1,64}$/,
  },
  edge: {
    page: id => `https://microsoftedge.microsoft.com/addons/detail/${id}`,
    id: /^[a-p]{32}$/,
  },
  opera: {
    page: id => `https://addons.opera.com/extensions/details/${id}/`,
    id: /^[\w-]{1,64}$/,
  },
}
export const appStores = Object.keys(pages) as readonly AppStore[]

/** Returns the page of an app in a store; undefined for an invalid id. */
export function storePage(store: AppStore, id: string): string | undefined {
  return pages[store].id.test(id) ? pages[store].page(id) : undefined
}

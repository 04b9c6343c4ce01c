/** Where a wallet is to be found that is not in the page. Pure. */
import { type AppStore, browserLink, type DirectoryWallet, type Environment } from '@portico/kernel/contracts'
import { appStores } from './stores.js'

export interface Place {
  readonly kind: 'browse' | 'web' | 'site' | AppStore
  readonly link: string
}
const isPhoneStore = (store: AppStore) => store === 'ios' || store === 'android'

/**
 * The places of a wallet, the most useful one first. A phone opens the page in the wallet's own browser, unless it is in one, and has one store;
 * a desktop has the stores of its browsers and those of the phones.
 */
export function placesOf(wallet: DirectoryWallet, here: Environment, page: string): readonly Place[] {
  const { browse, web, stores = {}, homepage } = wallet
  const isPhone = here.kind === 'mobile'
  const opens = isPhone && !here.walletBrowser ? browserLink(browse, page) : undefined
  const shown = isPhone ? appStores.filter(store => store === here.system) : [...appStores].sort((a, b) => Number(isPhoneStore(a)) - Number(isPhoneStore(b)))
  const place = (kind: Place['kind'], link: string | undefined): readonly Place[] => (link ? [{ kind, link }] : [])
  return [...place('browse', opens), ...place('web', web), ...shown.flatMap(store => place(store, stores[store])), ...place('site', homepage)]
}

/** Whether there is any, without looking for all of them: asked of thousands of wallets. */
export function isFound(wallet: DirectoryWallet, here: Environment, page: string): boolean {
  return wallet.homepage !== undefined || wallet.web !== undefined || placesOf(wallet, here, page).length > 0
}

/** How many are shown to those who have no wallet: more is a choice that nobody can make yet. */
const beginnings = 6
/** The first wallets of a list that can be had for this device: as an extension of a browser, or as an app from the phone's own store. */
export function toBeginWith(wallets: readonly DirectoryWallet[], here: Environment): readonly DirectoryWallet[] {
  const fits = (store: AppStore) => (here.kind === 'mobile' ? store === here.system : !isPhoneStore(store))
  return wallets.filter(({ stores = {} }) => appStores.some(store => stores[store] && fits(store))).slice(0, beginnings)
}

/** Where a wallet that is not in the page can be found. Pure. */
import {
  type AppStore,
  browserLink,
  type DirectoryWallet,
  type Environment,
} from '@portico/kernel/wallet'
import { appStores } from './stores.js'

export interface Place {
  readonly kind: 'browse' | 'web' | 'site' | AppStore
  readonly link: string
}
const isPhoneStore = (store: AppStore) => store === 'ios' || store === 'android'

/**
 * Returns the places of a wallet, the most useful one first.
 * A phone opens the page in the wallet's own browser, unless it is in one already, and has one
 * store. A desktop has the stores of its browsers, and those of phones.
 */
export function placesOf(
  wallet: DirectoryWallet,
  here: Environment,
  page: string,
): readonly Place[] {
  const { browse, web, stores = {}, homepage } = wallet
  const isPhone = here.kind === 'mobile'
  const opens = isPhone && !here.walletBrowser ? browserLink(browse, page) : undefined
  const shown = isPhone
    ? appStores.filter(store => store === here.system)
    : [...appStores].sort((a, b) => Number(isPhoneStore(a)) - Number(isPhoneStore(b)))
  const place = (kind: Place['kind'], link: string | undefined): readonly Place[] =>
    link ? [{ kind, link }] : []
  return [
    ...place('browse', opens),
    ...place('web', web),
    ...shown.flatMap(store => place(store, stores[store])),
    ...place('site', homepage),
  ]
}

/** True when there is any place. Called for thousands of wallets, so it stops at the first one. */
export function isFound(wallet: DirectoryWallet, here: Environment, page: string): boolean {
  return (
    wallet.homepage !== undefined ||
    wallet.web !== undefined ||
    placesOf(wallet, here, page).length > 0
  )
}

/**
 * The number of wallets shown to people who have none. More would be a choice that they cannot make
 * yet.
 */
const beginnings = 6
/**
 * Returns the first wallets available on this device: as a browser extension, or in the phone's own
 * store.
 */
export function toBeginWith(
  wallets: readonly DirectoryWallet[],
  here: Environment,
): readonly DirectoryWallet[] {
  const fits = (store: AppStore) =>
    here.kind === 'mobile' ? store === here.system : !isPhoneStore(store)
  return wallets
    .filter(({ stores = {} }) => appStores.some(store => stores[store] && fits(store)))
    .slice(0, beginnings)
}

/** The wallets that ship with this package. They were validated in a test. */
import type { DirectoryWallet } from '@portico/kernel/wallet'
import { appStores, storePage } from '../stores.js'
import { firstWallets } from './first-wallets.js'

/** A wallet with its ids in the stores, as the data has it. */
export type ShippedWallet = Omit<DirectoryWallet, 'stores' | 'imageId'> & {
  readonly stores?: Readonly<Record<string, string>>
}

/** Returns the wallet with the pages of the stores, and the id of its icon. */
export function readShippedWallet({ stores, ...wallet }: ShippedWallet): DirectoryWallet {
  const pages = appStores.flatMap(store => {
    const page = stores?.[store] && storePage(store, stores[store])
    return page ? [[store, page] as const] : []
  })
  return {
    ...wallet,
    ...(pages.length > 0 && { stores: Object.fromEntries(pages) }),
    imageId: `wallet/${wallet.id}`,
  }
}

/** Returns the most used wallets. */
export const readFirstWallets = (): readonly DirectoryWallet[] =>
  (JSON.parse(firstWallets) as ShippedWallet[]).map(readShippedWallet)

/** What the directory adds to the Connect view. */
import { once } from '@portico/kernel'
import {
  allWalletsView,
  connectEntriesSlot,
  connectPartsSlot,
  connectView,
  noWalletPartsSlot,
} from '@portico/kernel/connect-page'
import { headerActionsSlot } from '@portico/kernel/shell'
import { environmentSlice } from '@portico/kernel/wallet'
import { howMany } from './how-many.js'
import type { createImageIds } from './image-ids.js'
import type { DirectoryOptions } from './options.js'
import { type DirectoryContext, titles, whatIsAWalletView } from './refs.js'

export function contributeToConnect(
  context: DirectoryContext,
  options: DirectoryOptions,
  images: ReturnType<typeof createImageIds>,
): void {
  context.contribute(connectEntriesSlot, {
    id: 'allWallets',
    rank: 'last',
    label: titles.allWallets,
    icon: 'grid',
    view: allWalletsView,
    tag: read => howMany(read, options)?.toString(),
  })
  context.contribute(headerActionsSlot, {
    id: 'help',
    view: connectView.id,
    label: titles.help,
    icon: 'help',
    target: whatIsAWalletView,
  })
  context.contribute(connectPartsSlot, {
    id: 'noWallet',
    // In the browser of a wallet the person has one.
    when: read => !read.state(environmentSlice).walletBrowser,
    load: () => import('./views/no-wallet.js'),
  })
  context.contribute(noWalletPartsSlot, {
    id: 'suggestedWallets',
    place: 'list',
    load: once(async () => {
      const [{ suggest }, { loadSuggestions }] = await Promise.all([
        import('./views/suggested-wallets.js'),
        import('./views/suggestions.js'),
      ])
      return { default: suggest(await loadSuggestions(context, options, images)) }
    }),
  })
  context.contribute(noWalletPartsSlot, {
    id: 'whatIsAWallet',
    place: 'frame',
    rank: 'last',
    load: () => import('./views/what-is-a-wallet-frame.js'),
  })
}

import { definePlugin, once, type Plugin, type Read, view } from '@portico/kernel'
import { accountTabsSlot } from '@portico/kernel/account'
import { nftPageEndpoint } from '@portico/kernel/backend'
import { balancesCapability, nftsCapability } from '@portico/kernel/capabilities'
import { serveByNetwork } from '@portico/kernel/chain'
import { has } from '@portico/kernel/session'
import { languagePacksSlot, message, type Translation } from '@portico/kernel/text'
import type { NftsOptions } from './gallery.js'
import { access, nftGalleryService, nftsMessage, nftView } from './refs.js'

/**
 * Also true where the chain itself cannot list NFTs. A backend or the host may, and the tab says
 * when none does.
 */
const when = (read: Read) => has(read, balancesCapability)

/**
 * Adds a tab with the NFTs of an account.
 * Code is loaded when the tab is opened, and third-party hosts are requested only on demand.
 */
export const nfts = (options: NftsOptions = {}): Plugin =>
  definePlugin({
    id: 'feature/nfts',
    ...access,
    views: [
      view(nftView, () => import('./views/nft-view.js'), { title: message('nfts.one', 'NFT') }),
    ],
    setup(context) {
      const parts = once(() =>
        import('./nfts-controller.js').then(code => code.createController(context, options)),
      )
      context.provideLazy(
        nftGalleryService,
        ['refresh', 'more', 'showHidden', 'allowOutside', 'describe', 'picture'],
        () => parts().then(({ service }) => ({ create: () => service })),
      )
      context.contribute(accountTabsSlot, {
        id: 'nfts',
        label: nftsMessage,
        load: () => import('./views/nfts-tab.js'),
        when,
      })
      context.contribute(languagePacksSlot, {
        id: 'nfts',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      })

      // The next page comes from the chain whose page ended.
      serveByNetwork(
        context,
        nftPageEndpoint,
        nftsCapability,
        async (ask, signal) => (await parts()).ask(ask, signal),
        ({ cursor = 'chain ' }) => cursor.startsWith('chain '),
      )
    },
  })

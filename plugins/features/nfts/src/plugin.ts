import { definePlugin, once, type Plugin, type Read, view } from '@portico/kernel'
import { accountTabs, balances, chains, has, languagePacks, message, nftPage, nfts as nftsCapability, type Translation } from '@portico/kernel/contracts'
import type { NftsOptions } from './gallery.js'
import { access, nftGallery, nftsMessage, nftView } from './refs.js'

/** Also where the chain itself cannot list them: a backend or the host may, and the tab says it where nobody does. */
const when = (read: Read) => has(read, balances)

/** What an account has that is one of its kind. Nothing is loaded before the tab is opened, and nothing is asked of a stranger's host before somebody wants it. */
export const nfts = (options: NftsOptions = {}): Plugin =>
  definePlugin({
    id: 'feature/nfts',
    ...access,
    views: [view(nftView, () => import('./views/nft-view.js'), { title: message('nfts.one', 'NFT') })],
    setup(context) {
      const parts = once(() => import('./lazy/controller.js').then(code => code.createController(context, options)))
      context.provideLazy(nftGallery, ['refresh', 'more', 'showHidden', 'allowOutside', 'describe', 'picture'], () =>
        parts().then(({ service }) => ({ create: () => service })),
      )
      context.contribute(accountTabs, { id: 'nfts', label: nftsMessage, load: () => import('./views/nfts-tab.js'), when })
      context.contribute(languagePacks, { id: 'nfts', translations: import.meta.glob<Translation>('./text/*.ts') })

      // The chains themselves, one handler for each network: where one ends, the next page is asked of the same.
      const served = new Set<string>()
      const serve = () => {
        for (const { caipNetworkId: id } of context.items(chains).flatMap(chain => chain.networks))
          if (!served.has(id) && served.add(id))
            context.handle(nftPage, async (ask, signal) => (await parts()).ask(ask, signal), {
              id: `chain ${id}`,
              rank: 'late',
              when: ({ network, cursor = 'chain ' }, read) =>
                network === id && cursor.startsWith('chain ') && read.capability(nftsCapability, id) !== undefined,
            })
      }
      context.watch(read => read.items(chains), serve)
      context.onStart(serve)
    },
  })

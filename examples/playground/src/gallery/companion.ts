import { type AnyView, defineView, view } from '@portico/kernel'
import {
  accountActions,
  accountParts,
  accountTabs,
  connectEntries,
  connectMethods,
  connectView,
  headerActions,
  names,
  settingsRows,
} from '@portico/kernel/contracts'
import { definePlugin, type Plugin } from '@portico/sdk'
import { companionWords } from './companion-words.js'

export interface CompanionOptions {
  /** Fills the places of Account and Settings. */
  readonly account?: boolean
  /** Fills those of the Connect view. */
  readonly connect?: boolean
  /** What each address is called, in the chain of this namespace. */
  readonly called?: { readonly namespace: string; readonly name: string }
}
const place = /* @__PURE__ */ defineView('CompanionPlace')
const label = (id: keyof typeof companionWords) => ({ id, en: companionWords[id] })
const faces = () => import('./companion-faces.js')

/** Stands for the features of later: it fills the places that the base plugins keep for them, through the same slots. */
export const companion = ({ account = false, connect = false, called }: CompanionOptions): Plugin =>
  definePlugin({
    id: 'gallery/companion',
    views: [view(place, () => faces().then(all => ({ default: all.Tokens })), { title: label('companion.tokens') })],
    setup(context) {
      const target: AnyView = place
      if (account) {
        context.contribute(accountActions, { id: 'onramp', label: label('companion.buy'), icon: 'plus', view: target })
        context.contribute(accountActions, { id: 'swaps', label: label('companion.swap'), icon: 'swap', view: target })
        context.contribute(accountActions, { id: 'receive', label: label('companion.receive'), icon: 'down', view: target })
        context.contribute(accountActions, { id: 'send', label: label('companion.send'), icon: 'up', view: target })
        for (const id of ['tokens', 'nfts', 'activity'] as const)
          context.contribute(accountTabs, { id, label: label(`companion.${id}`), load: () => faces().then(all => ({ default: all.Tokens })) })
        context.contribute(accountParts, { id: 'notice', place: 'notice', load: () => faces().then(all => ({ default: all.Notice })) })
        context.contribute(settingsRows, { id: 'addresses', label: label('companion.addresses'), icon: 'wallet', view: target })
      }
      if (connect) {
        context.contribute(headerActions, { id: 'help', view: connectView.id, label: label('companion.help'), icon: 'help', target })
        context.contribute(connectEntries, {
          id: 'walletConnect',
          label: label('companion.walletConnect'),
          tag: label('companion.qr'),
          icon: 'scan',
          view: target,
        })
        context.contribute(connectEntries, { id: 'allWallets', label: label('companion.allWallets'), tag: () => '64', icon: 'grid', view: target })
        context.contribute(connectMethods, { id: 'email', load: () => faces().then(all => ({ default: all.Email })) })
      }
      if (called)
        context.offer(names, called.namespace, { looksLike: () => false, resolve: async () => undefined, reverse: async () => ({ name: called.name }) })
    },
  })

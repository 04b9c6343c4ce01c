import { type AnyView, defineView, view } from '@portico/kernel'
import {
  accountActionsSlot,
  accountPartsSlot,
  accountTabsSlot,
  settingsRowsSlot,
} from '@portico/kernel/account'
import { namesCapability } from '@portico/kernel/capabilities'
import { connectEntriesSlot, connectMethodsSlot, connectView } from '@portico/kernel/connect-page'
import { headerActionsSlot } from '@portico/kernel/shell'
import { definePlugin, type Plugin } from '@portico/sdk'
import { companionWords } from './companion-words.js'

export interface CompanionOptions {
  /** Fills the places of Account and Settings. */
  readonly account?: boolean
  /** Fills those of the Connect view. */
  readonly connect?: boolean
  /** Offers a login by e-mail in the Connect view. */
  readonly email?: boolean
  /** What each address is called, in the chain of this namespace. */
  readonly called?: { readonly namespace: string; readonly name: string }
}
const place = /* @__PURE__ */ defineView('CompanionPlace')
const label = (id: keyof typeof companionWords) => ({ id, en: companionWords[id] })
const faces = () => import('./companion-faces.js')

/**
 * Stands for the features of later: it fills the places that the base plugins keep for them,
 * through the same slots.
 */
export const companion = ({
  account = false,
  connect = false,
  email = connect,
  called,
}: CompanionOptions): Plugin =>
  definePlugin({
    id: 'gallery/companion',
    views: [
      view(place, () => faces().then(all => ({ default: all.Tokens })), {
        title: label('companion.tokens'),
      }),
    ],
    setup(context) {
      const target: AnyView = place
      if (account) {
        context.contribute(accountActionsSlot, {
          id: 'onramp',
          label: label('companion.buy'),
          icon: 'plus',
          view: target,
        })
        context.contribute(accountActionsSlot, {
          id: 'swaps',
          label: label('companion.swap'),
          icon: 'swap',
          view: target,
        })
        context.contribute(accountActionsSlot, {
          id: 'receive',
          label: label('companion.receive'),
          icon: 'down',
          view: target,
        })
        context.contribute(accountActionsSlot, {
          id: 'send',
          label: label('companion.send'),
          icon: 'up',
          view: target,
        })
        for (const id of ['tokens', 'nfts', 'activity'] as const)
          context.contribute(accountTabsSlot, {
            id,
            label: label(`companion.${id}`),
            load: () => faces().then(all => ({ default: all.Tokens })),
          })
        context.contribute(accountPartsSlot, {
          id: 'notice',
          place: 'notice',
          load: () => faces().then(all => ({ default: all.Notice })),
        })
        context.contribute(settingsRowsSlot, {
          id: 'addresses',
          label: label('companion.addresses'),
          icon: 'wallet',
          view: target,
        })
      }
      if (connect) {
        context.contribute(headerActionsSlot, {
          id: 'help',
          view: connectView.id,
          label: label('companion.help'),
          icon: 'help',
          target,
        })
        context.contribute(connectEntriesSlot, {
          id: 'walletConnect',
          label: label('companion.walletConnect'),
          tag: label('companion.qr'),
          icon: 'scan',
          view: target,
        })
        context.contribute(connectEntriesSlot, {
          id: 'allWallets',
          label: label('companion.allWallets'),
          tag: () => '64',
          icon: 'grid',
          view: target,
        })
      }
      if (email)
        context.contribute(connectMethodsSlot, {
          id: 'email',
          load: () => faces().then(all => ({ default: all.Email })),
        })
      if (called)
        context.offer(namesCapability, called.namespace, {
          looksLike: () => false,
          resolve: async () => undefined,
          reverse: async () => ({ name: called.name }),
        })
    },
  })

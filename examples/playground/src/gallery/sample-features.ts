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
import { sampleMessages } from './sample-messages.js'

export interface SampleOptions {
  /** Fills the places of Account and Settings. */
  readonly account?: boolean
  /** Fills those of the Connect view. */
  readonly connect?: boolean
  /** Offers a login by e-mail in the Connect view. */
  readonly email?: boolean
  /** What each address is called, in the chain of this namespace. */
  readonly called?: { readonly namespace: string; readonly name: string }
}
const place = /* @__PURE__ */ defineView('SampleView')
const label = (id: keyof typeof sampleMessages) => ({ id, en: sampleMessages[id] })
const views = () => import('./sample-views.js')

/**
 * A plugin with sample content for the slots of the base plugins, so that the gallery shows them
 * full.
 */
export const sampleFeatures = ({
  account = false,
  connect = false,
  email = connect,
  called,
}: SampleOptions): Plugin =>
  definePlugin({
    id: 'gallery/sample-features',
    views: [
      view(place, () => views().then(all => ({ default: all.Tokens })), {
        title: label('sample.tokens'),
      }),
    ],
    setup(context) {
      const target: AnyView = place
      if (account) {
        context.contribute(accountActionsSlot, {
          id: 'onramp',
          label: label('sample.buy'),
          icon: 'plus',
          view: target,
        })
        context.contribute(accountActionsSlot, {
          id: 'swaps',
          label: label('sample.swap'),
          icon: 'swap',
          view: target,
        })
        context.contribute(accountActionsSlot, {
          id: 'receive',
          label: label('sample.receive'),
          icon: 'down',
          view: target,
        })
        context.contribute(accountActionsSlot, {
          id: 'send',
          label: label('sample.send'),
          icon: 'up',
          view: target,
        })
        for (const id of ['tokens', 'nfts', 'activity'] as const)
          context.contribute(accountTabsSlot, {
            id,
            label: label(`sample.${id}`),
            load: () => views().then(all => ({ default: all.Tokens })),
          })
        context.contribute(accountPartsSlot, {
          id: 'notice',
          place: 'notice',
          load: () => views().then(all => ({ default: all.Notice })),
        })
        context.contribute(settingsRowsSlot, {
          id: 'addresses',
          label: label('sample.addresses'),
          icon: 'wallet',
          view: target,
        })
      }
      if (connect) {
        context.contribute(headerActionsSlot, {
          id: 'help',
          view: connectView.id,
          label: label('sample.help'),
          icon: 'help',
          target,
        })
        context.contribute(connectEntriesSlot, {
          id: 'walletConnect',
          label: label('sample.walletConnect'),
          tag: label('sample.qr'),
          icon: 'scan',
          view: target,
        })
        context.contribute(connectEntriesSlot, {
          id: 'allWallets',
          label: label('sample.allWallets'),
          tag: () => '64',
          icon: 'grid',
          view: target,
        })
      }
      if (email)
        context.contribute(connectMethodsSlot, {
          id: 'email',
          load: () => views().then(all => ({ default: all.Email })),
        })
      if (called)
        context.offer(namesCapability, called.namespace, {
          looksLike: () => false,
          resolve: async () => undefined,
          reverse: async () => ({ name: called.name }),
        })
    },
  })

import { definePlugin, view } from '@portico/kernel'
import { accountActionsSlot } from '@portico/kernel/account'
import { addressesCapability } from '@portico/kernel/capabilities'
import { has } from '@portico/kernel/session'
import { languagePacksSlot, message, type Translation } from '@portico/kernel/text'
import { receiveView } from './refs.js'

const titleMessage = /* @__PURE__ */ message('receive.title', 'Receive')

/**
 * Shows the account's address as a code to scan, on every chain with addresses. Loaded when it is
 * first opened.
 */
export const receive = () =>
  definePlugin({
    id: 'feature/receive',
    views: [view(receiveView, () => import('./views/receive-view.js'), { title: titleMessage })],
    setup(context) {
      context.contribute(accountActionsSlot, {
        id: 'receive',
        label: titleMessage,
        icon: 'down',
        view: receiveView,
        openWith: token => context.views.push(receiveView, { token }),
        when: read => has(read, addressesCapability),
      })
      context.contribute(languagePacksSlot, {
        id: 'receive',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      })
    },
  })

import { definePlugin, view } from '@portico/kernel'
import { accountActions, addresses, has, languagePacks, message, type Translation } from '@portico/kernel/contracts'
import { receiveView } from './refs.js'

const titleMessage = /* @__PURE__ */ message('receive.title', 'Receive')

/** Shows the account's address as a code to scan, on every chain that has addresses. Nothing of it is loaded before somebody wants to see it. */
export const receive = () =>
  definePlugin({
    id: 'feature/receive',
    views: [view(receiveView, () => import('./views/receive-view.js'), { title: titleMessage })],
    setup(context) {
      context.contribute(accountActions, { id: 'receive', label: titleMessage, icon: 'down', view: receiveView, when: read => has(read, addresses) })
      context.contribute(languagePacks, { id: 'receive', translations: import.meta.glob<Translation>('./text/*.ts') })
    },
  })

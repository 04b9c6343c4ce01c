import { definePlugin, type Plugin, view } from '@portico/kernel'
import { type ConnectPart, connectParts, message } from '@portico/kernel/contracts'
import { connectTitle } from '../refs.js'
import { acceptTermsView, connectWalletsView, consent, type EntranceOptions, entranceSlice } from './refs.js'
import { gates } from './slot.js'

/** The page where one gets in, as a host wants it: with a box to tick first, with its legal links, with the wallets folded into one row. */
export const entrance = (options: EntranceOptions = {}): Plugin => {
  const { legalCheckbox, termsConditionsUrl, privacyPolicyUrl, collapseWallets, emailShowWallets } = options
  return definePlugin({
    id: 'base/entrance',
    owns: [entranceSlice],
    provides: [consent],
    views: [
      view(connectWalletsView, () => import('../views/connect-wallets-view.js'), { title: connectTitle }),
      view(acceptTermsView, () => import('../views/accept-terms-view.js'), { title: message('connection.title.terms', 'Before you connect') }),
    ],
    setup(context) {
      const update = (change: object) => context.update(entranceSlice, draft => void Object.assign(draft, change))
      update(options)
      context.provide(consent, { accept: isAccepted => update({ isAccepted }) })
      if (legalCheckbox) context.contribute(gates, { id: 'legal', missing: read => (read.state(entranceSlice).isAccepted ? undefined : acceptTermsView) })
      const part = (id: string, around: boolean, load: ConnectPart['load']) => context.contribute(connectParts, { id, around, rank: 'last', load })
      if (legalCheckbox || collapseWallets || emailShowWallets === false) part('entrance', true, () => import('../views/entrance-frame.js'))
      if (!legalCheckbox && (termsConditionsUrl || privacyPolicyUrl)) part('legal', false, () => import('../views/legal-notice.js'))
    },
  })
}

import { definePlugin, type Plugin, view } from '@portico/kernel'
import { type ConnectPart, connectPartsSlot } from '@portico/kernel/connect-page'
import { message } from '@portico/kernel/text'
import type { EntranceOptions } from '../options.js'
import { connectTitle } from '../refs.js'
import { acceptTermsView, connectGatesSlot, connectWalletsView, consentService, entranceSlice } from './connect-gate.js'

/** Changes the Connect view for a host: a box to tick first, legal links, wallets collapsed into one row. */
export const entrance = (options: EntranceOptions = {}): Plugin => {
  const { legalCheckbox, termsConditionsUrl, privacyPolicyUrl, collapseWallets, emailShowWallets } = options
  return definePlugin({
    id: 'base/entrance',
    owns: [entranceSlice],
    provides: [consentService],
    views: [
      view(connectWalletsView, () => import('../views/connect-gate-frame.js').then(code => ({ default: code.ConnectWalletsView })), { title: connectTitle }),
      view(acceptTermsView, () => import('../views/terms.js').then(code => ({ default: code.AcceptTermsView })), {
        title: message('connection.title.terms', 'Before you connect'),
      }),
    ],
    setup(context) {
      const update = (change: object) => context.patch(entranceSlice, change)
      update(options)
      context.provide(consentService, { accept: isAccepted => update({ isAccepted }) })
      if (legalCheckbox)
        context.contribute(connectGatesSlot, { id: 'legal', missing: read => (read.state(entranceSlice).isAccepted ? undefined : acceptTermsView) })
      const part = (id: string, around: boolean, load: ConnectPart['load']) => context.contribute(connectPartsSlot, { id, around, rank: 'last', load })
      if (legalCheckbox || collapseWallets || emailShowWallets === false) part('entrance', true, () => import('../views/connect-gate-frame.js'))
      if (!legalCheckbox && (termsConditionsUrl || privacyPolicyUrl))
        part('legal', false, () => import('../views/terms.js').then(code => ({ default: code.LegalNotice })))
    },
  })
}

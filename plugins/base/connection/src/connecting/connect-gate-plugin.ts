import { definePlugin, type Plugin, view } from '@portico/kernel'
import { type ConnectPart, connectPartsSlot } from '@portico/kernel/connect-page'
import { message } from '@portico/kernel/text'
import type { ConnectGateOptions } from '../options.js'
import { connectTitle } from '../refs.js'
import {
  acceptTermsView,
  connectGateSlice,
  connectGatesSlot,
  connectWalletsView,
  consentService,
} from './connect-gate.js'

/**
 * Changes the Connect view for a host: a box to tick first, legal links, wallets collapsed into one
 * row.
 */
export const connectGate = (options: ConnectGateOptions = {}): Plugin => {
  const { legalCheckbox, termsConditionsUrl, privacyPolicyUrl, collapseWallets, emailShowWallets } =
    options
  return definePlugin({
    id: 'base/connect-gate',
    owns: [connectGateSlice],
    provides: [consentService],
    views: [
      view(
        connectWalletsView,
        () =>
          import('../views/connect-gate-frame.js').then(code => ({
            default: code.ConnectWalletsView,
          })),
        { title: connectTitle },
      ),
      view(
        acceptTermsView,
        () => import('../views/terms.js').then(code => ({ default: code.AcceptTermsView })),
        {
          title: message('connection.title.terms', 'Before you connect'),
        },
      ),
    ],
    setup(context) {
      const update = (change: object) => context.patch(connectGateSlice, change)
      update(options)
      context.provide(consentService, { accept: isAccepted => update({ isAccepted }) })
      if (legalCheckbox)
        context.contribute(connectGatesSlot, {
          id: 'legal',
          missing: read => (read.state(connectGateSlice).isAccepted ? undefined : acceptTermsView),
        })
      const part = (id: string, around: boolean, load: ConnectPart['load']) =>
        context.contribute(connectPartsSlot, { id, around, rank: 'last', load })
      if (legalCheckbox || collapseWallets || emailShowWallets === false)
        part('connectGate', true, () => import('../views/connect-gate-frame.js'))
      if (!legalCheckbox && (termsConditionsUrl || privacyPolicyUrl))
        part('legal', false, () =>
          import('../views/terms.js').then(code => ({ default: code.LegalNotice })),
        )
    },
  })
}

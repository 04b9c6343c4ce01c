/**
 * The frame of an embedded wallet that keeps nothing: its login answers what the address says. The
 * gallery shows it on another origin of the same server.
 */

import { acceptPage, FrameRefusal, servePage } from '@portico/wallet-frame/frame'
import { accountHandlers } from './account-frame.js'

const query = new URLSearchParams(location.search)
const does = query.get('does')

acceptPage({
  window,
  origins: [query.get('origin') ?? ''],
  onPage: (port, origin) =>
    void servePage({
      port,
      origin,
      report: error => {
        throw error
      },
      handlers: {
        async CONNECT_EMAIL() {
          if (does === 'refuse') throw new FrameRefusal('ORIGIN_REFUSED')
          return { action: 'VERIFY_OTP' }
        },
        async CONNECT_OTP() {
          if (does === 'wait') await new Promise(() => undefined)
          if (does?.startsWith('account')) return undefined
          throw new FrameRefusal('WRONG_CODE')
        },
        async CONNECT_PASSKEY() {
          if (does === 'wait') await new Promise(() => undefined)
          throw new FrameRefusal('PASSKEY_UNUSED')
        },
        ...accountHandlers(does ?? ''),
      },
    }),
})

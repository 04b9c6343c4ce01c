/**
 * The page of the frame. It registers for the page's message at once, because that comes with
 * `load`; keys and login follow in the background.
 */
import { acceptPage } from '../frame/accept-page.js'
import { servePage } from '../frame/serve-page.js'
import { connectKeys } from '../keys/key-worker-client.js'
import { createLoginApi } from '../login/login-api.js'
import type { AccountNetworks } from '../login/server-share.js'
import { createWalletLogin } from '../login/wallet-login.js'
import { createRecoveryScreens, createShowInTurn, inTurnOf } from '../recovery/recovery-handlers.js'
import { createSigner } from '../signing/sign-request.js'
import { inEnglish } from './action-facts.js'
import { createConfirmationScreen } from './confirmation-screen.js'
import { canTrackVisibility } from './visibility.js'

/** The exact origins of the pages that may use this wallet, which the host configured. */
const origins =
  document.querySelector<HTMLMetaElement>('meta[name=portico-origins]')?.content.split(' ') ?? []

acceptPage({
  window,
  origins,
  onPage(port, origin) {
    const worker = new Worker(new URL('../keys/key-worker.js', import.meta.url), {
      type: 'module',
      name: 'portico-keys',
    })
    const keys = connectKeys(worker)
    // biome-ignore lint/suspicious/noConsole: the page must not learn more than a code.
    const report = (error: unknown) => console.error(error)
    const send: typeof fetch = (path, init) => fetch(path, init)
    const api = createLoginApi(send)
    const networks: AccountNetworks = [{ namespace: 'eip155' }, { namespace: 'solana' }]
    const inTurn = inTurnOf(navigator.locks)
    const login = createWalletLogin({
      api,
      keys,
      networks,
      inTurn,
      canConfirm: canTrackVisibility(),
      keepStorage: () => void navigator.storage?.persist?.().catch(report),
    })
    const showFrame = (isShown: boolean) => service.showFrame(isShown)
    const showInTurn = createShowInTurn()
    const confirm = createConfirmationScreen({ document, showFrame })
    const recovery = createRecoveryScreens({
      document,
      translate: inEnglish,
      send,
      api,
      keys,
      login,
      networks,
      inTurn,
      showFrame,
      showInTurn,
    })
    const service = servePage({
      port,
      origin,
      report,
      handlers: {
        ...login.handlers,
        ...recovery.handlers,
        sign: createSigner(keys, login, (confirmation, signal) =>
          showInTurn(() => confirm(confirmation, signal)),
        ),
      },
    })
  },
})

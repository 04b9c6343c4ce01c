/**
 * The page of the frame. It registers for the page's message at once, because that comes with
 * `load`; keys and login follow in the background.
 */
import { acceptPage } from '../frame/accept-page.js'
import { servePage } from '../frame/serve-page.js'
import { connectKeys } from '../keys/key-worker-client.js'
import { createAccountSettings } from '../login/account-settings.js'
import { deviceName } from '../login/device-name.js'
import { createLoginApi } from '../login/login-api.js'
import { createPasskeyLogin } from '../login/passkey-login.js'
import { createWalletLogin } from '../login/wallet-login.js'
import {
  createRecoveryHandlers,
  createShowInTurn,
  inTurnOf,
  splitAnew,
} from '../recovery/recovery-handlers.js'
import { type Confirm, createSigner } from '../signing/sign-request.js'
import { createWindowConfirm } from '../window/ask-in-window.js'
import { createAppearance } from './appearance.js'
import { readConfiguration } from './configuration.js'
import { createConfirmationScreen } from './confirmation-screen.js'
import { allowOwnScripts } from './own-scripts.js'
import { saveFile } from './save-file.js'
import { canTrackVisibility } from './visibility.js'

allowOwnScripts()
const { origins, optional, networks, accounts } = readConfiguration(
  name => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content,
)

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
    const inTurn = inTurnOf(navigator.locks)
    const login = createWalletLogin({
      api,
      keys,
      networks: accounts,
      knownNetworks: networks,
      inTurn,
      canConfirm: canTrackVisibility() || 'BroadcastChannel' in window,
      deviceName: deviceName(navigator.userAgent),
      keepStorage: () => void navigator.storage?.persist?.().catch(report),
    })
    const appearance = createAppearance(document)
    const { translate } = appearance
    const showFrame = (isShown: boolean) => service.showFrame(isShown)
    const showInTurn = createShowInTurn()
    const ask = canTrackVisibility()
      ? createConfirmationScreen({ document, translate, showFrame })
      : createWindowConfirm({
          document,
          appearance,
          showFrame,
          open: url => void window.open(url, '_blank', 'popup,noopener,width=420,height=680'),
        })
    const confirm: Confirm = (confirmation, signal) => showInTurn(() => ask(confirmation, signal))
    const parts = { document, translate, send, api, keys, login, networks: accounts, inTurn }
    const service = servePage({
      port,
      origin,
      optional,
      report,
      handlers: {
        ...login.handlers,
        ...appearance.handlers,
        ...createRecoveryHandlers({ ...parts, showFrame, showInTurn }),
        ...createPasskeyLogin({ api, login, confirm, credentials: navigator.credentials }),
        ...createAccountSettings({
          api,
          keys,
          login,
          splitAnew: signal => splitAnew(parts, signal),
          confirm,
          screens: ['recovery', 'export'],
          report,
          save: (name, text) => saveFile(document, name, text),
        }),
        sign: createSigner(keys, login, confirm, networks),
      },
    })
  },
})

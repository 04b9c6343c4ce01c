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
import { createSigner } from '../signing/sign-request.js'
import { createConfirmationScreen } from './confirmation-screen.js'
import { saveFile } from './save-file.js'
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
    const api = createLoginApi((path, init) => fetch(path, init))
    const login = createWalletLogin({
      api,
      keys,
      networks: [{ namespace: 'eip155' }, { namespace: 'solana' }],
      canConfirm: canTrackVisibility(),
      deviceName: deviceName(navigator.userAgent),
      keepStorage: () => void navigator.storage?.persist?.().catch(report),
    })
    const confirm = createConfirmationScreen({
      document,
      showFrame: isShown => service.showFrame(isShown),
    })
    const service = servePage({
      port,
      origin,
      report,
      handlers: {
        ...login.handlers,
        ...createPasskeyLogin({ api, login, confirm, credentials: navigator.credentials }),
        ...createAccountSettings({
          api,
          keys,
          login,
          confirm,
          screens: [],
          save: (name, text) => saveFile(document, name, text),
        }),
        sign: createSigner(keys, login, confirm),
      },
    })
  },
})

/** The screens of recovery and export. They load when a person asks for one. */
import { type Message, message } from '@portico/kernel/text'
import type { KeyWorkerClient } from '../../keys/key-worker-client.js'
import { createLoginCall, type LoginApi } from '../../login/login-api.js'
import { type AccountNetworks, createServerShare, type InTurn } from '../../login/server-share.js'
import type { WalletLogin } from '../../login/wallet-login.js'
import { createPasskeys, type Passkeys } from '../passkey-secret.js'
import { createRecoveryApi } from '../recovery-api.js'
import { createWalletRecovery, needsLogin, type WalletRecovery } from '../wallet-recovery.js'
import { showExport } from './export-screen.js'
import { endsScreen, sentenceOfFailure } from './failure-sentence.js'
import { createFreshLogin } from './fresh-login.js'
import { recoverInFrame } from './recover-screen.js'
import { showRecovery } from './set-up-screen.js'
import { createView } from './view.js'

export interface ScreenOptions {
  readonly document: Document
  readonly translate: (message: Message) => string
  /** `fetch` on the frame's own origin. */
  readonly send: typeof fetch
  readonly api: LoginApi
  readonly keys: KeyWorkerClient
  readonly login: WalletLogin
  readonly networks: AccountNetworks
  readonly inTurn: InTurn
}

export { needsLogin }

const failedMessage = message('frame.failed', 'That did not work')
const closeMessage = message('frame.close', 'Close')

const screens = {
  RECOVER_WALLET: recoverInFrame,
  SHOW_RECOVERY: showRecovery,
  SHOW_EXPORT: showExport,
}
export type ScreenName = keyof typeof screens

export const passkeysOf = ({ defaultView }: Document): Passkeys => {
  const { navigator, location } = defaultView ?? window
  return createPasskeys(navigator.credentials, location.hostname)
}

export const createScreenRecovery = (
  { send, api, keys, login, networks, inTurn }: Omit<ScreenOptions, 'document' | 'translate'>,
  passkeys: Passkeys,
): WalletRecovery =>
  createWalletRecovery({
    api: createRecoveryApi(createLoginCall(send)),
    keys,
    login,
    server: createServerShare({ api, keys, networks }),
    passkeys,
    inTurn,
  })

/** Resolves when the person is done. What fails for good is shown, and then thrown. */
export async function runScreen(
  name: ScreenName,
  options: ScreenOptions,
  { origin, signal }: { readonly origin: string; readonly signal: AbortSignal },
): Promise<void> {
  const { document, translate, keys, login } = options
  const view = createView({ document, translate, signal })
  const passkeys = passkeysOf(document)
  const recovery = createScreenRecovery(options, passkeys)
  const fresh = createFreshLogin(view, login, origin, signal)
  try {
    await screens[name]({ view, translate, keys, recovery, passkeys, fresh, signal })
  } catch (error) {
    if (!endsScreen(error))
      await view.ask({
        title: failedMessage,
        problem: sentenceOfFailure(error),
        close: closeMessage,
      })
    throw error
  }
}

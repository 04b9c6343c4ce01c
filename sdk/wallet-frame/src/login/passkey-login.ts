/** Passkeys of the frame's own host as a login. The browser's dialog runs here, not in the page. */
import { FrameRefusal } from '../frame/errors.js'
import type { FrameHandlers } from '../frame/serve-page.js'
import type { Confirm } from '../signing/sign-request.js'
import type { LoginApi } from './login-api.js'
import type { WalletLogin } from './wallet-login.js'

export interface PasskeyLoginOptions {
  readonly api: LoginApi
  readonly login: Pick<WalletLogin, 'enter'>
  readonly confirm: Confirm
  /** `navigator.credentials`; undefined in a browser without it. */
  readonly credentials: Pick<CredentialsContainer, 'create' | 'get'> | undefined
}

/** Creates the handler that makes a passkey and a wallet, or logs in with a passkey. */
export function createPasskeyLogin({
  api,
  login,
  confirm,
  credentials,
}: PasskeyLoginOptions): Pick<FrameHandlers, 'CONNECT_PASSKEY'> {
  return {
    async CONNECT_PASSKEY({ isNew }, { origin, signal }) {
      if (!credentials || typeof PublicKeyCredential?.parseCreationOptionsFromJSON !== 'function')
        throw new FrameRefusal('BROWSER_TOO_OLD')
      // A browser makes passkeys in a frame only right after a click in it.
      if (isNew) await confirm({ change: { kind: 'passkey' }, origin }, signal)
      const kind = isNew ? 'sign-up' : 'login'
      return login.enter(async keyHash => {
        const { challengeId, nonce, options } = await api.passkeyOptions(kind, { keyHash }, signal)
        const credential = await asked(() =>
          isNew
            ? credentials.create({
                publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
                  options as unknown as PublicKeyCredentialCreationOptionsJSON,
                ),
                signal,
              })
            : credentials.get({
                publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
                  options as unknown as PublicKeyCredentialRequestOptionsJSON,
                ),
                signal,
              }),
        )
        const response = withoutExtensions(credential)
        return {
          nonce,
          logIn: entering => api.passkey(kind, { challengeId, response, ...entering }, signal),
        }
      }, signal)
    },
  }
}

/** The server refuses results of extensions: some are secrets of the frame. */
const withoutExtensions = (credential: PublicKeyCredential) => ({
  ...(credential.toJSON() as object),
  clientExtensionResults: {},
})

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask()
    if (credential instanceof PublicKeyCredential) return credential
  } catch (cause) {
    throw new FrameRefusal(codeOf(cause), { cause })
  }
  throw new FrameRefusal('PASSKEY_UNUSED')
}

/** Of one name the browser does not say whether the person cancelled or has no passkey. */
function codeOf(error: unknown): ConstructorParameters<typeof FrameRefusal>[0] {
  switch ((error as { readonly name?: unknown } | undefined)?.name) {
    case 'SecurityError':
      return 'PASSKEY_SITE'
    case 'NotSupportedError':
    case 'ConstraintError':
      return 'BROWSER_TOO_OLD'
    case 'AbortError':
      return 'ABORTED'
    default:
      return 'PASSKEY_UNUSED'
  }
}

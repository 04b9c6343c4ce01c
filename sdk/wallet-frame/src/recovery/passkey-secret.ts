/**
 * The secret of a passkey (WebAuthn PRF): 32 bytes that only this passkey gives, for this host
 * exactly. They go into the worker at once, and never to the server.
 */
import type { Bytes } from '../keys/bytes.js'
import { base64url, bytesOfBase64url, randomBytes } from '../keys/bytes.js'
import { passkeyPrfInput } from '../keys/recovery.js'
import { PasskeyError } from './errors.js'

export interface PasskeySecret {
  readonly credentialId: string
  readonly value: Bytes
}
export interface MadePasskey {
  /** `toJSON()` of the credential, without the results of extensions. */
  readonly response: object
  readonly credentialId: string
  /** Undefined where the passkey gives it only when it is used. */
  readonly value: Bytes | undefined
}

export interface Passkeys {
  /** Whether this browser has passkeys that may give a secret. */
  readonly isOffered: boolean
  /** Makes a passkey by the server's options. */
  create(options: object, signal: AbortSignal): Promise<MadePasskey>
  /** Asks one of these passkeys. */
  ask(credentialIds: readonly string[], signal: AbortSignal): Promise<PasskeySecret>
}

const prf = { eval: { first: passkeyPrfInput } }

/** Every call throws a PasskeyError. `host`: of the frame, and never a domain above it. */
export function createPasskeys(
  container: CredentialsContainer | undefined,
  host: string,
): Passkeys {
  const isOffered =
    container !== undefined &&
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function'
  const credentialOf = async (work: Promise<Credential | null> | undefined) => {
    const found = await work?.catch(cause => {
      throw new PasskeyError('PASSKEY_UNUSED', cause)
    })
    if (!(found instanceof PublicKeyCredential)) throw new PasskeyError('PASSKEY_UNUSED')
    return found
  }
  return {
    isOffered,
    async create(options, signal) {
      const parsed = PublicKeyCredential.parseCreationOptionsFromJSON(
        options as PublicKeyCredentialCreationOptionsJSON,
      )
      const publicKey = { ...parsed, extensions: { ...parsed.extensions, prf } }
      const made = await credentialOf(container?.create({ publicKey, signal }))
      const results = made.getClientExtensionResults().prf
      if (results?.enabled === false) throw new PasskeyError('PASSKEY_UNSUITABLE')
      return {
        response: { ...made.toJSON(), clientExtensionResults: {} },
        credentialId: made.id,
        value: results?.results && secretOf(results.results),
      }
    },
    async ask(credentialIds, signal) {
      const publicKey: PublicKeyCredentialRequestOptions = {
        challenge: randomBytes(32),
        rpId: host,
        allowCredentials: credentialIds.map(id => ({
          type: 'public-key',
          id: bytesOfBase64url(id),
        })),
        userVerification: 'required',
        extensions: { prf },
      }
      const used = await credentialOf(container?.get({ publicKey, signal }))
      const { results } = used.getClientExtensionResults().prf ?? {}
      if (!results) throw new PasskeyError('PASSKEY_UNSUITABLE')
      return { credentialId: base64url(new Uint8Array(used.rawId)), value: secretOf(results) }
    },
  }
}

function secretOf({ first }: AuthenticationExtensionsPRFValues): Bytes {
  const value = ArrayBuffer.isView(first)
    ? Uint8Array.from(new Uint8Array(first.buffer, first.byteOffset, first.byteLength))
    : new Uint8Array(first.slice(0))
  if (value.length !== 32) throw new PasskeyError('PASSKEY_UNSUITABLE')
  return value
}

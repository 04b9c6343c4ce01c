/** Sends the message to the wallet, and checks the answer against the request (threat S35). */
import { messagesCapability, type SignedIn, type SignInFields } from '@portico/kernel/capabilities'
import { connectionService } from '@portico/kernel/session'
import { ModalError } from '@portico/kernel/text'
import { walletProblem } from '@portico/kernel/wallet'
import { SignInError } from '../errors.js'
import type { SiwxOptions } from '../options.js'
import type { SiwxContext } from '../refs.js'
import type { SiwxSession } from '../siwx.js'
import type { SignInRequest, SignInTarget } from '../siwx-state.js'
import { hexOf } from './hex.js'

export type Signed = SignedIn

/**
 * Sends one request to the wallet. It is solana:signIn where the wallet writes the text itself,
 * else the shown text.
 */
export async function signWith(
  context: SiwxContext,
  { connection: id, account, network }: SignInTarget,
  { text }: SignInRequest,
  fields: SignInFields,
  options: SiwxOptions,
  signal: AbortSignal,
): Promise<Signed> {
  const via = context.use(connectionService).live(id)
  const offer = context.capability(messagesCapability, network)
  if (!via || !offer) throw new SignInError('NO_CONNECTION')
  if (via.network !== network || !via.accounts.some(({ address }) => address === account.address))
    throw new SignInError('TARGET_CHANGED')
  const worded = options.createMessage
    ? undefined
    : await offer.signIn?.(via, account, fields, signal)
  const signed = worded ?? { ...(await offer.sign(via, account, text, signal)), text }
  const { text: words, ...by } = signed
  const isSigned = await offer.verify(account, words, by, signal).catch(error => {
    // The signature cannot be verified here, but our handler on a server can verify it. A storage
    // of the host's own does not promise to verify anything.
    if (
      options.server !== undefined &&
      typeof options.storage !== 'object' &&
      error instanceof ModalError &&
      error.code === 'SIGNATURE_UNKNOWN'
    )
      return true
    throw error
  })
  if (!isSigned) throw new SignInError('SIGNATURE_INVALID')
  return signed
}

export const sessionFrom = (
  { connection: id }: SignInTarget,
  fields: SignInFields,
  { text, ...signed }: Signed,
): SiwxSession => ({
  data: { ...fields, connection: id },
  message: text,
  ...signed,
})

/**
 * Returns the SHA-256 of message and signature, in hex. Undefined on an insecure page, where
 * browsers have no such digest.
 */
export async function digestOf({ message, signature }: SiwxSession): Promise<string | undefined> {
  const bytes = await crypto.subtle?.digest(
    'SHA-256',
    new TextEncoder().encode(`${message}\n${signature}`),
  )
  return bytes && hexOf(new Uint8Array(bytes))
}

/** Returns the error to show, and whether the nonce has not been seen yet. */
export function failureOf(
  thrown: unknown,
  { account }: SignInTarget,
): { readonly error: ModalError; readonly isFresh: boolean } {
  if (thrown instanceof SignInError)
    return {
      error: thrown,
      isFresh: thrown.code === 'TARGET_CHANGED' || thrown.code === 'NO_CONNECTION',
    }
  // Specification section 8. The cause is left out for a decline, which would suppress the toast.
  if (account.type === 'smartAccount')
    return { error: new SignInError('SMART_ACCOUNT'), isFresh: true }
  if (walletProblem(thrown).kind === 'declined')
    return { error: new SignInError('DECLINED'), isFresh: true }
  return {
    error:
      thrown instanceof ModalError
        ? thrown
        : new SignInError('SIGNATURE_INVALID', { cause: thrown }),
    isFresh: false,
  }
}

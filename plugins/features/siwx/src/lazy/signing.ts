/** Asking the wallet, and holding its answer against what was asked (threat S35). */
import { connection, ModalError, messages, type SignedIn, type SignInFields, walletProblem } from '@portico/kernel/contracts'
import { SignInError } from '../errors.js'
import type { SiwxOptions } from '../options.js'
import type { SiwxContext } from '../refs.js'
import type { SiwxSession } from '../siwx.js'
import type { SignInRequest, SignInTarget } from '../siwx-state.js'
import { hexOf } from './hex.js'

export type Signed = SignedIn

/** One request to the wallet: in one step where it words sign-in itself (solana:signIn), else the text as it was shown. */
export async function signWith(
  context: SiwxContext,
  { connection: id, account, network }: SignInTarget,
  { text }: SignInRequest,
  fields: SignInFields,
  options: SiwxOptions,
  signal: AbortSignal,
): Promise<Signed> {
  const via = context.use(connection).live(id)
  const offer = context.capability(messages, network)
  if (!via || !offer) throw new SignInError('NO_CONNECTION')
  if (via.network !== network || !via.accounts.some(({ address }) => address === account.address)) throw new SignInError('TARGET_CHANGED')
  const worded = options.createMessage ? undefined : await offer.signIn?.(via, account, fields, signal)
  const signed = worded ?? { ...(await offer.sign(via, account, text, signal)), text }
  const { text: words, ...by } = signed
  const isSigned = await offer.verify(account, words, by, signal).catch(error => {
    // Nobody can tell here; our handler on a server knows more. A storage of the host's own promises to verify nothing.
    if (options.server !== undefined && typeof options.storage !== 'object' && error instanceof ModalError && error.code === 'SIGNATURE_UNKNOWN') return true
    throw error
  })
  if (!isSigned) throw new SignInError('SIGNATURE_INVALID')
  return signed
}

export const sessionFrom = ({ connection: id }: SignInTarget, fields: SignInFields, { text, ...signed }: Signed): SiwxSession => ({
  data: { ...fields, connection: id },
  message: text,
  ...signed,
})

/** SHA-256 of message and signature, in hex; undefined where the page is not secure and the browser has none. */
export async function digestOf({ message, signature }: SiwxSession): Promise<string | undefined> {
  const bytes = await crypto.subtle?.digest('SHA-256', new TextEncoder().encode(`${message}\n${signature}`))
  return bytes && hexOf(new Uint8Array(bytes))
}

/** What to say of it, and whether the nonce is still nobody's but ours. */
export function failureOf(thrown: unknown, { account }: SignInTarget): { readonly error: ModalError; readonly isFresh: boolean } {
  if (thrown instanceof SignInError) return { error: thrown, isFresh: thrown.code === 'TARGET_CHANGED' || thrown.code === 'NO_CONNECTION' }
  // Specification section 8. The cause stays out of a decline: it would make the toast as quiet as one.
  if (account.type === 'smartAccount') return { error: new SignInError('SMART_ACCOUNT'), isFresh: true }
  if (walletProblem(thrown).kind === 'declined') return { error: new SignInError('SIGNATURE_DECLINED'), isFresh: true }
  return { error: thrown instanceof ModalError ? thrown : new SignInError('SIGNATURE_INVALID', { cause: thrown }), isFresh: false }
}

/** For chains whose wallets only sign: the page submits what they signed. */
import { ChainError } from '../chain/chain-errors.js'
import { ModalError } from '../text/errors.js'
import { declined } from './declined-error.js'
import { UnsignedError } from './unsigned-error.js'
import { provesDecline } from './wallet-problem.js'

export interface SignAndSubmitOptions<Signed extends { readonly hash: string }> {
  /** Requests the signature. The wallet must not submit; for one that does, `runSendRequest`. */
  sign(): Promise<unknown>
  /**
   * Reads what the wallet answered. Returns undefined, or throws, unless the wallet signed exactly
   * the prepared transaction: compare the hashes, or the unsigned bytes.
   */
  readSigned(answer: unknown): Signed | undefined
  /**
   * Submits it. Throws a TransferError or a ChainError CHAIN_REFUSED only for a refusal which
   * proves that the network will never have the transaction.
   */
  submit(signed: Signed): Promise<unknown>
  readonly signal: AbortSignal
}

/**
 * Requests a signature, checks it, and submits the transaction. Resolves with the hash when the
 * network has the transaction, or when no node answered: the network may have it then, and
 * `confirm` finds the outcome. Nothing was sent where it throws
 * - a DeclinedError: the person declined;
 * - an UnsignedError WALLET_UNSIGNED: the wallet failed, or signed another transaction;
 * - the reason of the signal, before `submit`; an error of ours from `sign`; a refusal of `submit`.
 *
 * Any other error of `submit` is a ChainError WALLET_OUTCOME: what was sent is unknown.
 */
export async function signAndSubmit<Signed extends { readonly hash: string }>(
  options: SignAndSubmitOptions<Signed>,
): Promise<{ readonly hash: string }> {
  const signed = await signedBy(options)
  const { signal, submit } = options
  signal.throwIfAborted()
  try {
    await submit(signed)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (!isUnanswered(error)) throw provesRefusal(error) ? error : unknownOutcome(error)
  }
  return { hash: signed.hash }
}

async function signedBy<Signed extends { readonly hash: string }>({
  sign,
  readSigned,
  signal,
}: SignAndSubmitOptions<Signed>): Promise<Signed> {
  signal.throwIfAborted()
  let signed: Signed | undefined
  try {
    signed = readSigned(await sign())
  } catch (error) {
    signal.throwIfAborted()
    if (provesDecline(error)) throw declined(error)
    throw isOurs(error) ? error : new UnsignedError({ cause: error })
  }
  if (!signed) throw new UnsignedError()
  return signed
}

/** An answer of the wallet that cannot be used is no error of ours: it has signed nothing. */
const isOurs = (error: unknown): boolean =>
  error instanceof ModalError && error.code !== 'WALLET_ANSWER'
/** An answer that makes no sense is none: a node may have relayed the transaction. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ChainError && ['CHAIN_UNAVAILABLE', 'CHAIN_ANSWER'].includes(error.code)
const provesRefusal = (error: unknown): boolean =>
  error instanceof ModalError && error.code !== 'CHAIN_NETWORK'
const unknownOutcome = (cause: unknown) => new ChainError('WALLET_OUTCOME', undefined, { cause })

/** Reads a request to sign, asks the person, and signs what was read. */
import type { EvmTransaction } from '@portico/plugin-embedded/protocol'
import { base58, base64, hex } from '@scure/base'
import { readEvmTransaction } from '../decoders/evm-calls.js'
import { type Reading, unreadable } from '../decoders/reading.js'
import { readSolanaTransaction } from '../decoders/solana-transaction.js'
import { readTextMessage } from '../decoders/text-message.js'
import { readTypedData } from '../decoders/typed-data.js'
import { FrameRefusal } from '../frame/errors.js'
import type { FrameCall, SigningRequest } from '../frame/serve-page.js'
import type { KeyWorkerClient } from '../keys/key-worker-client.js'
import type { SignRequest, SignResult } from '../keys/sign-messages.js'
import type { WalletLogin } from '../login/wallet-login.js'

/** A change of the account that the page asks for. */
export type AccountChange =
  | { readonly kind: 'passkey' | 'download' }
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: 'delete'; readonly email: string | null }

/** What the person sees before they decide on a signature. */
export interface SigningConfirmation {
  readonly reading: Extract<Reading, { outcome: 'read' }>
  readonly origin: string
  readonly chainId: string
  readonly address: string
}
/** What the person sees before they decide. */
export type Confirmation =
  | SigningConfirmation
  | { readonly change: AccountChange; readonly origin: string }
/** Resolves when the person approved. Throws a FrameRefusal `DECLINED` when they did not. */
export type Confirm = (confirmation: Confirmation, signal: AbortSignal) => Promise<void>

/** What a method reads and signs. `params` have the shape that the protocol checked. */
interface Work {
  readonly reading: Reading
  readonly sign: SignRequest
  result(signed: SignResult): unknown
}

/**
 * Creates the handler of requests to sign. Nothing is signed that was not read completely, and what
 * is read and what is signed are the same value.
 */
export function createSigner(
  keys: Pick<KeyWorkerClient, 'sign'>,
  login: Pick<WalletLogin, 'unlock' | 'addresses'>,
  confirm: Confirm,
) {
  return async (request: SigningRequest, { origin, signal }: FrameCall): Promise<unknown> => {
    const { chainId } = request
    const [namespace = ''] = chainId.split(':')
    const [address] = await login.addresses(namespace, signal)
    if (!address) throw new FrameRefusal('NETWORK_UNKNOWN')
    const work = workOf(request, address, origin)
    const { reading } = work
    if (reading.outcome === 'refused') throw new FrameRefusal('INVALID')
    if (reading.outcome === 'unreadable') throw new FrameRefusal('UNREADABLE')
    // The screen is not shown for a signature that needs another login first.
    await login.unlock(signal)
    await confirm({ reading, origin, chainId, address }, signal)
    signal.throwIfAborted()
    // While the person read, the wallet may have locked, or another tab logged in another person.
    await login.unlock(signal)
    const [now] = await login.addresses(namespace, signal)
    if (now !== address) throw new FrameRefusal('SESSION_EXPIRED')
    signal.throwIfAborted()
    return work.result(await keys.sign(work.sign))
  }
}

function workOf({ method, params, chainId }: SigningRequest, self: string, origin: string): Work {
  switch (method) {
    case 'personal_sign': {
      const [message, account] = params as [string, string]
      const reading = isSame(account, self)
        ? readTextMessage(hex.decode(message.slice(2).toLowerCase()), origin, self)
        : otherAccount
      return { reading, sign: { kind: 'eip155/message', message }, result: signatureOf }
    }
    case 'eth_signTypedData_v4': {
      const [account, data] = params as [string, unknown]
      const typedData = typeof data === 'string' ? data : JSON.stringify(data)
      const reading = isSame(account, self)
        ? readTypedData(typedData, chainId, origin)
        : otherAccount
      return { reading, sign: { kind: 'eip155/typed-data', typedData }, result: signatureOf }
    }
    case 'eth_sendTransaction': {
      const [transaction] = params as [EvmTransaction]
      const whole = wholeTransaction(transaction, chainId)
      return {
        reading: whole ? readEvmTransaction(transaction, chainId, self) : unreadable,
        sign: { kind: 'eip155/transaction', transaction: whole ?? nothing },
        result: signed => signed,
      }
    }
    case 'solana_signMessage': {
      const { message, pubkey } = params as { readonly message: string; readonly pubkey: string }
      const bytes = base58.decode(message)
      return {
        reading: pubkey === self ? readTextMessage(bytes, origin, self) : otherAccount,
        sign: { kind: 'solana/message', message: base64.encode(bytes) },
        result: signed => ({ signature: signatureOf(signed) }),
      }
    }
    case 'solana_signTransaction': {
      const { transaction } = params as { readonly transaction: string }
      return {
        reading: readSolanaTransaction(transaction, self),
        sign: { kind: 'solana/transactions', transactions: [transaction] },
        result: signed => ({ transaction: 'signed' in signed ? signed.signed[0] : undefined }),
      }
    }
    default:
      throw new FrameRefusal('UNSUPPORTED')
  }
}

const otherAccount: Reading = { outcome: 'refused', reason: 'other-account' }
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const signatureOf = (signed: SignResult) => ('signature' in signed ? signed.signature : undefined)

type Signable = Extract<SignRequest, { kind: 'eip155/transaction' }>['transaction']
/** Stands for a transaction that is never signed, because it is unreadable. */
const nothing: Signable = {
  type: 'legacy',
  chainId: 1,
  nonce: 0,
  value: '0x0',
  gas: '0x0',
  gasPrice: '0x0',
}

/** The transaction as it is signed. Undefined while the page has left something open. */
function wholeTransaction(given: EvmTransaction, chainId: string): Signable | undefined {
  const { nonce, gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas, to, value = '0x0' } = given
  const data = given.data ?? given.input
  if (nonce === undefined || gas === undefined || BigInt(nonce) > 0xffff_ffff_ffffn)
    return undefined
  const common = {
    chainId: Number(chainId.split(':')[1]),
    nonce: Number(nonce),
    ...(to !== undefined && { to }),
    value,
    ...(data !== undefined && { data }),
    gas,
  }
  if (maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined && gasPrice === undefined)
    return { ...common, type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
  return gasPrice !== undefined && maxFeePerGas === undefined
    ? { ...common, type: 'legacy', gasPrice }
    : undefined
}

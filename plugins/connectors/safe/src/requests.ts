/** Translates requests to an Ethereum wallet into those of a Safe. */
import { delay } from '@portico/kernel'
import { ChainError } from '@portico/kernel/chain'
import { message } from '@portico/kernel/text'
import * as v from 'valibot'
import { laterSignature, type SafeInfo, sent, signed, transaction } from './answers.js'
import type { Parent } from './parent.js'

/** The requested methods that a Safe supports. */
export const methods = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
] as const
/** Milliseconds between two polls for the last signature, where owners sign one after the other. */
const lookMs = 4_000

const text = v.string()
const data = v.optional(v.pipe(text, v.regex(/^0x(?:[\da-fA-F]{2})*$/)), '0x')
const quantity = v.optional(v.pipe(text, v.regex(/^0x[\da-fA-F]{1,64}$/)), '0x0')
const call = v.object({
  to: v.optional(v.pipe(text, v.regex(/^0x[\da-fA-F]{40}$/))),
  data,
  value: quantity,
})
const bundle = v.object({ calls: v.pipe(v.array(call), v.minLength(1), v.maxLength(256)) })
/** The status codes of EIP-5792. */
const statuses = {
  AWAITING_CONFIRMATIONS: 100,
  AWAITING_EXECUTION: 100,
  SUCCESS: 200,
  CANCELLED: 400,
  FAILED: 500,
} as const

/**
 * Sends a request to a Safe.
 * A sent transaction is identified by the hash of the Safe's own transaction. The owners may still
 * have to sign it; only then is it in a block, under another hash, which `wallet_getCallsStatus`
 * returns.
 *
 * Throws a ChainError for what a Safe cannot do, and for invalid input.
 */
export async function askSafe(
  parent: Parent,
  { chainId }: SafeInfo,
  method: string,
  params: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const [first, second] = Array.isArray(params) ? params : []
  const send = async (calls: readonly v.InferOutput<typeof call>[]) => {
    // A Safe takes only what its page shows: recipient, value, data. The account that executes the
    // transaction pays the gas.
    const txs = calls.map(({ to, data, value }) => {
      if (!to)
        throw new ChainError(
          'WALLET_UNSUPPORTED',
          message(
            'safe.error.creation',
            'A Safe cannot create a contract in this way. Nothing was sent.',
          ),
        )
      return { to, data, value: BigInt(value).toString() }
    })
    return (await parent.ask('sendTransactions', { txs, params: {} }, sent, signal)).safeTxHash
  }
  switch (method) {
    case 'personal_sign':
      return signatureOf(
        parent,
        await parent.ask('signMessage', { message: textOf(parse(text, first)) }, signed, signal),
        signal,
      )
    case 'eth_signTypedData_v4':
      return signatureOf(
        parent,
        await parent.ask(
          'signTypedMessage',
          { typedData: jsonOf(parse(text, second)) },
          signed,
          signal,
        ),
        signal,
      )
    case 'eth_sendTransaction':
      return send([parse(call, first)])
    case 'wallet_sendCalls':
      return { id: await send(parse(bundle, first).calls) }
    case 'wallet_getCallsStatus': {
      const { txStatus, txHash } = await parent.ask(
        'getTxBySafeTxHash',
        { safeTxHash: parse(text, first) },
        transaction,
        signal,
      )
      return {
        version: '2.0.0',
        id: first,
        chainId: hexOf(chainId),
        status: statuses[txStatus],
        atomic: true,
        receipts: txHash ? [{ transactionHash: txHash }] : [],
      }
    }
    case 'wallet_getCapabilities':
      return { [hexOf(chainId)]: { atomic: { status: 'supported' } } }
    default:
      throw new ChainError('WALLET_UNSUPPORTED')
  }
}

async function signatureOf(
  parent: Parent,
  { signature, messageHash, safeTxHash }: v.InferOutput<typeof signed>,
  signal: AbortSignal,
): Promise<string> {
  if (signature && signature !== '0x') return signature
  if (messageHash)
    for (;;) {
      const found = await parent.ask('getOffChainSignature', messageHash, laterSignature, signal)
      if (found && found !== '0x') return found
      await delay(lookMs, signal)
    }
  // The Safe has already turned the signature into a transaction, so this is not a refusal.
  throw safeTxHash
    ? new ChainError(
        'WALLET_OUTCOME',
        message(
          'safe.error.onChain',
          'This Safe signs with a transaction, which this app cannot use. Nothing was changed. Turn on off-chain signing in the Safe, then try again.',
        ),
      )
    : new ChainError('WALLET_ANSWER')
}

/**
 * Decodes a message that is text, because a Safe shows its owners what they sign.
 * Text that looks like bytes stays bytes: some Safes read such a text as bytes.
 */
function textOf(bytes: string): string {
  try {
    const pairs = bytes.slice(2).match(/../g) ?? []
    const words = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(pairs, pair => Number.parseInt(pair, 16)),
    )
    return /^0x[\da-f]*$/i.test(words) ? bytes : words
  } catch {
    return bytes
  }
}
function jsonOf(found: string): unknown {
  try {
    return JSON.parse(found)
  } catch (cause) {
    throw new ChainError('WALLET_UNSUPPORTED', undefined, { cause })
  }
}
/** Validates the host's input before anything is sent. */
function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  found: unknown,
): v.InferOutput<Schema> {
  const { success, output } = v.safeParse(schema, found)
  if (!success) throw new ChainError('WALLET_UNSUPPORTED')
  return output
}
const hexOf = (number: number) => `0x${number.toString(16)}`

/**
 * Replaces a pending transaction by another one with the same nonce and a higher fee: at most one
 * of the two is mined. Loaded when a person opens a pending transaction.
 */

import type { Account } from '@portico/kernel/account'
import type { Replaced, Replacement } from '@portico/kernel/capabilities'
import {
  ChainError,
  type Eip155Transaction,
  eip155Transaction,
  type Hex,
  type NetworkId,
} from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'
import { RpcRefusal } from '@portico/kernel/rpc'
import { ModalError } from '@portico/kernel/text'
import { checksumAddress } from '../addresses/checksum.js'
import { readPendingCallOf, readReceiptOf, readTransactionOf } from '../node/node-answers.js'
import type { Rpc, RpcOf } from '../node/rpc.js'
import { altered, isSameChain, isSameTransaction } from '../wallets/hand-over.js'
import { chainIdOf, handleOf } from '../wallets/handle.js'
import { readBytes, readHash } from '../wallets/wallet-answers.js'
import { feeOf, type GasPrice, onTheWire, readGasOf, readL1Fee, readPrice } from './fees.js'

/**
 * Nodes replace a transaction for a tenth more; some want an eighth. The node that names the old
 * fee is not trusted with a fee of any height: a pending transaction that pays this many times the
 * usual price would have been mined.
 */
const mostTimesUsual = 20n
const raised = (fee: bigint): bigint => (fee * 9n) / 8n + 1n
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)

export async function readReplacements(
  rpc: Rpc,
  from: Account,
  hash: string,
  signal: AbortSignal,
): Promise<readonly Replacement[]> {
  const { caipNetworkId: network } = rpc.network
  const [found, receipt, usual] = await Promise.all([
    rpc.request('eth_getTransactionByHash', [hash], readAnswerOf(hash), signal),
    rpc.request('eth_getTransactionReceipt', [hash], readReceiptOf(hash), signal),
    readPrice(rpc, 'fast', signal),
  ])
  const sender = checksumAddress(from.address as Hex)
  const pending = found?.pending
  if (!pending || receipt || pending.from !== sender || usual.tip === undefined) return []
  const { isAsSigned } = await import('./signed-transaction.js')
  if (!(await isAsSigned(pending, found.answer))) return []
  const tip = larger(raised(pending.tip), usual.tip)
  const price = { most: larger(larger(raised(pending.most), usual.most), tip), tip }
  if (price.most > usual.most * mostTimesUsual) return []
  const priced = async (
    kind: Replacement['kind'],
    body: Eip155Transaction,
  ): Promise<Replacement> => {
    const [gas, l1Fee] = await Promise.all([
      readGasOf(rpc, sender, body, signal),
      readL1Fee(rpc, body, signal),
    ])
    return {
      kind,
      draft: eip155Transaction.draft(network, {
        ...body,
        gas,
        ...feesOf(price),
        nonce: pending.nonce,
      }),
      fee: feeOf(gas, price, l1Fee),
    }
  }
  const { to, value, input, gas } = pending
  return Promise.all([
    priced('speedUp', { ...(to && { to }), value, ...(input !== '0x' && { data: input }), gas }),
    priced('cancel', { to: sender, value: 0n }),
  ])
}
const readAnswerOf = (hash: string) => (answer: unknown) => {
  const pending = readPendingCallOf(hash)(answer)
  return pending && { pending, answer }
}
const feesOf = ({ most, tip = most }: GasPrice) => ({
  maxFeePerGas: most,
  maxPriorityFeePerGas: tip,
})

/** `send`: sends a draft through the wallet. */
export async function replaceTransaction(
  rpcOf: RpcOf,
  send: (
    via: Connection,
    from: Account,
    draft: Replacement['draft'],
    signal: AbortSignal,
  ) => Promise<{ readonly hash: string }>,
  via: Connection,
  from: Account,
  { kind, draft }: Replacement,
  signal: AbortSignal,
): Promise<Replaced> {
  const body = eip155Transaction.read(draft)
  const rpc = rpcOf(draft.network)
  if (body?.nonce === undefined) throw new ChainError('WALLET_UNSUPPORTED')
  if (kind === 'speedUp') return sendSigned(rpc, via, from, body, signal)
  // A wallet that chooses another nonce sends an empty payment, which is harmless but cancels
  // nothing.
  const { hash } = await send(via, from, draft, signal)
  return { hash, isSure: await hasPlace(rpc, hash, from, body.nonce, signal) }
}

/** Checks the account too, because a wallet may send from another one than the request names. */
async function hasPlace(
  rpc: Rpc,
  hash: string,
  from: Account,
  nonce: bigint,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const found = await rpc.request(
      'eth_getTransactionByHash',
      [hash],
      readTransactionOf(hash),
      signal,
    )
    return found?.nonce === nonce && found.from === checksumAddress(from.address as Hex)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ModalError) return false
    throw error
  }
}

/**
 * Gets the payment signed, and submits it only if it has the nonce of the pending one. A wallet
 * that can only send gets no request, because with another nonce it would pay twice.
 */
async function sendSigned(
  rpc: Rpc,
  via: Connection,
  from: Account,
  body: Eip155Transaction,
  signal: AbortSignal,
): Promise<Replaced> {
  const network: NetworkId = rpc.network.caipNetworkId
  const handle = handleOf(via)
  if ((await handle.network(signal)) !== network) throw new ChainError('WALLET_NETWORK')
  const request = { from: from.address, chainId: chainIdOf(network), ...onTheWire(body) }
  const isSame = request.from === from.address && isSameChain(request.chainId, network)
  if (!isSame || !isSameTransaction(request, body)) throw altered()
  const answer = await handle.request('eth_signTransaction', [request], signal)
  const signed = readSigned(answer)
  if (!signed) throw new ChainError('WALLET_ANSWER')
  const { readSignedTransaction } = await import('./signed-transaction.js')
  const {
    transaction: sent,
    signer,
    hash,
  } = await readSignedTransaction(signed).catch(cause => {
    throw new ChainError('WALLET_ANSWER', undefined, { cause })
  })
  const isReplacement =
    signer.toLowerCase() === from.address.toLowerCase() &&
    BigInt(sent.nonce ?? 0) === body.nonce &&
    sent.chainId !== undefined &&
    isSameChain(`0x${sent.chainId.toString(16)}`, network) &&
    (sent.to ?? '').toLowerCase() === (body.to ?? '').toLowerCase() &&
    (sent.value ?? 0n) === (body.value ?? 0n) &&
    (sent.data ?? '0x').toLowerCase() === (body.data ?? '0x').toLowerCase()
  // Nothing was sent.
  if (!isReplacement) throw new ChainError('WALLET_UNSUPPORTED')
  return { hash, isSure: await submit(rpc, signed, signal) }
}

/** False where no endpoint answers: one of them may have taken it. */
async function submit(rpc: Rpc, signed: Hex, signal: AbortSignal): Promise<boolean> {
  try {
    await rpc.request('eth_sendRawTransaction', [signed], readHash, signal)
    return true
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof RpcRefusal)) {
      if (error instanceof ModalError) return false
      throw error
    }
    // Another endpoint may have taken it before.
    if (/already known|already imported/i.test(error.message)) return true
    throw error
  }
}

/** Nodes and some wallets answer with an object around the bytes. */
const readSigned = (answer: unknown): Hex | undefined =>
  readBytes(answer, 262_144) ?? readBytes(Object(answer).raw, 262_144)

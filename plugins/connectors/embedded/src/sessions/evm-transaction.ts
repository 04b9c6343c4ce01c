/**
 * Completes a transaction of eip155, has it signed in the frame, and sends it. The frame contacts
 * no node, so it shows and signs exactly what is here.
 */
import { type NetworkId, networkOf } from '@portico/kernel/chain'
import { createJsonRpc, type JsonRpc, RpcRefusal } from '@portico/kernel/rpc'
import * as v from 'valibot'
import { EmbeddedError } from '../errors.js'
import type { FrameClient } from '../frame/frame-client.js'
import { type EvmTransaction, evmTransactionSchema } from '../protocol/rpc-params.js'
import type { EmbeddedContext } from '../refs.js'

const rpcTimeoutMs = 10_000
/** Gas is estimated on the present state, which changes until the transaction is in a block. */
const gasMargin = 120n

const quantity = v.pipe(v.string(), v.regex(/^0x[\da-f]{1,64}$/i))
const answerSchema = v.strictObject({
  signed: v.pipe(v.string(), v.regex(/^0x(?:[\da-f]{2})+$/i)),
  hash: v.pipe(v.string(), v.regex(/^0x[\da-f]{64}$/i)),
})

/**
 * Returns the hash, also where no node answered that it has the signed transaction. Throws an
 * EmbeddedError of the frame, `INVALID` for other parameters, `RPC_URL_MISSING` without an
 * endpoint; else what the network refused.
 */
export async function sendEvmTransaction(
  context: EmbeddedContext,
  frame: FrameClient,
  params: unknown,
  chainId: NetworkId,
  signal: AbortSignal,
): Promise<string> {
  const found = v.safeParse(v.strictTuple([evmTransactionSchema]), params)
  if (!found.success) throw new EmbeddedError('INVALID')
  const rpc = rpcOf(context, chainId)
  const transaction = await complete(rpc, found.output[0], chainId, signal)
  const payload = { method: 'eth_sendTransaction', params: [transaction], chainId }
  const answer = v.safeParse(answerSchema, await frame.request('RPC_REQUEST', payload, signal))
  if (!answer.success) throw new EmbeddedError('FAILED')
  const { signed, hash } = answer.output
  try {
    return await rpc.request('eth_sendRawTransaction', [signed], readHash, signal)
  } catch (error) {
    if (signal.aborted || isRefused(error)) throw error
    // It may be on its way: a person who is told that it failed would send it twice.
    return hash
  }
}

/** A node that was asked before, and answered too late, has passed a known transaction on. */
const isRefused = (error: unknown): boolean =>
  error instanceof RpcRefusal && !/already known|known transaction/i.test(error.message)

function rpcOf(context: EmbeddedContext, chainId: NetworkId): JsonRpc {
  const { rpcUrls = [], id = '' } = networkOf(context, chainId) ?? {}
  if (rpcUrls.length === 0) throw new EmbeddedError('RPC_URL_MISSING')
  return createJsonRpc({
    urls: rpcUrls,
    timeoutMs: rpcTimeoutMs,
    identity: {
      method: 'eth_chainId',
      params: [],
      read: answer => (v.is(quantity, answer) ? BigInt(answer) === BigInt(id) : undefined),
    },
    refusal: (code, reason, data) => new RpcRefusal(code, reason, data),
  })
}

/** Adds nonce, gas and fees where the page left them open. */
async function complete(
  rpc: JsonRpc,
  given: EvmTransaction,
  chainId: NetworkId,
  signal: AbortSignal,
): Promise<EvmTransaction> {
  const { from, to, value, data = given.input } = given
  const call = { from, to, value, data }
  const [nonce, gas, fees] = await Promise.all([
    given.nonce ?? rpc.request('eth_getTransactionCount', [from, 'pending'], readQuantity, signal),
    given.gas ??
      rpc
        .request('eth_estimateGas', [call], readQuantity, signal)
        .then(estimate => hexOf((BigInt(estimate) * gasMargin) / 100n)),
    readFees(rpc, given, signal),
  ])
  const [, reference = '0'] = chainId.split(':')
  const { input: _input, gasPrice: _gasPrice, ...rest } = given
  return {
    ...rest,
    ...(data !== undefined && { data }),
    nonce,
    gas,
    chainId: hexOf(BigInt(reference)),
    ...fees,
  }
}

type Fees = Pick<EvmTransaction, 'type' | 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>
async function readFees(rpc: JsonRpc, given: EvmTransaction, signal: AbortSignal): Promise<Fees> {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas = maxFeePerGas } = given
  if (gasPrice !== undefined) return { type: '0x0', gasPrice }
  if (maxFeePerGas !== undefined) return { type: '0x2', maxFeePerGas, maxPriorityFeePerGas }
  const [base, tip] = await Promise.all([
    rpc.request('eth_getBlockByNumber', ['latest', false], readBaseFee, signal),
    rpc
      .request('eth_maxPriorityFeePerGas', [], readQuantity, signal)
      // Some nodes lack the method; this is what most networks take.
      .catch(() => '0x3b9aca00'),
  ])
  return {
    type: '0x2',
    maxFeePerGas: hexOf(2n * BigInt(base) + BigInt(tip)),
    maxPriorityFeePerGas: tip,
  }
}

const readQuantity = (answer: unknown) => (v.is(quantity, answer) ? answer : undefined)
const readHash = (answer: unknown) => (v.is(answerSchema.entries.hash, answer) ? answer : undefined)
const readBaseFee = (answer: unknown) => {
  const block = v.safeParse(v.object({ baseFeePerGas: quantity }), answer)
  return block.success ? block.output.baseFeePerGas : undefined
}
const hexOf = (value: bigint) => `0x${value.toString(16)}`

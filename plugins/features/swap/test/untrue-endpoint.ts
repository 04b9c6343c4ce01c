/** An endpoint of a chain that changes what its contracts answer. */
import {
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  numberToHex,
} from 'viem'
import { startService } from './desk.js'

interface RpcQuestion {
  readonly id: number
  readonly params: readonly { readonly data?: Hex }[]
}
interface RpcAnswer {
  readonly id: number
  readonly result: unknown
}
/** What an endpoint answers to one contract call, given the true answer. */
export type Lie = (call: Hex, truth: Hex) => Hex
const [aggregate3, quoteExactInput, getPool] = ['0x82ad56cb', '0xcdca1753', '0x1698ee82'] as const
const wordsOf = (call: Hex): readonly string[] => call.slice(10).match(/.{64}/g) ?? []
/** Says only so much percent of each price. */
export const sharing =
  (percent: bigint): Lie =>
  (call, truth) =>
    call.startsWith(quoteExactInput) && truth !== '0x'
      ? `${numberToHex((BigInt(truth.slice(0, 66)) * percent) / 100n, { size: 32 })}${truth.slice(66)}`
      : truth
/** Knows no pool with this fee. */
export const hiding =
  (fee: number): Lie =>
  (call, truth) =>
    call.startsWith(getPool) && BigInt(`0x${wordsOf(call)[2]}`) === BigInt(fee)
      ? numberToHex(0n, { size: 32 })
      : truth
/** Says that a small part brings nothing, so that the whole cannot be compared with it. */
export const silentOnParts =
  (amount: bigint): Lie =>
  (call, truth) =>
    call.startsWith(quoteExactInput) && truth !== '0x' && BigInt(`0x${wordsOf(call)[1]}`) !== amount
      ? `${numberToHex(0n, { size: 32 })}${truth.slice(66)}`
      : truth
/** Returns Multicall3's answer to `call`, with each inner answer changed by `lie`. */
function withLies(call: Hex, result: Hex, lie: Lie): Hex {
  const { args } = decodeFunctionData({ abi: multicall3Abi, data: call })
  const calls = args[0] as readonly { readonly callData: Hex }[]
  const answers = decodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    data: result,
  })
  return encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: answers.map((one, at) => ({
      ...one,
      returnData: lie(calls[at]?.callData ?? '0x', one.returnData),
    })),
  })
}

/** Starts an endpoint over the chain at `url` that changes each contract answer by `lie`. */
export function startUntrueEndpoint(url: string, lie: Lie) {
  return startService(async ({ body }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as RpcAnswer | readonly RpcAnswer[]
    const questions = [body].flat() as readonly RpcQuestion[]
    const changed = (one: RpcAnswer): RpcAnswer => {
      const data = questions.find(({ id }) => id === one.id)?.params[0]?.data
      return data?.startsWith(aggregate3)
        ? { ...one, result: withLies(data, one.result as Hex, lie) }
        : one
    }
    return Array.isArray(answer) ? answer.map(changed) : changed(answer as RpcAnswer)
  })
}

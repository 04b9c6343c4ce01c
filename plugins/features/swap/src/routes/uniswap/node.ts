/** Requests of a swap to the nodes of an EVM network. */
import { ChainError, type Hex } from '@portico/kernel/chain'
import { createJsonRpc } from '@portico/kernel/rpc'
import { displayText } from '@portico/kernel/text'
import { decodeAbi, decodeText, encodeCall } from '@portico/signatures/abi'

export const multicall3: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11'
// aggregate3((address target, bool allowFailure, bytes callData)[])
const aggregate3: Hex = '0x82ad56cb'
const timeoutMs = 8_000

export interface ContractCall {
  readonly to: Hex
  readonly data: Hex
}
/** A transaction to simulate. */
export interface Trial extends ContractCall {
  readonly from: Hex
  readonly value?: bigint
}
export interface Tried {
  readonly answer: Hex
  /** The reason of a failure, as text where the contract gave one. Absent: it succeeded. */
  readonly failure?: string
}
export interface Node {
  /**
   * Reads contracts, all at one block; undefined for a call that reverts, or without a contract.
   */
  readAll(
    calls: readonly ContractCall[],
    signal: AbortSignal,
  ): Promise<readonly (Hex | undefined)[]>
  /** Wei per unit of gas. */
  gasPrice(signal: AbortSignal): Promise<bigint>
  /** Estimates the gas of a transaction; undefined when the network cannot. */
  estimate(trial: Trial, signal: AbortSignal): Promise<bigint | undefined>
  /**
   * Tries transactions one after the other, each on what the earlier ones left. Undefined: this
   * node cannot.
   */
  tryAll(trials: readonly Trial[], signal: AbortSignal): Promise<readonly Tried[] | undefined>
}

export function createNode(urls: readonly string[], chainId: bigint): Node {
  const rpc = createJsonRpc({
    urls,
    timeoutMs,
    identity: {
      method: 'eth_chainId',
      params: [],
      read(answer) {
        const served = readQuantity(answer)
        return served === undefined ? undefined : served === chainId
      },
    },
    refusal: () => new ChainError('CHAIN_REFUSED'),
  })
  const ask = async <Answer>(
    method: string,
    params: readonly unknown[],
    read: (answer: unknown) => Answer | undefined,
    signal: AbortSignal,
  ) => {
    try {
      return await rpc.request(method, params, read, signal)
    } catch (error) {
      if (error instanceof ChainError && error.code === 'CHAIN_REFUSED') return undefined
      throw error
    }
  }

  return {
    async readAll(calls, signal) {
      const data = writeAggregate(calls)
      const answer = await rpc.request(
        'eth_call',
        [{ to: multicall3, data }, 'latest'],
        readHex,
        signal,
      )
      return readAggregate(answer, calls.length)
    },
    gasPrice: signal => rpc.request('eth_gasPrice', [], readQuantity, signal),
    estimate: ({ value, ...trial }, signal) =>
      ask(
        'eth_estimateGas',
        [{ ...trial, ...(value && { value: quantity(value) }) }],
        readQuantity,
        signal,
      ),
    tryAll(trials, signal) {
      const calls = trials.map(({ value, ...trial }) => ({
        ...trial,
        ...(value && { value: quantity(value) }),
      }))
      return ask(
        'eth_simulateV1',
        [{ blockStateCalls: [{ calls }] }, 'latest'],
        answer => readTried(answer, trials.length),
        signal,
      )
    },
  }
}

const quantity = (value: bigint): Hex => `0x${value.toString(16)}`
const readHex = (answer: unknown): Hex | undefined =>
  typeof answer === 'string' && /^0x([0-9a-f]{2})*$/i.test(answer) ? (answer as Hex) : undefined
const readQuantity = (answer: unknown): bigint | undefined =>
  typeof answer === 'string' && /^0x[0-9a-f]{1,64}$/i.test(answer) ? BigInt(answer) : undefined

const writeAggregate = (calls: readonly ContractCall[]): Hex =>
  encodeCall(
    aggregate3,
    [{ list: ['address', 'word', 'bytes'] }],
    [calls.map(({ to, data }) => [to, 1n, data] as const)],
  )
function readAggregate(answer: Hex, count: number): readonly (Hex | undefined)[] {
  const [results = []] =
    decodeAbi([{ list: ['word', 'bytes'] }], answer, { isExact: false }).values ?? []
  return Array.from({ length: count }, (_, at) => {
    const [isSuccess, bytes] = results[at] ?? []
    return isSuccess && bytes !== '0x' ? bytes : undefined
  })
}

interface CallResult {
  readonly returnData?: unknown
  readonly status?: unknown
}
function readTried(answer: unknown, count: number): readonly Tried[] | undefined {
  const [block] = Array.isArray(answer) ? (answer as readonly unknown[]) : []
  const calls = (block as { readonly calls?: unknown } | null | undefined)?.calls
  if (!Array.isArray(calls) || calls.length !== count) return undefined
  const tried = (calls as readonly (CallResult | null)[]).map((one): Tried | undefined => {
    const answered = readHex(one?.returnData)
    if (answered === undefined) return undefined
    return readQuantity(one?.status) === 1n
      ? { answer: answered }
      : { answer: answered, failure: reasonOf(answered) }
  })
  return tried.every(one => one !== undefined) ? tried : undefined
}
/** Returns the text of `Error(string)`; empty for any other failure. */
const reasonOf = (answer: Hex): string =>
  (answer.startsWith('0x08c379a0') && displayText(decodeText(answer.slice(10)), 80)) || ''

import { encodeAddress } from '@portico/signatures/abi'
import * as v from 'valibot'
import { hash, type Rpc, smallQuantity } from '../chains/json-rpc.js'
import { BackendError } from '../errors.js'
import { type IndexedBlock, lied, readTransactions, resultOf } from './evm-blocks.js'

/** Reads old blocks for some accounts only: by their logs, and by traces where a node has them. */
export interface RangeReader {
  /**
   * The transactions of `accounts` in blocks `from` to `to`, by their blocks. Without traces, those
   * that emitted no log of the account are missing, such as payments in the native coin.
   *
   * @throws BackendError NODE_UNREACHABLE, NODE_REFUSED, NODE_NONSENSE, NODE_WRONG_NETWORK
   */
  read(
    from: number,
    to: number,
    accounts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly IndexedBlock[]>
}

const [transfer, transferSingle, transferBatch, approval, approvalForAll] = [
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
] as const
/** More are read in smaller ranges, so that no piece is long. */
const mostTransactions = 1_000

const logs = v.array(v.object({ blockNumber: smallQuantity, transactionHash: hash }))
const traces = v.array(
  v.object({
    blockNumber: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    transactionHash: v.nullish(hash),
    traceAddress: v.array(v.number()),
  }),
)

export function createRangeReader(rpc: Rpc): RangeReader {
  let hasTraces = true

  const find = async (
    from: number,
    to: number,
    accounts: readonly string[],
    signal: AbortSignal,
  ) => {
    const range = { fromBlock: quantityOf(from), toBlock: quantityOf(to) }
    const topics = accounts.map(account => `0x${encodeAddress(account)}`)
    const filters = [
      [[transfer, approval, approvalForAll], topics],
      [[transfer, transferSingle, transferBatch], null, topics],
      [[transferSingle, transferBatch], null, null, topics],
    ]
    const traced = hasTraces ? [{ fromAddress: accounts }, { toAddress: accounts }] : []
    const answers = await rpc.batch(
      [
        ...filters.map(topics => ({ method: 'eth_getLogs', params: [{ ...range, topics }] })),
        ...traced.map(filter => ({ method: 'trace_filter', params: [{ ...range, ...filter }] })),
      ],
      signal,
    )
    const found = answers
      .slice(0, filters.length)
      .flatMap(answer => resultOf(answer, logs) as readonly Found[])
    for (const answer of answers.slice(filters.length)) {
      if ('refusal' in answer && isWithoutTraces(answer.refusal)) hasTraces = false
      else
        found.push(
          ...resultOf(answer, traces).flatMap(({ blockNumber, transactionHash, traceAddress }) =>
            transactionHash && traceAddress.length === 0 ? [{ blockNumber, transactionHash }] : [],
          ),
        )
    }
    return found
  }

  return {
    async read(from, to, accounts, signal) {
      const byBlock = new Map<number, Set<string>>()
      let count = 0
      for (const { blockNumber, transactionHash } of await find(from, to, accounts, signal)) {
        if (blockNumber < from || blockNumber > to) throw lied('another block')
        const hashes = byBlock.get(blockNumber) ?? new Set()
        byBlock.set(blockNumber, hashes)
        count += hashes.has(transactionHash) ? 0 : 1
        hashes.add(transactionHash)
      }
      if (count > mostTransactions && to > from)
        throw new BackendError('NODE_REFUSED', `${count} transactions are too many for one piece.`)
      return readTransactions(rpc, byBlock, signal)
    },
  }
}

interface Found {
  readonly blockNumber: number
  readonly transactionHash: string
}

const isWithoutTraces = ({ code, message }: { readonly code: number; readonly message: string }) =>
  code === -32601 ||
  code === -32004 ||
  /not (supported|found|available|exist|enabled|whitelisted)|unsupported|disabled|upgrade/i.test(
    message,
  )

const quantityOf = (value: number): string => `0x${value.toString(16)}`

const blockTime = v.object({ timestamp: smallQuantity })

/** Returns the first block at or after `time` (seconds since 1970), by bisection. */
export async function blockAt(
  rpc: Rpc,
  time: number,
  head: number,
  signal: AbortSignal,
): Promise<number> {
  let [low, high] = [0, head]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const params = [quantityOf(middle), false]
    const { timestamp } = await rpc.call('eth_getBlockByNumber', params, blockTime, signal)
    if (timestamp < time) low = middle + 1
    else high = middle
  }
  return low
}

import { decodeAbi } from '@portico/signatures/abi'
import * as v from 'valibot'
import {
  address,
  bytes,
  hash,
  quantity,
  type Rpc,
  type RpcAnswer,
  type RpcCall,
  smallQuantity,
} from '../chains/json-rpc.js'
import { BackendError } from '../errors.js'
import { type IndexedNft, moveTopics, nftsIn } from './evm-nfts.js'

/** A block with what the index keeps of it. */
export interface IndexedBlock {
  readonly number: number
  readonly hash: string
  readonly parent: string
  readonly time: number
  readonly transactions: readonly IndexedTransaction[]
}
export interface IndexedTransaction {
  readonly hash: string
  readonly place: number
  readonly sender: string
  readonly recipient: string | null
  readonly nonce: number
  readonly isConfirmed: boolean
  readonly selector: string | null
  /**
   * Whom the call itself names as who gets it, where it is one that pays with what the sender has.
   */
  readonly payee: string | null
  readonly transfers: readonly IndexedTransfer[]
  readonly nfts: readonly IndexedNft[]
}
export interface IndexedTransfer {
  readonly place: number
  /** A contract, or `native`. */
  readonly token: string
  readonly sender: string
  readonly recipient: string
  readonly amount: bigint
}

/** keccak256('Transfer(address,address,uint256)') */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const methodNotFound = -32601
/**
 * The calls that pay, and which word of theirs names the payee: transfer, transferFrom, and what
 * items have for it: safeTransferFrom of ERC-721, with data and without, that of ERC-1155, and
 * safeBatchTransferFrom. All but the first say before it whose it is.
 */
export const payeePlaces: Readonly<Record<string, 0 | 1>> = {
  '0xa9059cbb': 0,
  '0x23b872dd': 1,
  '0x42842e0e': 1,
  '0xb88d4fde': 1,
  '0xf242432a': 1,
  '0x2eb2c2d6': 1,
}

/** Characters of a call's input that are read: the selector and three words. */
const inputRead = 2 + 8 + 3 * 64
const header = v.object({
  number: smallQuantity,
  hash,
  parentHash: hash,
  timestamp: smallQuantity,
})
const transaction = v.object({
  hash,
  transactionIndex: smallQuantity,
  from: address,
  to: v.nullish(address),
  nonce: smallQuantity,
  value: quantity,
  /** Its beginning: the selector and the payee. */
  input: v.pipe(
    v.string(),
    v.transform(text => text.slice(0, inputRead)),
    bytes,
  ),
})
const wholeBlock = v.object({ ...header.entries, transactions: v.array(v.unknown()) })
const minedTransaction = v.object({ ...transaction.entries, blockHash: hash })
const log = v.object({ address, topics: v.array(hash), data: bytes, logIndex: smallQuantity })
const receipt = v.object({
  transactionHash: hash,
  blockHash: hash,
  status: v.optional(quantity, '0x1'),
  logs: v.pipe(
    v.array(v.unknown()),
    v.transform(logs => logs.filter(mayMove)),
    v.array(log),
  ),
})
const receipts = v.array(v.unknown())
type Block = v.InferOutput<typeof header> & {
  readonly transactions: readonly v.InferOutput<typeof transaction>[]
}

/** False for logs of other events, which are most: reading them all would take long. */
function mayMove(log: unknown): boolean {
  if (typeof log !== 'object' || log === null || !('topics' in log)) return true
  const { topics } = log
  if (!Array.isArray(topics)) return true
  const [topic]: readonly unknown[] = topics
  return topic !== undefined && (typeof topic !== 'string' || moveTopics.has(topic.toLowerCase()))
}

/**
 * Reads blocks `from` to `to` with their receipts. Returns fewer when the chain became shorter, or
 * when a block was replaced between two responses: each returned block is consistent.
 *
 * @throws BackendError NODE_UNREACHABLE, NODE_REFUSED, NODE_NONSENSE, NODE_WRONG_NETWORK
 */
export async function readBlocks(
  rpc: Rpc,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<readonly IndexedBlock[]> {
  const numbers = Array.from(
    { length: to - from + 1 },
    (_, index) => `0x${(from + index).toString(16)}`,
  )
  const answers = await rpc.batch(
    numbers.flatMap(number => [
      { method: 'eth_getBlockByNumber', params: [number, true] },
      { method: 'eth_getBlockReceipts', params: [number] },
    ]),
    signal,
  )
  const found: IndexedBlock[] = []
  for (let index = 0; index < numbers.length; index++) {
    const raw = resultOf(answers[index * 2], v.nullable(wholeBlock))
    if (!raw) break
    const head = {
      ...raw,
      transactions: await mapInPieces(raw.transactions, one => parsed(one, transaction)),
    }
    if (head.number !== from + index) throw lied('another block')
    const of = await receiptsOf(rpc, head, answers[index * 2 + 1], signal)
    if (!of) break
    found.push(await joined(head, of))
  }
  return found
}

/** The receipts of all transactions of this block, or undefined if some are of another block. */
async function receiptsOf(
  rpc: Rpc,
  head: Block,
  answer: RpcAnswer | undefined,
  signal: AbortSignal,
) {
  const all =
    answer && 'refusal' in answer && answer.refusal.code === methodNotFound
      ? await receiptsOneByOne(rpc, head, signal)
      : await mapInPieces(resultOf(answer, v.nullable(receipts)) ?? [], one => parsed(one, receipt))
  const byHash = new Map(all.map(each => [each.transactionHash, each]))
  const isWhole = head.transactions.every(({ hash }) => byHash.get(hash)?.blockHash === head.hash)
  return isWhole ? byHash : undefined
}

/** For nodes without `eth_getBlockReceipts`. */
async function receiptsOneByOne(rpc: Rpc, head: Block, signal: AbortSignal) {
  const answers = await inTurn(
    rpc,
    head.transactions.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    signal,
  )
  const found = await mapInPieces(answers, answer => resultOf(answer, v.nullable(receipt)))
  return found.flatMap(each => each ?? [])
}

/**
 * Reads single transactions, by their blocks, with the header of each block.
 *
 * @throws BackendError like `readBlocks`; NODE_NONSENSE also when a reorg moved one meanwhile
 */
export async function readTransactions(
  rpc: Rpc,
  byBlock: ReadonlyMap<number, ReadonlySet<string>>,
  signal: AbortSignal,
): Promise<readonly IndexedBlock[]> {
  const numbers = [...byBlock.keys()]
  const hashes = [...byBlock.values()].flatMap(each => [...each])
  const answers = await inTurn(
    rpc,
    [
      ...numbers.map(number => ({
        method: 'eth_getBlockByNumber',
        params: [`0x${number.toString(16)}`, false],
      })),
      ...hashes.flatMap(hash => [
        { method: 'eth_getTransactionByHash', params: [hash] },
        { method: 'eth_getTransactionReceipt', params: [hash] },
      ]),
    ],
    signal,
  )
  const transactions = await mapInPieces(hashes, (_, index) => ({
    transaction: resultOf(answers[numbers.length + index * 2], minedTransaction),
    receipt: resultOf(answers[numbers.length + index * 2 + 1], receipt),
  }))
  let at = 0
  const blocks: IndexedBlock[] = []
  for (const [index, number] of numbers.entries()) {
    const head = resultOf(answers[index], header)
    const found = transactions.slice(at, at + (byBlock.get(number)?.size ?? 0))
    at += found.length
    const isOfBlock = found.every(
      ({ transaction, receipt }) =>
        transaction.blockHash === head.hash && receipt.blockHash === head.hash,
    )
    if (head.number !== number || !isOfBlock) throw lied('another transaction')
    blocks.push(
      await joined(
        { ...head, transactions: found.map(({ transaction }) => transaction) },
        new Map(found.map(({ receipt }) => [receipt.transactionHash, receipt])),
      ),
    )
  }
  return blocks
}

/** Calls that are in flight at once: more would be a burst that nodes refuse. */
const callsAtOnce = 100

async function inTurn(
  rpc: Rpc,
  calls: readonly RpcCall[],
  signal: AbortSignal,
): Promise<readonly RpcAnswer[]> {
  const answers: RpcAnswer[] = []
  for (let at = 0; at < calls.length; at += callsAtOnce)
    answers.push(...(await rpc.batch(calls.slice(at, at + callsAtOnce), signal)))
  return answers
}

export const lied = (what: string) =>
  new BackendError('NODE_NONSENSE', `A node sent ${what} than requested, or the chain changed.`)

export function resultOf<Schema extends v.GenericSchema>(
  answer: RpcAnswer | undefined,
  schema: Schema,
): v.InferOutput<Schema> {
  if (!answer || 'refusal' in answer)
    throw new BackendError(
      'NODE_REFUSED',
      `A node refused a block: ${answer?.refusal.message ?? 'no response'}`,
    )
  return parsed(answer.result, schema)
}

function parsed<Schema extends v.GenericSchema>(
  value: unknown,
  schema: Schema,
): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, value)
  if (!success)
    throw new BackendError('NODE_NONSENSE', 'A node sent an invalid block.', {
      cause: issues[0].message,
    })
  return output
}

async function joined(
  head: Block,
  byHash: ReadonlyMap<string, v.InferOutput<typeof receipt>>,
): Promise<IndexedBlock> {
  return {
    number: head.number,
    hash: head.hash,
    parent: head.parentHash,
    time: head.timestamp,
    transactions: await mapInPieces(
      head.transactions,
      ({ hash, transactionIndex, from, to, nonce, value, input }) => {
        const { status = 1n, logs = [] } = byHash.get(hash) ?? {}
        const isConfirmed = status === 1n
        const native =
          isConfirmed && to && value > 0n
            ? [{ place: -1, token: 'native', sender: from, recipient: to, amount: value }]
            : []
        return {
          hash,
          place: transactionIndex,
          sender: from,
          recipient: to ?? null,
          nonce,
          isConfirmed,
          selector: input.length >= 10 ? input.slice(0, 10) : null,
          payee: payeeIn(input, from),
          transfers: [...native, ...logs.flatMap(transferIn)],
          nfts: logs.flatMap(nftsIn),
        }
      },
    ),
  }
}

/**
 * What an ERC-20 token says that it moved. Nothing for zero: such an event costs nothing and is how
 * look-alike addresses are put into people's histories (threat S17). Nothing for an NFT, whose id
 * stands where there is no amount: those are read beside.
 */
function transferIn({
  address,
  topics,
  data,
  logIndex,
}: v.InferOutput<typeof log>): readonly IndexedTransfer[] {
  const [topic, sender, recipient, ...more] = topics
  if (topic !== transferTopic || !sender || !recipient || more.length > 0 || data.length !== 66)
    return []
  const amount = BigInt(data)
  if (amount === 0n) return []
  return [
    {
      place: logIndex,
      token: address,
      sender: accountIn(sender),
      recipient: accountIn(recipient),
      amount,
    },
  ]
}

/**
 * What the sender signed says whom it pays: logs are the word of the contract that was called
 * (S17).
 */
function payeeIn(input: string, from: string): string | null {
  const place = payeePlaces[input.slice(0, 10)]
  if (place === undefined) return null
  const addressAt = (at: number) => {
    const { values } = decodeAbi(['address'], input.slice(10 + 64 * at), { isExact: false })
    return values?.[0] ?? null
  }
  return place === 0 || addressAt(0) === from ? addressAt(place) : null
}

const accountIn = (topic: string): string => `0x${topic.slice(26)}`

const itemsAtOnce = 25

/** Maps the items, and lets requests to the API be answered after every few. */
async function mapInPieces<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    if (index % itemsAtOnce === itemsAtOnce - 1)
      await new Promise<void>(resolve => setImmediate(resolve))
    results.push(map(item, index))
  }
  return results
}

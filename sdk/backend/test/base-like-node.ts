import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}
export interface BaseLikeNode {
  readonly url: string
  /** Bytes that were sent. */
  readonly bytes: number
  /** Calls of the largest batch that was accepted, and batches that were refused. */
  readonly largest: number
  readonly refused: number
  /** Transactions of every block. */
  readonly perBlock: number
  transactionHash(block: number, place: number): string
  mine(blocks?: number): void
  readonly head: number
  /**
   * `ok` · `lie` names another parent in the newest block · `cut` sends half of a large response ·
   * `slow` responds after 12 s · `huge` sends 25 MB for a block · `other-chain` names another chain
   */
  set(mode: 'ok' | 'lie' | 'cut' | 'slow' | 'huge' | 'other-chain'): void
  stop(): Promise<void>
}

const hex = (value: number) => `0x${value.toString(16)}`
const hashOf = (...parts: readonly (string | number)[]) =>
  `0x${createHash('sha256').update(parts.join(' ')).digest('hex')}`
export const account = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
const topicOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** An account has as many wei as its number says. */
const balanceOf = (address: string) => hex(Number(address))
const token = account(0xc0de)
const otherTopic = hashOf('other')
const bloom = `0x${'0'.repeat(512)}`

/**
 * A node that behaves like one of Base at its HTTP interface: 260 transactions and 1.5 MB in a
 * block, and no batches of more than `mostCalls`. Transaction `n` of block `b` sends a token from
 * account 1,000 + n to account 100,000 + (b × 260 + n) mod `accounts`.
 */
export async function startBaseLikeNode({
  mostCalls = 10,
  perBlock = 260,
  blocks = 100,
  accounts = 20_000,
  startTime = 1_795_000_000,
  mostRange = 2_000,
} = {}): Promise<BaseLikeNode> {
  let head = blocks
  let mode: Parameters<BaseLikeNode['set']>[0] = 'ok'
  const counts = { bytes: 0, largest: 0, refused: 0 }
  const blockHashes = new Map<number, string>()
  const blockHash = (number: number) => {
    const known = blockHashes.get(number) ?? hashOf('block', number)
    blockHashes.set(number, known)
    return known
  }
  const recipientOf = (block: number, place: number) =>
    100_000 + ((block * perBlock + place) % accounts)
  // About what a swap sends.
  const input = `0x12aa3caf${'0'.repeat(1_400)}`

  const transaction = (block: number, place: number) => ({
    hash: hashOf('transaction', block, place),
    blockHash: blockHash(block),
    blockNumber: hex(block),
    transactionIndex: hex(place),
    from: account(1_000 + place),
    to: token,
    nonce: hex(block),
    value: '0x0',
    gas: '0x30d40',
    input,
  })
  const logsOf = (block: number, place: number) => [
    {
      address: token,
      topics: [transferTopic, topicOf(1_000 + place), topicOf(recipientOf(block, place))],
      data: topicOf(1 + place),
      logIndex: hex(place * 6),
      blockNumber: hex(block),
      blockHash: blockHash(block),
      transactionHash: hashOf('transaction', block, place),
    },
  ]
  const otherLogs = (place: number) =>
    Array.from({ length: 5 }, (_, index) => ({
      address: account(0xfee),
      topics: [otherTopic, topicOf(place)],
      data: `0x${'1'.repeat(128)}`,
      logIndex: hex(place * 6 + 1 + index),
    }))
  const receipt = (block: number, place: number) => ({
    transactionHash: hashOf('transaction', block, place),
    blockHash: blockHash(block),
    status: '0x1',
    logsBloom: bloom,
    logs: [...logsOf(block, place), ...otherLogs(place)],
  })
  const places = Array.from({ length: perBlock }, (_, place) => place)
  const block = (number: number, isWhole: boolean) => ({
    number: hex(number),
    hash: blockHash(number),
    parentHash: mode === 'lie' && number === head ? hashOf('lie') : blockHash(number - 1),
    timestamp: hex(startTime + 2 * number),
    transactions: places.map(place =>
      isWhole ? transaction(number, place) : hashOf('transaction', number, place),
    ),
  })
  const where = new Map<string, readonly [number, number]>()
  let listed = 0
  const find = (hash: string) => {
    for (; listed <= head; listed++)
      for (const place of places) where.set(hashOf('transaction', listed, place), [listed, place])
    return where.get(hash)
  }

  const results: Readonly<Record<string, (...params: never[]) => unknown>> = {
    eth_chainId: () => (mode === 'other-chain' ? '0x539' : '0x2105'),
    eth_blockNumber: () => hex(head),
    eth_getBlockByNumber(at: string, isWhole: boolean) {
      const number = at === 'latest' ? head : Number(at)
      return number > head ? null : block(number, isWhole)
    },
    eth_getBlockReceipts: (at: string) =>
      Number(at) > head ? null : places.map(place => receipt(Number(at), place)),
    eth_getTransactionByHash(hash: string) {
      const found = find(hash)
      return found ? transaction(...found) : null
    },
    eth_getTransactionReceipt(hash: string) {
      const found = find(hash)
      return found ? receipt(...found) : null
    },
    eth_getLogs({ fromBlock, toBlock, topics }: LogFilter) {
      const [first, last] = [Number(fromBlock), Math.min(Number(toBlock), head)]
      if (last - first >= mostRange) return { error: { code: -32_602, message: 'range too large' } }
      const wanted = [topics[1], topics[2]].map(list => list && new Set(list))
      const found = Array.from({ length: last - first + 1 }, (_, index) =>
        places.flatMap(place =>
          logsOf(first + index, place).filter(({ topics: [, from, to] }) =>
            [from, to].every((topic, at) => !wanted[at] || wanted[at].has(topic ?? '')),
          ),
        ),
      ).flat()
      return topics[0]?.includes(transferTopic) && !topics[3] ? found : []
    },
    eth_call: () => '0x',
    eth_getBalance: balanceOf,
  }

  const answer = ({ id, method, params }: Call) => {
    const run = results[method]
    if (!run) return { jsonrpc: '2.0', id, error: { code: -32_601, message: 'no such method' } }
    const result = run(...(params as never[])) as { readonly error?: unknown } | null
    return result !== null && typeof result === 'object' && 'error' in result
      ? { jsonrpc: '2.0', id, error: result.error }
      : { jsonrpc: '2.0', id, result }
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const calls: readonly Call[] = [JSON.parse(body)].flat()
    if (calls.length > mostCalls) {
      counts.refused++
      response.statusCode = 413
      response.end(
        '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batch too large"}}',
      )
      return
    }
    counts.largest = Math.max(counts.largest, calls.length)
    const answers = calls.map(answer)
    let text = JSON.stringify(body.startsWith('[') ? answers : answers[0])
    if (mode === 'cut' && text.length > 1_000_000) text = text.slice(0, text.length / 2)
    if (mode === 'huge' && text.length > 100_000) text = text.padEnd(25_000_000)
    counts.bytes += text.length
    if (mode === 'slow') setTimeout(() => response.end(text), 12_000)
    else response.end(text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get bytes() {
      return counts.bytes
    },
    get largest() {
      return counts.largest
    },
    get refused() {
      return counts.refused
    },
    get head() {
      return head
    },
    perBlock,
    transactionHash: (block, place) => hashOf('transaction', block, place),
    mine(count = 1) {
      head += count
    },
    set(next) {
      mode = next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

interface LogFilter {
  readonly fromBlock: string
  readonly toBlock: string
  readonly topics: readonly (readonly string[] | null)[]
}

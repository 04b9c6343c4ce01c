import { randomInt } from 'node:crypto'

/** One JSON-RPC answer, as the node or a lying endpoint gives it. */
export interface RpcAnswer {
  readonly jsonrpc: '2.0'
  readonly id: unknown
  readonly result?: unknown
  readonly error?: unknown
}

/** One JSON-RPC call as it arrived. */
export interface ReceivedCall {
  readonly id: unknown
  readonly method: string
  readonly params: unknown
}

/** Changes the answers of one HTTP request; `calls` are its requests. */
export type Lie = (
  answers: readonly RpcAnswer[],
  calls: readonly ReceivedCall[],
) => readonly RpcAnswer[]

/** The chain id of no chain that the devnet starts: 0x539 is 1337. */
const wrongChainId = 1337
/** The first block of no Solana ledger that the devnet starts: 32 bytes of zero. */
const wrongGenesisHash = '1'.repeat(32)

/** Changes the chain id; every other answer stays correct. */
export const wrongChain: Lie = (answers, calls) =>
  answers.map(answer => {
    const method = methodOf(answer, calls)
    if (method === 'eth_chainId') return { ...answer, result: `0x${wrongChainId.toString(16)}` }
    if (method === 'net_version') return { ...answer, result: String(wrongChainId) }
    if (method === 'getGenesisHash') return { ...answer, result: wrongGenesisHash }
    return answer
  })

/** Puts characters that are no hex digits where a number or bytes should be. */
export const badHex: Lie = answers =>
  answers.map(answer =>
    typeof answer.result === 'string' && answer.result.startsWith('0x')
      ? { ...answer, result: '0xNOTHEX' }
      : answer,
  )

/** Answers a batch in any order. */
export const shuffle: Lie = answers => {
  const shuffled = [...answers]
  for (let last = shuffled.length - 1; last > 0; last--) {
    const chosen = randomInt(last + 1)
    const [a, b] = [shuffled[last], shuffled[chosen]]
    if (a && b) [shuffled[last], shuffled[chosen]] = [b, a]
  }
  return shuffled
}

/** Leaves every second answer of a batch out. A call that comes alone is answered. */
export const partial: Lie = answers => answers.filter((_, index) => index % 2 === 0)

/** Adds unrequested answers, before and after the true ones. */
export const extra: Lie = answers => [
  { jsonrpc: '2.0', id: 987_654_321, result: '0x1' },
  ...answers,
  { jsonrpc: '2.0', id: null, result: '0x2' },
  { jsonrpc: '2.0', id: 'unrequested', result: '0x3' },
]

/** Answers what `resultOf` says, instead of what the node says. */
export const invented =
  (resultOf: (call: ReceivedCall) => unknown): Lie =>
  (_, calls) =>
    calls.map(call => ({ jsonrpc: '2.0', id: call.id, result: resultOf(call) }))

function methodOf(answer: RpcAnswer, calls: readonly ReceivedCall[]): string | undefined {
  return calls.find(call => call.id === answer.id)?.method
}

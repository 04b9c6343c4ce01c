/** Transfers over a node whose answers a test writes. */
import type { Account } from '@portico/kernel/account'
import type { TransferIntent } from '@portico/kernel/capabilities'
import { afterEach, vi } from 'vitest'
import { defineEvmNetwork } from '../src/networks.js'
import { createRpcs } from '../src/node/rpc.js'
import { createTransfers } from '../src/transactions/transfers.js'
import { never } from './bench.js'
import { answer, json, type Node, type Results, scriptedNodes } from './scripted-nodes.js'
import { ada, bob } from './scripted-provider.js'

const url = 'https://node.example'
export const gwei = 1_000_000_000n
export const ether = 10n ** 18n
export const token = 'eip155:1/erc20:0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const account: Account = {
  namespace: 'eip155',
  address: ada,
  type: 'eoa',
  connection: 'eip155/test',
}
export const safe: Account = { ...account, type: 'smartAccount' }
export const hex = (amount: bigint) => `0x${amount.toString(16)}`
export const word = (amount: bigint) => `0x${amount.toString(16).padStart(64, '0')}`
/** Contract results by selector: `balanceOf`, `decimals`, `transfer`. */
export const dollar: Readonly<Record<string, string>> = {
  '0x70a08231': word(5_000_000n),
  '0x313ce567': word(6n),
  '0xa9059cbb': word(1n),
}
export interface World {
  readonly balance?: bigint
  readonly baseFee?: bigint
  readonly tip?: bigint
  /** The node's estimate; 0n: malformed. */
  readonly gas?: bigint
  readonly opStack?: boolean
  /** Of the native coin. */
  readonly symbol?: string
  readonly contract?: Readonly<Record<string, string>>
  /** Other node responses, by method. */
  readonly other?: Results
  /** Methods that the node refuses, with their error codes. */
  readonly refused?: Readonly<Record<string, number>>
}
export function prepareWith(world: World, intent: Partial<TransferIntent>) {
  const {
    balance = 10n * ether,
    baseFee = gwei,
    tip = gwei,
    gas = 21_000n,
    opStack = false,
    symbol = 'ETH',
    contract = dollar,
    other,
    refused = {},
  } = world
  const results: Results = {
    eth_getBalance: hex(balance),
    eth_getBlockByNumber: { number: '0x10', transactions: [], baseFeePerGas: hex(baseFee) },
    eth_gasPrice: hex(baseFee + tip),
    eth_maxPriorityFeePerGas: hex(tip),
    eth_estimateGas: gas === 0n ? 'none' : hex(gas),
    eth_call: ([call]: [{ data: string }]) => contract[call.data.slice(0, 10)] ?? '0x',
    eth_chainId: '0x1',
    ...other,
  }
  const node: Node = questions => {
    const answers = questions.map(question => {
      const code = refused[question.method]
      return code === undefined
        ? answer([question], results)[0]
        : { jsonrpc: '2.0', id: question.id, error: { code, message: 'no' } }
    })
    return json(answers.length === 1 ? answers[0] : answers)
  }
  const nodes = scriptedNodes({ [url]: node })
  const nativeCurrency = { name: 'Coin', symbol, decimals: 18 }
  const rpcOf = createRpcs({
    networks: [
      defineEvmNetwork({ chainId: 1, name: 'One', rpcUrls: [url], nativeCurrency, opStack }),
    ],
    rpcTimeoutMs: 10_000,
  })
  const whole: TransferIntent = {
    from: account,
    to: bob,
    network: 'eip155:1',
    asset: 'native',
    amount: ether,
    decimals: 18,
    ...intent,
  }
  const requests = () => nodes.posts.flatMap(({ questions }) => questions)
  const methods = () => requests().map(({ method }) => method)
  return { requests, methods, prepared: createTransfers(rpcOf).prepare(whole, never()) }
}
export const warningsOf = async (world: World, intent: Partial<TransferIntent>) =>
  ((await prepareWith(world, intent).prepared).warnings ?? []).map(({ id }) => id)

/** Each test of the file that calls this starts with the real clock and network. */
export function setUpTransfers(): void {
  afterEach(() => {
    vi.unstubAllGlobals()
  })
}

/** Shared by the tests of sent-transactions. */
import type { Account } from '@portico/kernel/account'
import type { Eip155Transaction } from '@portico/kernel/chain'
import { checksumAddress } from '../src/addresses/checksum.js'
import { transferTo } from '../src/assets/assets.js'
import type { Results } from './scripted-nodes.js'
import { ada, bob } from './scripted-provider.js'

export const url = 'https://node.example'
export const network = 'eip155:1'
export const hash = `0x${'12'.repeat(32)}` as const
export const otherHash = `0x${'34'.repeat(32)}` as const
export const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const thief = checksumAddress(`0x${'7e'.repeat(20)}`)
export const bundler = checksumAddress(`0x${'b0'.repeat(20)}`)
export const entryPoint = checksumAddress('0x0000000071727de22e5e9d8baf0edac6f37da032')
export const account: Account = {
  namespace: 'eip155',
  address: ada,
  type: 'eoa',
  connection: 'eip155/test',
}
export const safe: Account = { ...account, type: 'smartAccount' }
export const ether = 10n ** 18n
/** The code of an account that delegates to a contract (EIP-7702). */
export const code7702 = `0xef0100${'ba'.repeat(20)}`
export const hex = (amount: bigint) => `0x${amount.toString(16)}`
export const word = (amount: bigint) => amount.toString(16).padStart(64, '0')
export const wordOf = (address: string) => address.slice(2).toLowerCase().padStart(64, '0')
export const native = { to: bob, value: ether } as const
export const dollars = { to: token, value: 0n, data: transferTo(bob, 5_000_000n) } as const
/** A transaction as nodes return it. */
export const mined = (change: object = {}, of: Eip155Transaction = native) => ({
  hash,
  from: ada.toLowerCase(),
  nonce: '0x7',
  to: of.to?.toLowerCase() ?? null,
  value: hex(of.value ?? 0n),
  input: of.data ?? '0x',
  gas: '0x5208',
  blockNumber: '0x20',
  ...change,
})
export const transferLog = (from: string, to: string, amount: bigint, address = token) => ({
  address: address.toLowerCase(),
  topics: [
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    `0x${wordOf(from)}`,
    `0x${wordOf(to)}`,
  ],
  data: `0x${word(amount)}`,
  transactionHash: hash,
})
export const receiptOf = (logs: readonly object[], status = '0x1') => ({
  transactionHash: hash,
  blockNumber: '0x20',
  status,
  logs,
})
export const calm: Results = {
  eth_getTransactionCount: '0x7',
  eth_getBlockByNumber: { number: '0x10', transactions: [] },
  eth_getCode: '0x',
  eth_getLogs: [],
  eth_getTransactionByHash: null,
  eth_getTransactionReceipt: null,
}

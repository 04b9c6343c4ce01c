/** Shared by the tests of transactions. */
import { defineEvmNetwork } from '../src/networks.js'
import { createRpcs } from '../src/node/rpc.js'
import { createTransactions } from '../src/transactions/transactions.js'
import { createTransfers } from '../src/transactions/transfers.js'

export const url = 'https://node.example'
export const hash = `0x${'12'.repeat(32)}` as const
export const hex = (amount: bigint) => `0x${amount.toString(16)}`
export function chain(spec: Partial<Parameters<typeof defineEvmNetwork>[0]> = {}) {
  const rpcOf = createRpcs({
    networks: [defineEvmNetwork({ chainId: 1, name: 'One', rpcUrls: [url], ...spec })],
    rpcTimeoutMs: 10_000,
  })
  return {
    transactions: createTransactions(rpcOf, error => reported.push(error)),
    transfers: createTransfers(rpcOf),
  }
}
export const block = (baseFee?: bigint) => ({
  number: '0x10',
  transactions: [],
  ...(baseFee !== undefined && { baseFeePerGas: hex(baseFee) }),
})
export const reported: unknown[] = []

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Payment {
  readonly from: string
  readonly to: string
  readonly amount: bigint
}
const gift = 5_000_000_000n
const fee = 1_000_000n

/** A Sui node with a ledger in memory. Each account starts with 5 SUI; a payment costs 0.001. */
export async function startNode(chainId = '00c0ffee') {
  const payments = new Map<string, Payment>()
  const balanceOf = (address: string) =>
    [...payments.values()].reduce(
      (sum, { from, to, amount }) =>
        sum + (to === address ? amount : 0n) - (from === address ? amount + fee : 0n),
      gift,
    )
  const methods: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    sui_getChainIdentifier: () => chainId,
    suix_getReferenceGasPrice: () => '1000',
    suix_getBalance: ([owner]) => ({ totalBalance: String(balanceOf(String(owner))) }),
    sui_multiGetTransactionBlocks: ([digests]) =>
      [digests].flat().flatMap(digest => {
        const isPaid = payments.has(String(digest))
        return isPaid ? [{ digest, effects: { status: { status: 'success' } } }] : []
      }),
  }
  const answer = ({ id, method, params }: { id: number; method: string; params: unknown[] }) => {
    const run = methods[method]
    return run
      ? { jsonrpc: '2.0', id, result: run(params) }
      : { jsonrpc: '2.0', id, error: { code: -32601, message: `no ${method}` } }
  }
  const server = createServer(async (request, response) => {
    const text = (await request.toArray()).join('')
    const asked = text ? JSON.parse(text) : []
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chainId,
    balanceOf,
    /** Executes a payment. Returns its digest: 43 letters and digits. */
    pay(payment: Payment): string {
      const digest = String(payments.size + 1).padStart(43, 'S')
      payments.set(digest, payment)
      return digest
    },
    stop: () => new Promise<unknown>(resolve => server.close(resolve)),
  }
}
export type Node = Awaited<ReturnType<typeof startNode>>

import { contracts, type Devnet, devAccounts, type EvmChain } from '@portico/devnet'
import type { BackendOptions } from '../src/index.js'
import type { Hex } from './code.js'

export const [ada, bob, carol] = devAccounts

/** The dollar of the devnet as a list names it. */
export const dollar = { address: contracts.porticoDollar.address, name: 'Portico Dollar', symbol: 'PUSD', decimals: 6, permit: true } as const

/** The EVM chains of a devnet, from their first block on. */
export const evmChains = (devnet: Devnet): NonNullable<BackendOptions['chains']> =>
  devnet.chains.map(({ id, url }) => ({ id, rpc: [url], startBlock: 0, tokens: [dollar] }))

const word = (value: string | bigint) => (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).toLowerCase().padStart(64, '0')
const quantity = (value: bigint) => `0x${value.toString(16)}`

/** Sends a transaction of a dev account, which the node signs for. Answers its hash. */
export async function send(
  chain: EvmChain,
  from: Hex,
  transaction: { readonly to?: Hex; readonly value?: bigint; readonly data?: string; readonly gas?: bigint },
): Promise<string> {
  await chain.request('anvil_impersonateAccount', [from])
  const { value, gas, ...rest } = transaction
  return String(
    await chain.request('eth_sendTransaction', [
      { from, ...rest, ...(value !== undefined && { value: quantity(value) }), ...(gas !== undefined && { gas: quantity(gas) }) },
    ]),
  )
}
export const sendDollars = (chain: EvmChain, from: Hex, to: Hex, amount: bigint) =>
  send(chain, from, { to: dollar.address, data: `0xa9059cbb${word(to)}${word(amount)}`, gas: 200_000n })
export const call = (...words: readonly (string | bigint)[]) => `0x${words.map(word).join('')}`

/** Asks until the answer is as wanted. A test that waits longer than its time-out failed. */
export async function until<Answer>(ask: () => Promise<Answer> | Answer, isWanted: (answer: Answer) => boolean): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (isWanted(answer)) return answer
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}
export async function json(url: string, init?: RequestInit): Promise<{ readonly status: number; readonly body: unknown; readonly headers: Headers }> {
  const response = await fetch(url, init)
  return { status: response.status, body: await response.json(), headers: response.headers }
}

import { contracts, type Devnet, devAccounts, type EvmChain } from '@portico/devnet'
import type { BackendOptions } from '../src/index.js'
import type { Hex } from './code.js'

export const [ada, bob, carol] = devAccounts

/** The address that the routes give to the native coin of an EVM chain. */
export const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** The dollar of the devnet as a list names it. */
export const dollar = {
  address: contracts.porticoDollar.address,
  name: 'Portico Dollar',
  symbol: 'PUSD',
  decimals: 6,
  permit: true,
} as const

/** The EVM chains of a devnet, from their first block on. */
export const evmChains = (devnet: Devnet): NonNullable<BackendOptions['chains']> =>
  devnet.chains.map(({ id, url }) => ({
    id,
    rpc: [url],
    index: 'chain',
    startBlock: 0,
    tokens: [dollar],
  }))

const word = (value: string | bigint) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).toLowerCase().padStart(64, '0')
const quantity = (value: bigint) => `0x${value.toString(16)}`

interface Outgoing {
  readonly to?: Hex
  readonly value?: bigint
  readonly data?: string
  readonly gas?: bigint
}

/** Hands a transaction of a dev account to the node, which signs for it. Answers its hash. */
export async function queue(
  chain: EvmChain,
  from: Hex,
  { value, gas, ...rest }: Outgoing,
): Promise<string> {
  await chain.request('anvil_impersonateAccount', [from])
  const transaction = {
    from,
    ...rest,
    ...(value !== undefined && { value: quantity(value) }),
    ...(gas !== undefined && { gas: quantity(gas) }),
  }
  return String(await chain.request('eth_sendTransaction', [transaction]))
}

/** The same, and waits until it is in a block: the node answers a moment before. */
export async function send(chain: EvmChain, from: Hex, transaction: Outgoing): Promise<void> {
  const hash = await queue(chain, from, transaction)
  await until(
    () => chain.request('eth_getTransactionReceipt', [hash]),
    receipt => receipt !== null,
  )
}
export const sendDollars = (chain: EvmChain, from: Hex, to: Hex, amount: bigint) =>
  send(chain, from, {
    to: dollar.address,
    data: `0xa9059cbb${word(to)}${word(amount)}`,
    gas: 200_000n,
  })
export const call = (...words: readonly (string | bigint)[]) => `0x${words.map(word).join('')}`

/** Asks until the answer is as wanted. A test that waits longer than its time-out failed. */
export async function until<Answer>(
  ask: () => Promise<Answer> | Answer,
  isWanted: (answer: Answer) => boolean,
): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (isWanted(answer)) return answer
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}
export async function json(
  url: string,
  init?: RequestInit,
): Promise<{ readonly status: number; readonly body: unknown; readonly headers: Headers }> {
  const response = await fetch(url, init)
  return { status: response.status, body: await response.json(), headers: response.headers }
}

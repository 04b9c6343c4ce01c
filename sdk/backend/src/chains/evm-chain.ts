import { encodeAddress } from '@portico/signatures/abi'
import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import type { ChainConfiguration } from '../configuration.js'
import { BackendError } from '../errors.js'
import { type Chain, type Holding, nativeCoinOf } from './chain.js'
import { askTokenFacts } from './evm-tokens.js'
import { quantity, type Rpc, type RpcAnswer } from './json-rpc.js'

export const evmNativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const balanceOf = '0x70a08231'
/** Tokens that are on no list. */
const mostLearned = 10_000
/**
 * How many of the last blocks tell what people pay, and at which places among them the three speeds
 * are.
 */
const [blocksSeen, percentiles] = [5, [30, 60, 90]] as const

const feeHistory = v.object({
  baseFeePerGas: v.pipe(v.array(quantity), v.minLength(1)),
  reward: v.optional(v.array(v.array(quantity))),
})

export function createEvmChain(configuration: ChainConfiguration, rpc: Rpc): Chain {
  const native = nativeCoinOf(configuration)
  const listed = new Map(configuration.tokens.map(token => [token.address.toLowerCase(), token]))
  /** What contracts say of themselves does not change. */
  const learned = new LRUCache<
    string,
    { readonly name: string; readonly symbol: string; readonly decimals: number }
  >({ max: mostLearned })

  const factsOf = async (addresses: readonly string[], signal?: AbortSignal) => {
    const unknown = addresses.filter(address => !listed.has(address) && !learned.has(address))
    const facts = unknown.length > 0 ? await askTokenFacts(rpc, unknown, signal) : []
    for (const [index, { name, symbol, decimals }] of facts.entries()) {
      const address = unknown[index]
      if (address && symbol && decimals !== null)
        learned.set(address, { name: name ?? symbol, symbol, decimals })
    }
    return (address: string) => listed.get(address) ?? learned.get(address)
  }

  return {
    id: configuration.id,
    configuration,
    native,
    nativeAddress: evmNativeAddress,
    readAddress: text => (/^0x[0-9a-f]{40}$/i.test(text) ? text.toLowerCase() : undefined),

    async holdings(address, also, signal) {
      const tokens = [...new Set([...listed.keys(), ...also])]
      const data = `${balanceOf}${encodeAddress(address)}`
      const calls = tokens.map(to => ({ method: 'eth_call', params: [{ to, data }, 'latest'] }))
      const [first, ...answers] = await rpc.batch(
        [{ method: 'eth_getBalance', params: [address, 'latest'] }, ...calls],
        signal,
      )
      const amount = amountIn(first)
      if (amount === undefined)
        throw new BackendError(
          'NODE_NONSENSE',
          `A node of ${configuration.id} sent an invalid balance.`,
        )
      const held = tokens.flatMap((token, index) => {
        const balance = amountIn(answers[index])
        // A contract without a response is no token.
        return balance ? [{ asset: token, amount: balance }] : []
      })
      const factOf = await factsOf(
        held.map(({ asset }) => asset),
        signal,
      )
      const holdings = held.flatMap(({ asset, amount }): readonly Holding[] => {
        const facts = factOf(asset)
        return facts ? [{ ...facts, asset, amount }] : []
      })
      return [{ ...native, asset: 'native', amount }, ...holdings]
    },

    async gasPrice(signal) {
      const { baseFeePerGas, reward = [] } = await rpc.call(
        'eth_feeHistory',
        [`0x${blocksSeen.toString(16)}`, 'latest', percentiles],
        feeHistory,
        signal,
      )
      const base = baseFeePerGas.at(-1) ?? 0n
      const tip = (index: number) => middle(reward.flatMap(row => row[index] ?? []))
      // The base fee grows by an eighth a block at most: it is still enough after one, two and six
      // full blocks.
      return {
        standard: (base * 9n) / 8n + tip(0),
        fast: (base * 81n) / 64n + tip(1),
        instant: base * 2n + tip(2),
      }
    },
  }
}

function amountIn(answer: RpcAnswer | undefined): bigint | undefined {
  const { success, output } = v.safeParse(
    quantity,
    answer && 'result' in answer ? answer.result : undefined,
  )
  return success ? output : undefined
}

const middle = (values: readonly bigint[]): bigint =>
  [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))[Math.floor(values.length / 2)] ?? 0n

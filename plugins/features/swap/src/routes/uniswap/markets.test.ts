import type { Hex } from '@portico/kernel/chain'
import { describe, expect, it } from 'vitest'
import { uniswapDeployments } from './evm-quotes.js'
import { createMarkets } from './markets.js'
import type { Node } from './node.js'

const deployment = uniswapDeployments['eip155:1']
const tokenOf = (number: number): Hex => `0x${number.toString(16).padStart(40, '0')}`

describe('the markets', () => {
  it('[R36] the markets forget the tokens requested longest ago, and keep those that every request needs', async () => {
    if (!deployment) throw new Error('Uniswap publishes its places for Ethereum.')
    const lengths: number[] = []
    const readAll: Node['readAll'] = async calls => {
      lengths.push(calls.length)
      return calls.map(() => undefined)
    }
    const markets = createMarkets({ readAll } as Pick<Node, 'readAll'> as Node, deployment)
    const { signal } = new AbortController()
    const ask = async (token: number) => {
      lengths.length = 0
      await markets.paths(tokenOf(token), deployment.wrapped, signal)
      return lengths[0] ?? 0
    }
    const [first, second] = [await ask(1), await ask(2)]
    expect(second).toBeLessThan(first) // the pairs among the tokens in between are known
    expect(await ask(1)).toBe(0)
    for (let token = 3; token < 2_000; token++) expect(await ask(token)).toBe(second)
    expect(await ask(1)).toBe(second)
  })
})

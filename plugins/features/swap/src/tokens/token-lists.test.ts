import { createKernel, type Plugin } from '@portico/kernel'
import { swapQuotesCapability } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import { getAddress } from 'viem'
import { usdc, usdce } from 'viem/tokens'
import { describe, expect, it } from 'vitest'
import { kyberPlaces } from '../routes/kyber/kyber-quotes.js'
import { evmQuotes } from '../routes/uniswap/evm-quotes.js'
import { suggestedOf } from '../views/token-sections.js'
import { popularSymbols, suggestedSymbols } from './suggested-tokens.js'
import { listedTokens, tokenLists } from './token-lists.js'

/** The networks of the specification, section 9. */
const chainIds = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554]

describe('[S9.20] [S9.21] the token lists that ship', () => {
  it('token lists exist for the twelve networks of the specification, and for no other', () => {
    expect(Object.keys(tokenLists).map(Number).sort()).toEqual([...chainIds].sort())
  })

  it.each(Object.entries(tokenLists))(
    'the list of eip155:%s has at most 100 tokens, none twice, with checksummed address, decimals, symbol and source',
    async (_, load) => {
      const { rows, urls } = await load()
      expect(rows.length).toBeGreaterThan(3)
      expect(rows.length).toBeLessThanOrEqual(100)
      for (const [address, decimals, symbol, name, url] of rows) {
        expect(address).toBe(getAddress(address))
        expect(
          Number.isInteger(decimals) && decimals >= 0 && decimals <= 36,
          `${decimals} decimals`,
        ).toBe(true)
        expect(symbol).toMatch(/^[\w.$+-]{1,16}$/)
        expect(name.trim()).toBe(name)
        expect(name).not.toBe('')
        expect(urls[url]).toMatch(/^https:\/\/unpkg\.com\/(@[a-z-]+\/)?[a-z-]+@\d+\.\d+\.\d+\//)
      }
      expect(new Set(rows.map(([address]) => address)).size).toBe(rows.length)
      expect(new Set(rows.map(([, , symbol]) => symbol.toUpperCase())).size).toBe(rows.length)
    },
  )

  // A source that took no part in the lists.
  it.each(chainIds.filter(id => id in usdc.addresses || id in usdce.addresses))(
    'the list of eip155:%s names the USDC that viem names',
    async id => {
      const { rows } = (await tokenLists[id]?.()) ?? expect.unreachable()
      const addressOf = (symbol: string) => rows.find(([, , other]) => other === symbol)
      for (const [symbol, { addresses }] of [
        ['USDC', usdc],
        ['USDC.e', usdce],
      ] as const) {
        const expected = (addresses as Readonly<Record<number, string>>)[id]
        const found = addressOf(symbol)
        if (expected && found)
          expect(found).toEqual([expected, 6, symbol, expect.any(String), expect.any(Number)])
      }
    },
  )

  it('the token lists give the default route suggested and popular tokens on each of its networks', async () => {
    const kernel = createKernel({ plugins: [evmQuotes() as Plugin] })
    for (const network of [
      'eip155:1',
      'eip155:10',
      'eip155:56',
      'eip155:137',
      'eip155:8453',
      'eip155:42161',
      'eip155:43114',
    ] as NetworkId[]) {
      const [route] = kernel.capabilities(swapQuotesCapability, network)
      const tokens = (await route?.value.tokens?.(network, AbortSignal.timeout(5_000))) ?? []
      expect(
        suggestedOf(
          tokens,
          tokens.map(({ asset }) => asset),
        ).length,
        network,
      ).toBeGreaterThan(1)
      expect(
        tokens.filter(({ symbol }) => popularSymbols.has(symbol) && suggestedSymbols.has(symbol))
          .length,
        network,
      ).toBeGreaterThan(1)
    }
    expect(
      Object.keys(kyberPlaces).every(network => network.replace('eip155:', '') in tokenLists),
    ).toBe(true)
    kernel.dispose()
  })

  it('the token list of a network without one is empty', async () => {
    expect(await listedTokens('eip155:31337')).toEqual([])
  })
})

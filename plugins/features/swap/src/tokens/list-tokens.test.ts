import { createKernel, definePlugin } from '@portico/kernel'
import type { AssetId, Token } from '@portico/kernel/chain'
import { eip155, mainnet } from '@portico/plugin-eip155'
import { describe, expect, it } from 'vitest'
import { gold, marks, salt, start } from '../../test/market.js'
import type { SwapContext } from '../refs.js'
import { soundTokens } from './list-tokens.js'

const network = 'eip155:1'
const usdc: Token = {
  asset: `${network}/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48`,
  network,
  name: 'USDC',
  symbol: 'USDC',
  decimals: 6,
}

describe('[S21] a list of tokens of Ethereum', () => {
  const reports: string[] = []
  const read = async (...tokens: readonly Token[]) => {
    let context: SwapContext | undefined
    const reader = definePlugin({
      id: 'test/reader',
      setup(own) {
        context = own as unknown as SwapContext
      },
    })
    const kernel = createKernel({
      plugins: [eip155({ networks: [mainnet] }), reader],
      onError: error => reports.push(String(error)),
    })
    reports.length = 0
    const found = await soundTokens(
      context ?? expect.unreachable(),
      network,
      tokens,
      new AbortController().signal,
    )
    kernel.dispose()
    return found
  }

  it.each<[what: string, wrong: Partial<Token>, said: string]>([
    [
      'whose address has a wrong checksum',
      { asset: `${network}/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eb48` },
      'ADDRESS_CHECKSUM',
    ],
    ['whose address is too short', { asset: `${network}/erc20:0xA0b86991` }, 'ADDRESS_MALFORMED'],
    ['with 255 decimals', { decimals: 255 }, 'has 255 decimals; use a whole number from 0 to 36'],
    ['with 37 decimals', { decimals: 37 }, 'has 37 decimals'],
    ['with less than no decimals', { decimals: -1 }, 'has -1 decimals'],
    ['with half a decimal', { decimals: 6.5 }, 'has 6.5 decimals'],
    ['without decimals', { decimals: undefined as unknown as number }, 'has undefined decimals'],
    ['without a symbol', { symbol: undefined as unknown as string }, 'has no symbol'],
    ['of another network', { network: 'eip155:10' }, 'is listed on eip155:10'],
    [
      'whose asset is of another network',
      { asset: 'eip155:10/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
      'is no asset of eip155:1',
    ],
    ['whose asset is no asset', { asset: 'USDC' as AssetId }, 'is no asset of eip155:1'],
  ])(
    'a token list drops an entry %s and reports why, and keeps the others',
    async (_, wrong, said) => {
      expect(await read({ ...usdc, ...wrong }, usdc)).toEqual([usdc])
      expect(reports).toEqual([expect.stringContaining(said)])
    },
  )

  it('a token list keeps every valid entry, also the native coin and an address in lower case', async () => {
    const small = { ...usdc, asset: usdc.asset.toLowerCase() as AssetId }
    const coin: Token = { asset: 'native', network, name: 'Ether', symbol: 'ETH', decimals: 18 }
    expect(await read(usdc, small, coin)).toEqual([usdc, small, coin])
    expect(reports).toEqual([])
  })
})

describe('[S4.12] [S9.20] the tokens to choose from', () => {
  it('the tokens to choose from are those of the host and the routes, and an invalid token stays out', async () => {
    const wrong: Token = { ...salt, decimals: 255, asset: 'tally:main/coin:wrong', symbol: 'WRG' }
    const own: Token = { ...salt, asset: 'tally:main/coin:own', symbol: 'OWN' }
    const { form, state } = await start({ tokens: [wrong, own] })
    await form.initialize()
    await form.selectTarget(gold)
    expect(state().tokens.map(({ symbol }) => symbol)).toEqual(['MRK', 'GLD', 'OWN', 'SLT'])
    expect(state().vouched).toEqual([marks.asset, own.asset, marks.asset, gold.asset, salt.asset])
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { tokenPictures } from '../../scripts/generate.mjs'
import { iconOf } from './icons.js'

const sources = JSON.parse(readFileSync(new URL('../../data/icons.json', import.meta.url), 'utf8'))
const dollar = 'token/eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

describe('the icons of tokens', () => {
  it.each([
    ['Ethereum', 'eip155:1/erc20:'],
    ['Base', 'eip155:8453/erc20:'],
    ['Arbitrum', 'eip155:42161/erc20:'],
    ['Optimism', 'eip155:10/erc20:'],
    ['Polygon', 'eip155:137/erc20:'],
    ['BNB Chain', 'eip155:56/erc20:'],
  ])('at least 90 % of the listed tokens of %s have an icon', (_name, prefix) => {
    const { pictures, listed } = tokenPictures(sources.tokens).get(prefix) ?? expect.unreachable()
    expect(listed).toBeGreaterThan(10)
    expect(pictures.length / listed).toBeGreaterThanOrEqual(0.9)
  })
  it('a listed token has the picture of its symbol only under a name that was compared with it', () => {
    const listed = (name: string) => ({
      network: 'eip155:1',
      address: '0x0000000000000000000000000000000000000001',
      symbol: 'LINK',
      name,
    })
    const found = (name: string) =>
      tokenPictures(sources.tokens, [listed(name)]).get('eip155:1/erc20:')
    expect(found('Chainlink')).toEqual({
      pictures: [['0x0000000000000000000000000000000000000001', 'LINK']],
      listed: 1,
      unknown: [],
    })
    expect(found('Missing Link')).toEqual({
      pictures: [],
      listed: 1,
      unknown: ['LINK (Missing Link)'],
    })
  })
  it('every listed token with the symbol of a picture has a name that was compared', () => {
    expect([...tokenPictures(sources.tokens).values()].flatMap(({ unknown }) => unknown)).toEqual(
      [],
    )
  })
  it('tokens of Solana, for which no list ships, have icons by their mints', () => {
    const prefix = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:'
    const { pictures, listed } = tokenPictures(sources.tokens).get(prefix) ?? expect.unreachable()
    expect(listed).toBe(0)
    expect(pictures.length).toBeGreaterThanOrEqual(25)
    for (const [mint] of pictures) expect(mint).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  })
  it('all icons are at most 40 files and 400 kB gzip', () => {
    const files = readdirSync(new URL('.', import.meta.url)).filter(name => !/\.test\./.test(name))
    const sizes = files.map(
      name => gzipSync(readFileSync(new URL(name, import.meta.url)), { level: 9 }).length,
    )
    expect(files.length).toBeLessThanOrEqual(40)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(400 * 1_024)
  })
  it('a listed token has the same icon on each of its networks, and at once when it was loaded before', async () => {
    const icon = await iconOf(dollar)
    expect(icon).toMatch(/^data:image\//)
    expect(await iconOf('token/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')).toBe(
      icon,
    )
    expect(
      await iconOf(
        'token/solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      ),
    ).toBe(icon)
    expect(iconOf(dollar)).toBe(icon)
  })
  it.each([
    ['a token that copies the symbol at another address', `${dollar.slice(0, -1)}9`],
    ['the address of a listed token on another network', dollar.replace(':1/', ':5/')],
    ['a beginning of a listed address', dollar.slice(0, -4)],
    ['an address with another one behind it', `${dollar}=USDC 0x`],
    ['a symbol', 'token/USDC'],
    ['nothing', 'token/'],
  ])('%s has no icon', async (_what, imageId) => {
    expect(await iconOf(imageId)).toBeUndefined()
  })
})

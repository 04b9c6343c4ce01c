import { describe, expect, it } from 'vitest'
import { readTokens } from './answers.js'

const network = 'eip155:8453'
const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const address = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const dollar = {
  name: 'Dollar',
  symbol: 'USD',
  address: `${network}:${address}`,
  decimals: 6,
  logoUri: 'https://example.org/usd.png',
}
const read = (more: object) => readTokens({ tokens: [{ ...dollar, ...more }] }, network, coin)

describe('the tokens that the convert API lists', () => {
  it('[S3.30] a listed token has its decimals, its logo, and the permits that the API reports', () => {
    expect(read({ eip2612: true })).toEqual([
      {
        asset: `${network}/erc20:${address}`,
        network,
        name: 'Dollar',
        symbol: 'USD',
        decimals: 6,
        imageUrl: 'https://example.org/usd.png',
        eip2612: true,
      },
    ])
  })

  it.each([
    ['nothing', {}],
    ['false', { eip2612: false }],
    ['null', { eip2612: null }],
    ['text', { eip2612: 'true' }],
    ['a number', { eip2612: 1 }],
    ['an object', { eip2612: { value: true } }],
  ])('[S3.30] a listed token has no permits when the API says %s of them', (_, more) => {
    expect(read(more)).toMatchObject([{ symbol: 'USD', decimals: 6, eip2612: false }])
  })
})

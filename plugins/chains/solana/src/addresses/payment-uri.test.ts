import { parseAmount } from '@portico/kernel/text'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import { paymentUri } from './payment-uri.js'

const address = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const token = {
  asset: `${network}/token:82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny`,
  decimals: 2,
} as const

describe('a payment request', () => {
  it.each([
    ['anything', {}, `solana:${address}`],
    ['one lamport', { amount: 1n }, `solana:${address}?amount=0.000000001`],
    [
      'so much of a token',
      { token, amount: 101n },
      `solana:${address}?amount=1.01&spl-token=82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny`,
    ],
  ])('[D3b] a payment request for %s follows Solana Pay', (_, more, uri) =>
    expect(paymentUri({ address, network, ...more })).toBe(uri),
  )

  it('[S18] a payment request is refused for an invalid address, and for a token of another network', () => {
    expect(() => paymentUri({ address: '0xffff', network })).toThrow('not a valid address')
    expect(() =>
      paymentUri({ address, network: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', token }),
    ).toThrow('not on this network')
  })

  describe.skipIf(!hasVectors)('a payment request of the public vectors', () => {
    it('equals the one of the standard where it has only recipient, amount and token', () => {
      const { cases } = vectors<{
        uri: string
        valid: boolean
        recipient?: string
        amount?: string
        splToken?: string
      }>('solana-pay-uris')
      const plain = cases.filter(
        ({ uri, valid, recipient }) =>
          valid && recipient && !/label|reference|memo|message/.test(uri),
      )
      expect(plain.length).toBeGreaterThan(1)
      for (const { uri, recipient = '', amount, splToken } of plain)
        expect(
          paymentUri({
            address: recipient,
            network,
            ...(amount !== undefined && { amount: parseAmount(amount, 9) ?? -1n }),
            ...(splToken && { token: { asset: `${network}/token:${splToken}`, decimals: 9 } }),
          }),
        ).toBe(uri)
    })
  })
})

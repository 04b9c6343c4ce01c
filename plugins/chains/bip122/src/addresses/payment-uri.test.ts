import { parseAmount } from '@portico/kernel/text'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import { paymentUri } from './payment-uri.js'

const address = '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH'
const network = 'bip122:000000000019d6689c085ae165831e93'

describe('a payment request', () => {
  it.each([
    ['anything', {}, `bitcoin:${address}`],
    ['one satoshi', { amount: 1n }, `bitcoin:${address}?amount=0.00000001`],
    [
      'more than there will ever be',
      { amount: 2_100_000_000_000_001n },
      `bitcoin:${address}?amount=21000000.00000001`,
    ],
  ])('[D3b] a payment request for %s follows BIP-21, in bitcoin', (_, more, uri) =>
    expect(paymentUri({ address, network, ...more }, 'mainnet')).toBe(uri),
  )

  it('[S18] a payment request is refused for an address of another network', () => {
    expect(() => paymentUri({ address, network }, 'testnet')).toThrow('another network')
  })

  describe.skipIf(!hasVectors)('a payment request of the public vectors', () => {
    it('equals the one of the standard where it has only an address and an amount', () => {
      const { cases } = vectors<{ uri: string; valid: boolean; from: string }>('bip21-321-uris')
      const plain = cases.flatMap(({ uri, valid, from }) => {
        const [, to, amount] = /^bitcoin:([13]\w+)(?:\?amount=([\d.]+))?$/.exec(uri) ?? []
        return valid && from === 'bip21' && to ? [{ uri, to, amount }] : []
      })
      expect(plain.length).toBeGreaterThan(1)
      for (const { uri, to, amount } of plain)
        expect(
          paymentUri(
            {
              address: to,
              network,
              ...(amount !== undefined && { amount: parseAmount(amount, 8) ?? -1n }),
            },
            'mainnet',
          ),
        ).toBe(uri.replace(/(amount=\d+)\.0+$/, '$1'))
    })
  })
})

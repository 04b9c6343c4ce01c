import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import { parseAddress } from './addresses.js'
import { paymentUri } from './payment-uri.js'

const address = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
const dollar = {
  asset: 'eip155:137/erc20:0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  decimals: 6,
} as const

describe('a payment request', () => {
  it.each([
    ['anything', {}, `ethereum:${address}@137`],
    [
      'so much of the coin',
      { amount: 2_014_000_000_000_000_000n },
      `ethereum:${address}@137?value=2014000000000000000`,
    ],
    [
      'any of a token',
      { token: dollar },
      `ethereum:0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359@137/transfer?address=${address}`,
    ],
    [
      'so much of a token',
      { token: dollar, amount: 1_500_000n },
      `ethereum:0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359@137/transfer?address=${address}&uint256=1500000`,
    ],
  ])('[D3b] a payment request for %s follows ERC-681 and names its chain', (_, more, uri) =>
    expect(paymentUri({ address, network: 'eip155:137', ...more })).toBe(uri),
  )

  it('[S18] a payment request is refused for an invalid address, a token of another chain and an unknown chain', () => {
    expect(() => paymentUri({ address: '0x123', network: 'eip155:1' })).toThrow(
      'not a valid address',
    )
    expect(() => paymentUri({ address, network: 'eip155:1', token: dollar })).toThrow(
      'cannot request this asset',
    )
    expect(() => paymentUri({ address, network: 'eip155:abc' })).toThrow()
  })

  describe.skipIf(!hasVectors)('a payment request of the public vectors', () => {
    it('a payment request of the public vectors has the target, chain and value of the standard’s example', () => {
      const { cases } = vectors<{
        uri: string
        valid: boolean
        target?: string
        chainId?: string
        functionName?: string
        parameters?: { value?: string }
        checksumOk?: boolean
      }>('erc681-uris')
      const plain = cases.filter(
        ({ valid, target, functionName, checksumOk }) =>
          valid &&
          !functionName &&
          checksumOk !== false &&
          /^0x[\dA-F]{40}$|^0x[\da-f]{40}$|^0x7E5F/.test(target ?? ''),
      )
      expect(plain.length).toBeGreaterThan(3)
      for (const { target = '', chainId = '1', parameters } of plain) {
        const uri = paymentUri({
          address: target,
          network: `eip155:${chainId}`,
          ...(parameters?.value && { amount: BigInt(parameters.value) }),
        })
        expect(uri).toBe(
          `ethereum:${parseAddress(target)}@${chainId}${parameters?.value ? `?value=${parameters.value}` : ''}`,
        )
      }
    })
  })
})

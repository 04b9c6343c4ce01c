import { definePlugin } from '@portico/kernel'
import { accountActionsSlot } from '@portico/kernel/account'
import { addressesCapability, type PaymentRequest } from '@portico/kernel/capabilities'
import type { Token } from '@portico/kernel/chain'
import { createTestKernel, tally, tallyWallet, testFeaturePlugin } from '@portico/kernel/testing'
import { describe, expect, it } from 'vitest'
import { receive } from './index.js'
import { amountOf, placeOf, readAmount, tokenOf, writeRequest } from './request.js'

testFeaturePlugin('receive', { plugin: () => receive(), items: ['receive'] })

const { signal } = new AbortController()
const mark: Token = {
  asset: 'native',
  network: 'tally:main',
  name: 'Mark',
  symbol: 'MRK',
  decimals: 2,
}
const connected = (plugins: readonly ReturnType<typeof receive>[] = []) =>
  createTestKernel({
    plugins: [tally({ wallets: [tallyWallet()] }), receive(), ...plugins],
    connected: 'tally:main',
  })

describe('the text of the code', () => {
  it('[D3b] the code is the address itself on a chain without a payment scheme', async () => {
    const kernel = await connected()
    expect(
      await writeRequest(kernel, { address: 't_ada', network: 'tally:main', amount: 5n }, signal),
    ).toBe('t_ada')
    kernel.dispose()
  })
  it('[D3b] the code is the payment request of a chain with a payment scheme', async () => {
    const requests: PaymentRequest[] = []
    const scheme = definePlugin({
      id: 'test/scheme',
      setup: context =>
        void context.offer(addressesCapability, 'tally:main', {
          looksLike: () => true,
          parse: async address => ({ address }),
          shorten: address => address,
          uri: async request => {
            requests.push(request)
            return `tally:${request.address}`
          },
        }),
    })
    const kernel = await connected([scheme])
    expect(
      await writeRequest(
        kernel,
        { address: 't_ada', network: 'tally:main', token: mark, amount: 5n },
        signal,
      ),
    ).toBe('tally:t_ada')
    expect(requests).toEqual([{ address: 't_ada', network: 'tally:main', token: mark, amount: 5n }])
    kernel.dispose()
  })
  it('the code is for the active account, in its native coin unless a token of its network is given', async () => {
    const kernel = await connected()
    const place = placeOf(kernel)
    if (!place) throw new RangeError('No account is connected.')
    expect(place).toMatchObject({ address: 't_ada', network: { caipNetworkId: 'tally:main' } })
    const other: Token = { ...mark, asset: 'tally:main/coin:x' }
    expect(tokenOf(place, undefined)).toMatchObject({ asset: 'native', symbol: 'MRK' })
    expect(tokenOf(place, { token: other })).toBe(other)
    expect(tokenOf(place, { token: { ...other, network: 'tally:side' } })).toMatchObject({
      asset: 'native',
    })
    expect(amountOf(place, { token: other, amount: '100' })).toBe('100')
    expect(amountOf(place, { amount: '100' })).toBe('100')
    expect(
      amountOf(place, { token: { ...other, network: 'tally:side' }, amount: '100' }),
      'a hundred of something else',
    ).toBe('')
    kernel.dispose()
    expect(placeOf(await createTestKernel({ plugins: [tally()] }))).toBeUndefined()
  })
  it('there is no Receive button while there is no chain', async () => {
    const kernel = await createTestKernel({ plugins: [receive()] })
    expect(kernel.items(accountActionsSlot)).toEqual([])
    kernel.dispose()
  })
})

describe('a requested amount', () => {
  it.each(['', '0', '0.', '0.00'])(
    'the payer may choose where no amount is requested: "%s"',
    text => expect(readAmount(text, mark)).toBeUndefined(),
  )
  it('[S19] an amount is read exactly', () =>
    expect(readAmount('1.05', mark)).toEqual({ amount: 105n }))
  it.each(['1e3', '1,5', '-1', '0x10', '١'])('an invalid amount is rejected: %s', text =>
    expect(readAmount(text, mark)).toMatchObject({ problem: { id: 'amount.malformed' } }),
  )
  it('an amount with more decimals than the token is rejected, and the message says how many the token has', () =>
    expect(readAmount('0.001', mark)).toMatchObject({
      problem: { id: 'amount.digits', values: { digits: 2 } },
    }))
})

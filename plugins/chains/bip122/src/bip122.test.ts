import { createKernel } from '@portico/kernel'
import { activity, balances, networks, transactions, transfers } from '@portico/kernel/contracts'
import { describe, expect, it } from 'vitest'
import { bip122, bitcoin, bitcoinRegtest, bitcoinSignet, bitcoinTestnet } from './index.js'

describe('bip122', () => {
  it('names its networks by the first half of the hash of block 0 (CAIP-2)', () => {
    expect([bitcoin, bitcoinTestnet, bitcoinSignet, bitcoinRegtest].map(network => network.caipNetworkId)).toEqual([
      'bip122:000000000019d6689c085ae165831e93',
      'bip122:000000000933ea01ad0ee984209779ba',
      'bip122:00000008819873e925422c1ff0f99f7c',
      'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
    ])
  })
  it('[D3c] serves balances, activity and send, and says so by what it offers', () => {
    const kernel = createKernel({ plugins: [bip122()] })
    for (const ref of [activity, balances, transfers, transactions])
      expect(kernel.capability<unknown>(ref as never, bitcoin.caipNetworkId), ref.id).toBeDefined()
    kernel.dispose()
  })
  it('[S6.05] starts with the payment account', () => {
    const kernel = createKernel({ plugins: [bip122()] })
    expect(kernel.capability(networks, bitcoin.caipNetworkId)?.defaultAccountType).toBe('payment')
    kernel.dispose()
  })
  it('refuses networks of another namespace, and an empty list', () => {
    const foreign = { ...bitcoin, chainNamespace: 'tally' }
    for (const networks of [[], [foreign]]) {
      const errors: unknown[] = []
      createKernel({ plugins: [bip122({ networks })], onError: error => void errors.push(error) }).dispose()
      expect(String(errors[0])).toMatch(/wants at least one network/)
    }
  })
})

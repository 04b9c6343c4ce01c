import { createKernel } from '@portico/kernel'
import {
  activityCapability,
  balancesCapability,
  networksCapability,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { describe, expect, it } from 'vitest'
import { bip122, bitcoin, bitcoinRegtest, bitcoinSignet, bitcoinTestnet } from './index.js'

describe('bip122', () => {
  it('the plugin names its networks by the first half of the hash of block 0 (CAIP-2)', () => {
    expect(
      [bitcoin, bitcoinTestnet, bitcoinSignet, bitcoinRegtest].map(
        network => network.caipNetworkId,
      ),
    ).toEqual([
      'bip122:000000000019d6689c085ae165831e93',
      'bip122:000000000933ea01ad0ee984209779ba',
      'bip122:00000008819873e925422c1ff0f99f7c',
      'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
    ])
  })
  it('[D3c] the plugin declares that it serves balances, activity and send', () => {
    const kernel = createKernel({ plugins: [bip122()] })
    for (const ref of [
      activityCapability,
      balancesCapability,
      transfersCapability,
      transactionsCapability,
    ])
      expect(kernel.capability<unknown>(ref as never, bitcoin.caipNetworkId), ref.id).toBeDefined()
    kernel.dispose()
  })
  it('[S6.05] a connection starts with the payment account', () => {
    const kernel = createKernel({ plugins: [bip122()] })
    expect(kernel.capability(networksCapability, bitcoin.caipNetworkId)?.defaultAccountType).toBe(
      'payment',
    )
    kernel.dispose()
  })
  it('the plugin rejects networks of another namespace, and an empty list', () => {
    const foreign = { ...bitcoin, namespace: 'tally' }
    for (const networks of [[], [foreign]]) {
      const errors: unknown[] = []
      createKernel({
        plugins: [bip122({ networks })],
        onError: error => void errors.push(error),
      }).dispose()
      expect(String(errors[0])).toMatch(/has no network|is not a Portico network/)
    }
  })
})

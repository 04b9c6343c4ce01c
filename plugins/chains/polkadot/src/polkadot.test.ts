import { createKernel } from '@portico/kernel'
import {
  activityCapability,
  balancesCapability,
  networksCapability,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { describe, expect, it } from 'vitest'
import {
  defineSubstrateNetwork,
  kusama,
  polkadot,
  polkadotAssetHub,
  polkadotRelay,
  westend,
} from './index.js'

describe('polkadot', () => {
  it('the plugin names its networks by the first half of the hash of block 0 (CAIP-2)', () => {
    expect(
      [polkadotRelay, kusama, polkadotAssetHub, westend].map(network => network.caipNetworkId),
    ).toEqual([
      'polkadot:91b171bb158e2d3848fa23a9f1c25182',
      'polkadot:b0a8d493285c2df73290dfb7e61f870f',
      'polkadot:68d56f15f85d3136970ec16946040bc1',
      'polkadot:e143f23803ac50e8f6f8e62695d1ce9e',
    ])
    const parachain = {
      genesisHash: 'BAF5AABE40646D11F0EE8ABBDC64F4A4B7674925CBA08E4A05FF9EBED6E2126B',
      name: 'Karura',
      ss58Prefix: 8,
      rpcUrls: [],
    }
    const karura = defineSubstrateNetwork({
      ...parachain,
      nativeCurrency: { name: 'Karura', symbol: 'KAR', decimals: 12 },
    })
    expect(karura).toMatchObject({
      caipNetworkId: 'polkadot:baf5aabe40646d11f0ee8abbdc64f4a4',
      namespace: 'polkadot',
    })
  })
  it('[D3d] the plugin declares balance and send, which a node supports, and no activity, which it does not', () => {
    const kernel = createKernel({ plugins: [polkadot()] })
    for (const ref of [balancesCapability, transfersCapability, transactionsCapability])
      expect(
        kernel.capability<unknown>(ref as never, polkadotRelay.caipNetworkId),
        ref.id,
      ).toBeDefined()
    expect(kernel.capability(activityCapability, polkadotRelay.caipNetworkId)).toBeUndefined()
    kernel.dispose()
  })
  it('[S6.04] the plugin has accounts of keys only', () => {
    const kernel = createKernel({ plugins: [polkadot()] })
    expect(
      kernel.capability(networksCapability, polkadotRelay.caipNetworkId)?.defaultAccountType,
    ).toBe('eoa')
    kernel.dispose()
  })
  it('the plugin rejects networks of another namespace, and an empty list', () => {
    for (const networks of [[], [{ ...kusama, namespace: 'tally' }]]) {
      const errors: unknown[] = []
      createKernel({
        plugins: [polkadot({ networks })],
        onError: error => void errors.push(error),
      }).dispose()
      expect(String(errors[0])).toMatch(/has no network|is not a Portico network/)
    }
  })
})

import { createKernel, KernelError } from '@portico/kernel'
import {
  activityCapability,
  addressesCapability,
  balancesCapability,
  nativeAddress,
  networksCapability,
  remoteSessionsCapability,
} from '@portico/kernel/capabilities'
import { chainsSlot } from '@portico/kernel/chain'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { base, defineEvmNetwork, eip155, mainnet, optimism } from './index.js'

const kernelWith = (options?: Parameters<typeof eip155>[0]) => {
  const reported: unknown[] = []
  return {
    kernel: createKernel({
      plugins: [eip155(options)],
      onError: error => void reported.push(error),
    }),
    reported,
  }
}

describe('the eip155 plugin', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it("[S1.16] the plugin brings the chain eip155 with the host's networks, in its order", () => {
    const { kernel } = kernelWith({ networks: [optimism, mainnet, base] })
    expect(kernel.items(chainsSlot)).toMatchObject([
      {
        id: 'eip155',
        name: 'Ethereum',
        networks: [
          { caipNetworkId: 'eip155:10' },
          { caipNetworkId: 'eip155:1' },
          { caipNetworkId: 'eip155:8453' },
        ],
      },
    ])
    expect(kernelWith().kernel.items(chainsSlot)[0]?.networks).toEqual([mainnet])
  })

  it('[S6.02] the plugin prefers a smart account where a wallet offers the choice', () => {
    expect(kernelWith().kernel.capability(networksCapability, 'eip155:1')?.defaultAccountType).toBe(
      'smartAccount',
    )
  })

  it('[S9.24] the plugin writes the native coin as the address of 40 times e where an API wants one', () => {
    const { kernel } = kernelWith()
    expect(nativeAddress(kernel, 'eip155:1')).toBe('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee')
    expect(kernel.capability(balancesCapability, 'eip155:8453')?.nativeAddress).toBe(
      nativeAddress(kernel, 'eip155:1'),
    )
  })

  it('the plugin offers no activity, because no RPC lists past transactions', () => {
    expect(kernelWith().kernel.capability(activityCapability, 'eip155:1')).toBeUndefined()
  })

  it.each([
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', true],
    ['5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', true],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', true],
    ['0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', false],
    [' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', false],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', false],
    ['ada.eth', false],
  ])('[S5.03] looksLikeAddress(%j) is %s', (text, expected) => {
    expect(kernelWith().kernel.capability(addressesCapability, 'eip155:1')?.looksLike(text)).toBe(
      expected,
    )
  })

  it("the plugin requests the host's networks from remote wallets", async () => {
    const scope = await kernelWith({ networks: [base, optimism] })
      .kernel.capability(remoteSessionsCapability, 'eip155:1')
      ?.scope()
    expect(scope?.networks).toEqual(['eip155:8453', 'eip155:10'])
  })

  it('the plugin makes no request before its first use, and needs no window', async () => {
    const fetch = vi.fn()
    vi.stubGlobal('fetch', fetch)
    const { kernel, reported } = kernelWith()
    await kernel.start()
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(fetch).not.toHaveBeenCalled()
    expect(kernel.items(connectorsSlot)).toEqual([])
    expect(reported).toEqual([])
    kernel.dispose()
  })

  it.each([
    ['no networks', []],
    ['a network of another chain', [{ ...mainnet, namespace: 'tally' }]],
  ])(
    'the plugin with %s throws a named error, and does not affect other plugins',
    (_what, list) => {
      const { kernel, reported } = kernelWith({ networks: list as never })
      expect(reported).toHaveLength(1)
      expect(reported[0]).toBeInstanceOf(KernelError)
      expect(kernel.items(chainsSlot)).toEqual([])
    },
  )
})

describe('a network', () => {
  it('defineEvmNetwork makes plain data from a few fields', () => {
    expect(
      JSON.parse(
        JSON.stringify(
          defineEvmNetwork({
            chainId: 31337,
            name: 'Local',
            rpcUrls: ['http://127.0.0.1:8545'],
            testnet: true,
          }),
        ),
      ),
    ).toEqual({
      id: '31337',
      namespace: 'eip155',
      caipNetworkId: 'eip155:31337',
      name: 'Local',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['http://127.0.0.1:8545'],
      testnet: true,
    })
  })

  it("defineEvmNetwork derives the explorer's URLs from one address", () => {
    expect(mainnet.explorer).toEqual({
      name: 'Etherscan',
      address: 'https://etherscan.io/address/{address}',
      transaction: 'https://etherscan.io/tx/{hash}',
    })
  })

  it.each([mainnet, base, optimism])(
    'the named network $name has more than one endpoint, all https',
    ({ rpcUrls }) => {
      expect(rpcUrls.length).toBeGreaterThan(1)
      expect(rpcUrls.every(url => new URL(url).protocol === 'https:')).toBe(true)
    },
  )
})

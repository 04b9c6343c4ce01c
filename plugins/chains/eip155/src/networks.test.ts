import * as viem from 'viem/chains'
import { describe, expect, it } from 'vitest'
import * as named from './networks.js'

const networks = Object.values(named).flatMap(item =>
  typeof item === 'object' && 'caipNetworkId' in item ? item : [],
)
/** Chains of other owners have the same id in viem's list, so the name of the constant decides. */
const viemChains: Readonly<Record<string, named.ViemChain>> = viem
const chainOf = (constant: string) => viemChains[constant]

describe('networks by name', () => {
  it('there are thirty main networks, and two for tests, each with another chain id', () => {
    expect(networks.filter(({ testnet }) => !testnet)).toHaveLength(30)
    expect(new Set(networks.filter(({ testnet }) => testnet).map(({ name }) => name))).toEqual(
      new Set(['Base Sepolia', 'Sepolia']),
    )
    expect(new Set(networks.map(({ id }) => id)).size).toBe(32)
  })
  it.each(Object.entries(named).filter(([, item]) => typeof item === 'object'))(
    '%s has the chain id, coin and L1 fee contract that viem has',
    (constant, network) => {
      const chain = chainOf(constant)
      if (!chain || typeof network !== 'object')
        throw new RangeError(`viem has no chain ${constant}`)
      const { id, nativeCurrency, l1FeeOracle } = named.fromChain(chain)
      expect(network.id).toBe(id)
      expect([network.nativeCurrency.symbol, network.nativeCurrency.decimals]).toEqual([
        nativeCurrency.symbol,
        nativeCurrency.decimals,
      ])
      // viem does not list the contract of Scroll, which has the same function:
      // https://docs.scroll.io/en/developers/l2-scroll-contracts/
      expect(network.l1FeeOracle).toBe(
        constant === 'scroll' ? '0x5300000000000000000000000000000000000002' : l1FeeOracle,
      )
    },
  )
  it.each(networks)(
    '$name has two endpoints at least one host apart, and an explorer, all by https',
    ({ rpcUrls, explorer, testnet }) => {
      expect(rpcUrls.length).toBeGreaterThan(1)
      const addresses = [...rpcUrls, explorer?.address, explorer?.transaction].map(
        url => new URL(String(url).replaceAll(/[{}]/g, '')),
      )
      expect(addresses.map(({ protocol }) => protocol)).toEqual(addresses.map(() => 'https:'))
      expect(new Set(rpcUrls).size).toBe(rpcUrls.length)
      expect(testnet).not.toBe(false)
    },
  )
})

describe('fromChain', () => {
  it('makes a network of a chain of viem, with its explorer and the L1 fee contract of the OP stack', () => {
    expect(named.fromChain(viem.fraxtal)).toEqual({
      id: '252',
      namespace: 'eip155',
      caipNetworkId: 'eip155:252',
      name: 'Fraxtal',
      nativeCurrency: { name: 'Frax', symbol: 'FRAX', decimals: 18 },
      rpcUrls: [...viem.fraxtal.rpcUrls.default.http],
      explorer: {
        name: 'fraxscan',
        address: 'https://fraxscan.com/address/{address}',
        transaction: 'https://fraxscan.com/tx/{hash}',
      },
      l1FeeOracle: '0x420000000000000000000000000000000000000F',
    })
  })
  it('omits the properties that a viem chain lacks', () => {
    const chain = {
      id: 12,
      name: 'Own',
      nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 6 },
      rpcUrls: { default: { http: ['https://own.example'] } },
    }
    expect(named.fromChain(chain)).toEqual({
      id: '12',
      namespace: 'eip155',
      caipNetworkId: 'eip155:12',
      name: 'Own',
      nativeCurrency: chain.nativeCurrency,
      rpcUrls: ['https://own.example'],
    })
  })
  it('every chain of viem becomes a network', () => {
    const chains = Object.values(viemChains).filter(chain => typeof chain === 'object')
    expect(chains.length).toBeGreaterThan(400)
    for (const chain of chains)
      expect(named.fromChain(chain).caipNetworkId).toBe(`eip155:${chain.id}`)
  })
})

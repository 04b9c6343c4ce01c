import { allNetworks } from '@polkadot/networks'
import { knownGenesis } from '@polkadot/networks/defaults/genesis'
import { describe, expect, it } from 'vitest'
import * as named from './networks.js'

const networks = Object.values(named).flatMap(item =>
  typeof item === 'object' && 'caipNetworkId' in item ? item : [],
)
const mainNetworks = networks.filter(({ testnet }) => !testnet)
/**
 * Asset hubs have the prefix and the coin of their relay chain; only their hashes stand in the
 * package, under their old names.
 */
const registered: Readonly<Record<string, string>> = {
  'Polkadot Asset Hub': 'polkadot',
  'Kusama Asset Hub': 'kusama',
  Hydration: 'hydradx',
}
const registeredAs = (name: string) =>
  allNetworks.find(({ network }) => network === (registered[name] ?? name.toLowerCase()))
const hashes: Readonly<Record<string, string>> = {
  'Polkadot Asset Hub': 'statemint',
  'Kusama Asset Hub': 'statemine',
}
/**
 * What the runtime says where the registry says something else:
 * https://github.com/bifrost-io/bifrost/pull/1537, and `SS58Prefix` in peaq's runtime.
 */
const ownPrefixes: Readonly<Record<string, number>> = { Bifrost: 0, peaq: 42 }

describe('networks by name', () => {
  it('there are two relay chains, their asset hubs and five parachains, and one for tests, each with another hash', () => {
    expect(mainNetworks.map(({ name }) => name).sort()).toEqual(
      [
        'Acala',
        'Astar',
        'Bifrost',
        'Hydration',
        'Kusama',
        'Kusama Asset Hub',
        'Polkadot',
        'Polkadot Asset Hub',
        'peaq',
      ].sort(),
    )
    expect(networks.filter(({ testnet }) => testnet).map(({ name }) => name)).toEqual(['Westend'])
    expect(new Set(networks.map(({ id }) => id)).size).toBe(10)
  })
  it.each(mainNetworks)(
    '$name has the coin and prefix that @polkadot/networks has, or the prefix of its runtime',
    ({ name, nativeCurrency, ss58Prefix }) => {
      const entry = registeredAs(name)
      expect([nativeCurrency.symbol, nativeCurrency.decimals]).toEqual([
        entry?.symbols[0],
        entry?.decimals[0],
      ])
      expect(ss58Prefix).toBe(ownPrefixes[name] ?? entry?.prefix)
      expect(ownPrefixes[name]).not.toBe(entry?.prefix)
    },
  )
  it.each(networks)(
    '$name has the hash of block 0 that @polkadot/networks has',
    ({ name, genesisHash }) => {
      // Of several, the first is the chain that runs today.
      expect(genesisHash).toBe(
        knownGenesis[hashes[name] ?? registered[name] ?? name.toLowerCase()]?.[0],
      )
    },
  )
  it.each(networks)(
    '$name has endpoints of several hosts and an explorer, all by https',
    ({ rpcUrls, explorer, caipNetworkId, genesisHash }) => {
      const addresses = [...rpcUrls, explorer?.address, explorer?.transaction].map(
        url => new URL(String(url).replaceAll(/[{}]/g, '')),
      )
      expect(addresses.map(({ protocol }) => protocol)).toEqual(addresses.map(() => 'https:'))
      expect(new Set(rpcUrls.map(url => new URL(url).host)).size).toBe(rpcUrls.length)
      expect(genesisHash).toMatch(/^0x[\da-f]{64}$/)
      expect(caipNetworkId).toBe(`polkadot:${genesisHash.slice(2, 34)}`)
    },
  )
})

import type { Network } from '@portico/kernel/chain'
import * as bip122 from '@portico/plugin-bip122'
import * as eip155 from '@portico/plugin-eip155'
import * as polkadot from '@portico/plugin-polkadot'
import * as solana from '@portico/plugin-solana'
import { describe, expect, it } from 'vitest'
import { iconOf } from '../../../plugins/connectors/directory/src/icons/icons.js'

const isNetwork = (item: unknown): item is Network =>
  typeof item === 'object' && item !== null && 'caipNetworkId' in item
/** Every network that a chain plugin names and that others can reach. */
const networks = [bip122, eip155, polkadot, solana]
  .flatMap(plugin => Object.values<unknown>(plugin).filter(isNetwork))
  .filter(({ rpcUrls }) => rpcUrls.length > 0)

describe('icons of networks', () => {
  it('all four chain plugins name networks', () => {
    expect(new Set(networks.map(({ namespace }) => namespace)).size).toBe(4)
    expect(networks.length).toBeGreaterThan(40)
  })
  it.each(networks)('$name has an icon', async ({ caipNetworkId }) => {
    expect(await iconOf(`network/${caipNetworkId}`)).toMatch(/^data:image/)
  })
  it.each(networks.filter(({ testnet }) => !testnet))(
    'the coin of $name has an icon',
    async ({ nativeCurrency }) => {
      expect(await iconOf(`coin/${nativeCurrency.symbol}`)).toMatch(/^data:image/)
    },
  )
})

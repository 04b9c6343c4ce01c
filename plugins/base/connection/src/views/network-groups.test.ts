import type { Chain } from '@portico/kernel/chain'
import { tallyNetwork } from '@portico/kernel/testing'
import { describe, expect, it } from 'vitest'
import { networkGroups } from './networks-view.js'

const chain = (id: string, ...references: [string, ...string[]]): Chain => {
  const [first, ...rest] = references.map(reference => tallyNetwork(reference, id)) as [
    ReturnType<typeof tallyNetwork>,
  ]
  return { id, name: id, networks: [first, ...rest] }
}
const chains = [chain('tally', 'main', 'side', 'test'), chain('other', 'main', 'far')]
const shown = (search = '', current?: `${string}:${string}`) =>
  networkGroups(chains, search, current).flatMap(({ networks }) =>
    networks.map(({ caipNetworkId }) => caipNetworkId),
  )

describe('the list of networks', () => {
  it('Networks are in the host’s order, chain by chain', () => {
    expect(shown()).toEqual(['tally:main', 'tally:side', 'tally:test', 'other:main', 'other:far'])
  })
  it('The current network is on top', () => {
    expect(shown('', 'other:far')).toEqual([
      'other:far',
      'other:main',
      'tally:main',
      'tally:side',
      'tally:test',
    ])
    expect(shown('', 'tally:wild')).toEqual([
      'tally:main',
      'tally:side',
      'tally:test',
      'other:main',
      'other:far',
    ])
  })
  it('Networks are searched by name and id, and chains without a result are left out', () => {
    expect(shown(' SIDE ')).toEqual(['tally:side'])
    expect(shown('far')).toEqual(['other:far'])
    expect(shown('nothing')).toEqual([])
    expect(networkGroups(chains, 'far', undefined)).toHaveLength(1)
  })
  it('The host’s own list is not changed', () => {
    const before = JSON.stringify(chains)
    shown('', 'other:far')
    expect(JSON.stringify(chains)).toBe(before)
  })
})

import { describe, expect, it, vi } from 'vitest'
import { checkNetworks } from './chain-options.js'

const mainnet = { caipNetworkId: 'eip155:1', namespace: 'eip155' }
const cases: readonly (readonly [what: string, networks: readonly unknown[], message: string])[] = [
  ['none', [], '"chain/eip155" has no network. Hint: pass at least one in `networks`.'],
  [
    'undefined',
    [undefined],
    'networks[0] of "chain/eip155" is not a Portico network with the namespace "eip155". Hint: use `mainnet` from @portico/plugin-eip155 or `fromChain(chain)`.',
  ],
  [
    'one of another chain',
    [mainnet, { caipNetworkId: 'solana:x', namespace: 'solana' }],
    'networks[1] of "chain/eip155" is "solana:x", of another chain. Hint: pass it to the plugin of its chain.',
  ],
  [
    'one without its namespace',
    [{ caipNetworkId: 'eip155:1', chainNamespace: 'eip155' }],
    'A network (eip155:1) of "chain/eip155" is not a Portico network with the namespace "eip155". Hint: use `mainnet` from @portico/plugin-eip155 or `fromChain(chain)`.',
  ],
  [
    'one whose id is of another chain',
    [{ ...mainnet, caipNetworkId: 'solana:x' }],
    'networks[0] of "chain/eip155" is "solana:x", of another chain. Hint: pass it to the plugin of its chain.',
  ],
  ...[
    'eip155:1 ',
    'eip155: 1',
    'eip155:1\t',
    'eip155:1/x',
    ' eip155:1',
    'eip155 :1',
    'EIP155:1',
    'e:1',
    'eip155-mainnet:1',
    'eip155:',
    'eip155:1:2',
    `eip155:${'1'.repeat(33)}`,
  ].map(
    id =>
      [
        `one with the id "${id}"`,
        [{ ...mainnet, caipNetworkId: id }],
        `networks[0] of "chain/eip155" has the id "${id}", which is not of the form namespace:reference. Hint: CAIP-2 has 3 to 8 of a-z, 0-9 and -, a colon, and 1 to 32 of A-Z, a-z, 0-9, - and _.`,
      ] as const,
  ),
]

describe('the networks of a chain plugin', () => {
  it.each(cases)(
    'BAD_NETWORKS names plugin, network and mistake: %s',
    (_what, networks, message) => {
      expect(() => checkNetworks('eip155', networks as never)).toThrow(
        expect.objectContaining({ code: 'BAD_NETWORKS', message }),
      )
    },
  )

  it('networks of the chain pass', () => {
    expect(() => checkNetworks('eip155', [mainnet] as never)).not.toThrow()
  })

  it('BAD_NETWORKS names plugin, network and mistake in a build for production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    vi.resetModules()
    const check: (namespace: string, networks: never) => void = (await import('./chain-options.js'))
      .checkNetworks
    vi.unstubAllEnvs()
    vi.resetModules()
    const thrown = (networks: readonly unknown[]) => {
      try {
        check('eip155', networks as never)
      } catch (error) {
        return (error as Error).message
      }
    }
    expect([
      thrown([]),
      thrown([{}]),
      thrown([mainnet, { caipNetworkId: 'solana:x', namespace: 'solana' }]),
    ]).toEqual([
      'BAD_NETWORKS eip155,',
      'BAD_NETWORKS eip155,',
      'BAD_NETWORKS eip155,eip155:1,solana:x',
    ])
  })
})

import { definePlugin, defineSlice, defineView, override, view } from '@portico/kernel'
import { nativeBalanceEndpoint } from '@portico/kernel/backend'
import { connectionService } from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import { createTestKernel, tally, tallyNetwork, tallyWallet } from '@portico/kernel/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { connection as connectionPlugin } from '../../connection/src/index.js'
import { shell } from '../../shell/src/index.js'
import { diagnosticsOf } from './diagnostics.js'
import { account } from './plugin.js'

/** Each of them must not be found in the file, wherever it was planted. */
const secrets = {
  rpcKey: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
  rpcUrl: 'https://mainnet.example/v3/a1b2c3d4e5f60718293a4b5c6d7e8f90',
  socket: 'wss://relay.example/?projectId=77aa88bb99cc00dd11ee22ff33445566',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
  mail: 'ada@example.org',
  address: 't_adalovelacewhowasthefirstofthemall',
  privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  seed: 'test test test test test test test test test test test junk',
  topic: 'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2',
}
const all = Object.values(secrets).join(' ')
const kernels: { dispose(): void }[] = []
afterEach(() => {
  for (const kernel of kernels.splice(0)) kernel.dispose()
})

const planted = defineSlice({
  id: 'planted',
  initial: () => ({
    phase: { name: 'loading', detail: all },
    token: secrets.jwt,
    session: secrets.topic,
  }),
})
const plantedView = defineView<{ readonly secret: string }>('Planted')
const bench = async () => {
  const network = {
    ...tallyNetwork(),
    rpcUrls: [secrets.rpcUrl],
    explorer: { name: all, address: `${secrets.rpcUrl}/{address}` },
  }
  const kernel = await createTestKernel({
    base: [shell(), connectionPlugin(), account()],
    plugins: [
      tally({
        networks: [network],
        wallets: [
          tallyWallet({
            name: `Ada ${secrets.jwt} ${secrets.mail}`,
            rdns: 'org.tally.ada',
            accounts: [secrets.address],
          }),
        ],
      }),
      definePlugin({
        id: 'test/planted',
        owns: [planted],
        views: [view(plantedView, async () => ({ default: () => null }))],
        setup: context => void context.on({ kind: 'event', id: secrets.topic }, () => undefined),
      }),
      definePlugin({
        id: `test/broken ${secrets.rpcUrl}`,
        setup() {
          throw new RangeError(all)
        },
      }),
    ],
    endpoints: [override(nativeBalanceEndpoint, () => Promise.reject(new TypeError(all)))],
  })
  kernels.push(kernel)
  await kernel.use(connectionService).connect('tally:org.tally.ada')
  kernel.use(shellService).open({ view: plantedView, params: { secret: all } })
  return kernel
}

describe('the diagnostics', () => {
  it('[S33] the diagnostics hold no secret of options, state, parameters, errors, names and events', async () => {
    const kernel = await bench()
    const text = diagnosticsOf(kernel)
    for (const [name, secret] of Object.entries(secrets))
      expect(text.toLowerCase(), name).not.toContain(secret.toLowerCase())
    for (const part of [
      secrets.rpcKey,
      'eyJ',
      'example.org',
      'mainnet.example',
      'test test',
      '7f6e504bfad6',
      secrets.address.slice(6, 20),
    ])
      expect(text.toLowerCase(), part).not.toContain(part.toLowerCase())
  })

  it('the diagnostics list plugins with their status, connections, views and events', async () => {
    const kernel = await bench()
    const facts = JSON.parse(diagnosticsOf(kernel, new Date('2026-11-22T00:00:00Z')))
    expect(facts).toMatchObject({
      made: '2026-11-22T00:00:00.000Z',
      shown: { language: 'en', mode: 'dark', open: true, hides: false },
      phases: { planted: 'loading' },
      chains: [{ id: 'tally', networks: ['tally:main'] }],
      connections: [
        {
          namespace: 'tally',
          phase: 'connected',
          network: 'tally:main',
          accounts: [{ type: 'eoa' }],
          active: true,
        },
      ],
      views: ['Planted'],
    })
    expect(facts.plugins).toContainEqual({ id: 'base/account', status: 'running' })
    expect(facts.plugins).toContainEqual({
      id: 'test/broken [address]',
      status: 'failed',
      error: { name: 'RangeError' },
    })
    expect(facts.events.map(({ id }: { id: string }) => id)).toContain('walletConnected')
    expect(facts.connections[0].accounts[0].address).toBe('t_ad…hemall')
  })

  it('the diagnostics keep network ids that look like accounts, and work without a page', async () => {
    const reference = '5eykt4UsFv8P8NJdTREpY1vzqAQZSsYr'
    const kernel = await createTestKernel({
      base: [shell(), connectionPlugin(), account()],
      plugins: [tally({ networks: [tallyNetwork(reference)] })],
    })
    kernels.push(kernel)
    expect(JSON.parse(diagnosticsOf(kernel)).chains).toEqual([
      { id: 'tally', networks: [`tally:${reference}`] },
    ])
  })
})

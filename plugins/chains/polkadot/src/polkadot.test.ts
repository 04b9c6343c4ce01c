import { createKernel } from '@portico/kernel'
import { activity, balances, networks, transactions, transfers } from '@portico/kernel/contracts'
import { type ChainRig, testChainPlugin } from '@portico/kernel/testing'
import { describe, expect, it } from 'vitest'
import { startNode } from '../test/rpc-ledger.js'
import { keyOf, openPage, scriptedWallet } from '../test/scripted-wallet.js'
import { kusama, polkadot, polkadotRelay } from './index.js'

async function rig(): Promise<ChainRig> {
  const { page, close } = openPage()
  const wallet = scriptedWallet()
  const node = await startNode()
  node.fund(keyOf(1).accountId, 500_000_000_000n)
  wallet.announce(page)
  const blocks = setInterval(() => node.mine(), 20)
  return {
    plugin: () => polkadot({ networks: [{ ...polkadotRelay, rpcUrls: [node.url] }, kusama], confirmationPollMs: 10 }),
    namespace: 'polkadot',
    network: polkadotRelay.caipNetworkId,
    otherNetwork: kusama.caipNetworkId,
    addresses: {
      good: [keyOf(9).address(0), keyOf(9).address(42), keyOf(9).address(2), keyOf(9).address(1_284)],
      bad: ['', 'bob', `${keyOf(9).address(0).slice(0, -1)}1`, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    },
    wallet: Object.assign(wallet, {
      async dispose() {
        clearInterval(blocks)
        close()
        await node.close()
      },
    }),
    transfer: { to: keyOf(9).address(42), amount: 123_456_789_012n },
  }
}
testChainPlugin('[S7.25] [S7.26] [S7.27] polkadot', rig)

describe('polkadot', () => {
  it('names its networks by the first half of the hash of block 0 (CAIP-2)', () => {
    expect([polkadotRelay, kusama].map(network => network.caipNetworkId)).toEqual([
      'polkadot:91b171bb158e2d3848fa23a9f1c25182',
      'polkadot:b0a8d493285c2df73290dfb7e61f870f',
    ])
  })
  it('serves balance and send, and says so by what it offers', () => {
    const kernel = createKernel({ plugins: [polkadot()] })
    for (const ref of [balances, transfers, transactions]) expect(kernel.capability<unknown>(ref as never, polkadotRelay.caipNetworkId), ref.id).toBeDefined()
    expect(kernel.capability(activity, polkadotRelay.caipNetworkId)).toBeUndefined()
    kernel.dispose()
  })
  it('[S6.04] knows accounts that are keys, and no others', () => {
    const kernel = createKernel({ plugins: [polkadot()] })
    expect(kernel.capability(networks, polkadotRelay.caipNetworkId)?.defaultAccountType).toBe('eoa')
    kernel.dispose()
  })
  it('refuses networks of another namespace, and an empty list', () => {
    for (const networks of [[], [{ ...kusama, chainNamespace: 'tally' }]]) {
      const errors: unknown[] = []
      createKernel({ plugins: [polkadot({ networks: networks as never })], onError: error => void errors.push(error) }).dispose()
      expect(String(errors[0])).toMatch(/wants at least one network/)
    }
  })
})

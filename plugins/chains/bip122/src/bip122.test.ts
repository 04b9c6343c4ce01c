import { createKernel } from '@portico/kernel'
import { activity, balances, networks, transactions, transfers } from '@portico/kernel/contracts'
import { type ChainRig, testChainPlugin } from '@portico/kernel/testing'
import { describe, expect, it } from 'vitest'
import { startEsplora } from '../test/esplora-ledger.js'
import { keyOf, openPage, scriptedWallet } from '../test/scripted-wallet.js'
import { bip122, bitcoin, bitcoinRegtest, bitcoinSignet, bitcoinTestnet } from './index.js'

const friend = keyOf(9).payment('p2wpkh', 'Regtest')

async function rig(): Promise<ChainRig> {
  const { page, close } = openPage()
  const wallet = scriptedWallet()
  const ledger = await startEsplora()
  const own = keyOf(1).payment('p2wpkh', 'Regtest')
  ledger.watch(own.address ?? '', own.script)
  for (const value of [40_000n, 25_000n, 90_000n]) ledger.pay(own.script, value)
  wallet.announce(page)
  const blocks = setInterval(() => ledger.mine(), 20)
  const regtest = { ...bitcoinRegtest, rpcUrls: [ledger.url] }
  return {
    plugin: () => bip122({ networks: [regtest, bitcoinSignet], confirmationPollMs: 10 }),
    namespace: 'bip122',
    network: regtest.caipNetworkId,
    otherNetwork: bitcoinSignet.caipNetworkId,
    addresses: {
      good: [friend.address ?? '', keyOf(9).payment('p2tr', 'Regtest').address ?? '', keyOf(9).payment('p2pkh', 'Regtest').address ?? ''],
      bad: ['', 'bob', bitcoinMainAddress, `${friend.address?.slice(0, -1)}q`, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'],
    },
    wallet: Object.assign(wallet, {
      async dispose() {
        clearInterval(blocks)
        close()
        await ledger.close()
      },
    }),
    transfer: { to: friend.address ?? '', amount: 100_000n },
  }
}
const bitcoinMainAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

testChainPlugin('[S7.25] [S7.26] [S7.27] bip122', rig)

describe('bip122', () => {
  it('names its networks by the first half of the hash of block 0 (CAIP-2)', () => {
    expect([bitcoin, bitcoinTestnet, bitcoinSignet, bitcoinRegtest].map(network => network.caipNetworkId)).toEqual([
      'bip122:000000000019d6689c085ae165831e93',
      'bip122:000000000933ea01ad0ee984209779ba',
      'bip122:00000008819873e925422c1ff0f99f7c',
      'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
    ])
  })
  it('serves balance and send, and says so by what it offers', () => {
    const kernel = createKernel({ plugins: [bip122()] })
    for (const ref of [balances, transfers, transactions]) expect(kernel.capability<unknown>(ref as never, bitcoin.caipNetworkId), ref.id).toBeDefined()
    expect(kernel.capability(activity, bitcoin.caipNetworkId)).toBeUndefined()
    kernel.dispose()
  })
  it('[S6.05] starts with the payment account', () => {
    const kernel = createKernel({ plugins: [bip122()] })
    expect(kernel.capability(networks, bitcoin.caipNetworkId)?.defaultAccountType).toBe('payment')
    kernel.dispose()
  })
  it('refuses networks of another namespace, and an empty list', () => {
    const foreign = { ...bitcoin, chainNamespace: 'tally' }
    for (const networks of [[], [foreign]]) {
      const errors: unknown[] = []
      createKernel({ plugins: [bip122({ networks: networks as never })], onError: error => void errors.push(error) }).dispose()
      expect(String(errors[0])).toMatch(/wants at least one network/)
    }
  })
})

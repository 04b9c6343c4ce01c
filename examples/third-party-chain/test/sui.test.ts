import { testChainPlugin } from '@portico/kernel/testing'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { sui, suiNetwork } from '../src/plugin.js'
import { type Node, startNode } from './scripted-node.js'
import { addressOf, scriptedWallet } from './scripted-wallet.js'

let node: Node
beforeAll(async () => {
  node = await startNode()
})
afterAll(() => node.stop())
afterEach(() => vi.unstubAllGlobals())

testChainPlugin('sui', () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const network = suiNetwork('localnet', node.chainId, node.url)
  const other = suiNetwork('testnet', node.chainId, node.url)
  return {
    plugin: () => sui({ networks: [network, other] }),
    namespace: 'sui',
    network: network.caipNetworkId,
    otherNetwork: other.caipNetworkId,
    addresses: {
      good: [addressOf(1), addressOf(3)],
      bad: ['', 'ada.sui', '0x2', `${addressOf(1)}0`, 'suiprivkey1qzk', `${addressOf(1)} `],
    },
    balance: node.balanceOf(addressOf(1)),
    transfer: { to: addressOf(3), amount: 1_000_000n },
    wallet: scriptedWallet(page, node.pay),
  }
})

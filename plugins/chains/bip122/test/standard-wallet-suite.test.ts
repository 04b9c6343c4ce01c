/** Runs the contract of connectors on a Bitcoin wallet of the Wallet Standard. */
import { type ChainRigs, testConnector } from '@portico/kernel/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import { startRigs } from './rig.js'

let rigs: ChainRigs
beforeAll(async () => {
  rigs = await startRigs('wallet-standard')
}, 60_000)
afterAll(() => rigs.stop())

testConnector('A Bitcoin wallet of the Wallet Standard', async () => {
  const { wallet, ...rig } = await rigs.next()
  return { ...rig, wallet: wallet ?? expect.fail('the rig has a wallet') }
})

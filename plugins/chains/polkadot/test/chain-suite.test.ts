/** Runs the contract of all chain plugins. */
import { type ChainRigs, testChainPlugin } from '@portico/kernel/testing'
import { afterAll, beforeAll } from 'vitest'
import { startRigs } from './rig.js'

let rigs: ChainRigs
beforeAll(async () => {
  rigs = await startRigs()
}, 90_000)
afterAll(() => rigs.stop())

testChainPlugin('[S1.16] [S7.25] [S7.26] [S7.27] polkadot', () => rigs.next())

/** Runs the contract of all chain plugins. */
import { type ChainRigs, testChainPlugin } from '@portico/kernel/testing'
import { afterAll, beforeAll } from 'vitest'
import { startRigs } from './rig.js'

let rigs: ChainRigs
beforeAll(async () => {
  rigs = await startRigs()
}, 60_000)
afterAll(() => rigs.stop())

testChainPlugin('solana', () => rigs.next())

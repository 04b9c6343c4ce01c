/** Tally keeps the contract that it is there to test. */
import { testChainPlugin } from '../src/testing/index.js'
import { tallyRig } from './tally-rig.js'

testChainPlugin('tally', tallyRig)

/** What the tests of transfers share. */
import { paymentRig } from './payment-rig.js'

export const rig = paymentRig()
export const { connected, pay, balanceOf, coinsOf } = rig

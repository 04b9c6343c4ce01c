/** Keeps sessions in the browser alone (decision 49): no server knows of them. */
import type { SiwxStorage } from '../options.js'
import { hexOf } from '../signing/hex.js'

export const localStorage: SiwxStorage = {
  nonce: async () => ({ nonce: hexOf(crypto.getRandomValues(new Uint8Array(16))) }),
  add: async () => undefined,
  remove: async () => undefined,
}

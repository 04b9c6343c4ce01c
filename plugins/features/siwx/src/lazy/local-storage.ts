/** Sessions in the browser alone (decision 49): nobody but this page knows of them. */
import type { SiwxStorage } from '../options.js'

export const localStorage: SiwxStorage = {
  async nonce() {
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    return { nonce: [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('') }
  },
  add: async () => undefined,
  remove: async () => undefined,
}

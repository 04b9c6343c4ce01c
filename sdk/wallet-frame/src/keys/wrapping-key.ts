/** The key under which this browser keeps secrets: made once, never exported. */
import type { DeviceStore } from './device-store.js'

export const wrappingKey = (store: DeviceStore): Promise<CryptoKey> =>
  store.ensure('wrapping-key', () =>
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
      'wrapKey',
      'unwrapKey',
    ]),
  )

import { WalletConnectError } from '../errors.js'
import type { WalletConnectModule, WalletConnectOptions } from '../options.js'

/**
 * Loads the library, or the release that the host brings. Throws a WalletConnectError
 * `LOAD_FAILED`.
 */
export async function loadLibrary({
  load,
}: Pick<WalletConnectOptions, 'load'>): Promise<WalletConnectModule> {
  const showStorage = hideBlockedStorage()
  try {
    // The library's own types declare more than every release that a host may bring has.
    return await (load?.() ??
      (import(
        '@walletconnect/universal-provider'
      ) as Promise<unknown> as Promise<WalletConnectModule>))
  } catch (error) {
    throw new WalletConnectError('LOAD_FAILED', undefined, error)
  } finally {
    showStorage()
  }
}

/**
 * Hides `localStorage` while the library loads, where reading it throws because storage is blocked
 * (R16).
 * One of the library's modules reads it on load. Returns a function that restores the property.
 */
function hideBlockedStorage(): () => void {
  const name = 'localStorage'
  const property = Object.getOwnPropertyDescriptor(globalThis, name)
  try {
    void globalThis[name]
  } catch {
    if (property?.configurable) {
      Object.defineProperty(globalThis, name, { configurable: true, value: undefined })
      return () => Object.defineProperty(globalThis, name, property)
    }
  }
  return () => undefined
}

import { WalletConnectError } from '../errors.js'
import type { WalletConnectModule, WalletConnectOptions } from '../options.js'

/** The library, or the release of it that the host brings. Throws a WalletConnectError `LOAD_FAILED`. */
export async function loadLibrary({ load }: Pick<WalletConnectOptions, 'load'>): Promise<WalletConnectModule> {
  const showStorage = hideBlockedStorage()
  try {
    // The library's own types say more of it than every release that a host may bring.
    return await (load?.() ?? (import('@walletconnect/universal-provider') as Promise<unknown> as Promise<WalletConnectModule>))
  } catch (error) {
    throw new WalletConnectError('LOAD_FAILED', undefined, error)
  } finally {
    showStorage()
  }
}

/**
 * One of the library's modules reads `localStorage` when it is loaded, which throws where storage is blocked (R16). So it finds none while it loads. Returns what puts
 * the property back.
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

import { WalletConnectError } from '../errors.js'
import type { WalletConnectModule, WalletConnectOptions } from '../options.js'

/** The library, or the release of it that the host brings. Throws a WalletConnectError `LOAD_FAILED`. */
export async function loadLibrary({ load }: Pick<WalletConnectOptions, 'load'>): Promise<WalletConnectModule> {
  try {
    // The library's own types say more of it than every release that a host may bring.
    return await (load?.() ?? (import('@walletconnect/universal-provider') as Promise<unknown> as Promise<WalletConnectModule>))
  } catch (error) {
    throw new WalletConnectError('LOAD_FAILED', undefined, error)
  }
}

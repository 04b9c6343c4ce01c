/** Presents a Safe as a remote session, which every chain can open. */
import type { RemoteSession } from '@portico/kernel/capabilities'
import { ChainError, networkId } from '@portico/kernel/chain'
import type { WalletReport, WalletSession } from '@portico/kernel/connector-kit'
import { message } from '@portico/kernel/text'
import { type SafeInfo, safeInfo } from './answers.js'
import type { Parent } from './parent.js'
import { askSafe, methods } from './requests.js'

/** Requests which Safe is open. */
export const readSafe = (parent: Parent, signal: AbortSignal): Promise<SafeInfo> =>
  parent.ask('getSafeInfo', undefined, safeInfo, signal)

/**
 * Requests that owners have to approve. They are sent only to the connected Safe, which must still
 * be the open one.
 */
const binding: readonly string[] = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_sendCalls',
]

export function createSafeSession(
  parent: Parent,
  namespace: string,
  first: SafeInfo,
): RemoteSession {
  let info = first
  const listeners = new Set<Parameters<RemoteSession['watch']>[0]>()
  const network = () => networkId(namespace, String(info.chainId))
  /** A Safe does not notify the page when another Safe, or another network, is opened around it. */
  const check = async (signal: AbortSignal) => {
    const now = await readSafe(parent, signal)
    if (
      now.chainId === info.chainId &&
      now.safeAddress.toLowerCase() === info.safeAddress.toLowerCase()
    )
      return
    info = now
    for (const tell of [...listeners]) {
      tell({ name: 'chainChanged', data: now.chainId })
      tell({ name: 'accountsChanged', data: [now.safeAddress] })
    }
    throw new ChainError(
      'WALLET_NETWORK',
      message(
        'safe.error.moved',
        'Another Safe or another network is open now. Nothing was sent. Check which one, then try again.',
      ),
    )
  }
  return {
    get accounts() {
      return [`${network()}:${info.safeAddress}` as const]
    },
    get approved() {
      return [network()]
    },
    methods,
    async request(method, params, wanted, signal) {
      if (binding.includes(method)) await check(signal)
      if (wanted !== network()) throw new ChainError('WALLET_NETWORK')
      return askSafe(parent, info, method, params, signal)
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: async () => listeners.clear(),
  }
}

/** Returns the same session with its accounts marked as contracts. */
export function withSmartAccounts(walletSession: WalletSession): WalletSession {
  const smart = (report: WalletReport): WalletReport => ({
    ...report,
    accounts: report.accounts.map(account => ({ ...account, type: 'smartAccount' })),
  })
  return {
    ...walletSession,
    report: smart(walletSession.report),
    watch: listener => walletSession.watch(report => listener(report && smart(report))),
  }
}

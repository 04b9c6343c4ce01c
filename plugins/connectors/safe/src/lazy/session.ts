/** A Safe as the session of a remote wallet: every chain knows how to make a line of one. */
import { ChainError, message, networkId, type RemoteSession, type WalletLine, type WalletReport } from '@portico/kernel/contracts'
import { type SafeInfo, safeInfo } from './answers.js'
import type { Parent } from './parent.js'
import { askSafe, methods } from './requests.js'

/** Asks which Safe is open. */
export const readSafe = (parent: Parent, signal: AbortSignal): Promise<SafeInfo> => parent.ask('getSafeInfo', undefined, safeInfo, signal)

/** These are shown to the owners: they are asked of the Safe that the person sees here, or not at all. */
const binding: readonly string[] = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_sendCalls']

export function createSafeSession(parent: Parent, namespace: string, first: SafeInfo): RemoteSession {
  let info = first
  const listeners = new Set<Parameters<RemoteSession['watch']>[0]>()
  const network = () => networkId(namespace, String(info.chainId))
  /** A Safe does not tell when another one, or another network, was opened around the same page. */
  const check = async (signal: AbortSignal) => {
    const now = await readSafe(parent, signal)
    if (now.chainId === info.chainId && now.safeAddress.toLowerCase() === info.safeAddress.toLowerCase()) return
    info = now
    for (const tell of [...listeners]) {
      tell({ name: 'chainChanged', data: now.chainId })
      tell({ name: 'accountsChanged', data: [now.safeAddress] })
    }
    throw new ChainError(
      'WALLET_NETWORK',
      message('safe.error.moved', 'Another Safe, or another network, is open now. Nothing was sent. Look at it, then try again.'),
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

/** The same line; its accounts are contracts. */
export function withSmartAccounts(line: WalletLine): WalletLine {
  const smart = (report: WalletReport): WalletReport => ({ ...report, accounts: report.accounts.map(account => ({ ...account, type: 'smartAccount' })) })
  return { ...line, report: smart(line.report), watch: listener => line.watch(report => listener(report && smart(report))) }
}

/** A wallet in the page. Loads no SDK. */
import { withTimeout } from '@portico/kernel'
import { ChainError, type Connector, createApproval } from '@portico/kernel/contracts'
import type { Eip155Setup } from '../options.js'
import type { InjectedWallet } from './announcements.js'
import { openLine } from './injected-line.js'
import { readAccounts } from './wallet-answers.js'
import { reportedAccounts } from './wallet-line.js'
import { readNetwork, readReport, silentMs } from './wallet-reading.js'
import { asker, rawRequest } from './wallet-requests.js'

export function createInjectedConnector(wallet: InjectedWallet, setup: Eip155Setup): Pick<Connector, 'connect' | 'restore'> {
  const raw = rawRequest(wallet)
  const ask = asker(raw, setup)
  const approve = createApproval('eth_requestAccounts', () => raw('eth_requestAccounts', []), setup)

  return {
    async connect(_request, signal) {
      const accounts = readAccounts(await approve(signal))
      if (!accounts?.length) throw new ChainError('WALLET_ANSWER')
      const network = await withTimeout(within => readNetwork(ask, within), silentMs, signal)
      signal.throwIfAborted()
      return openLine(wallet, ask, { accounts: reportedAccounts(accounts), network }, setup)
    },
    async restore(_request, signal) {
      const report = await withTimeout(within => readReport(ask, within), silentMs, signal)
      return report.accounts.length ? openLine(wallet, ask, report, setup) : undefined
    },
  }
}

/** The connector of an injected wallet. Loads no SDK. */
import { withTimeout } from '@portico/kernel'
import { ChainError } from '@portico/kernel/chain'
import { type Connector, createApproval } from '@portico/kernel/connector-kit'
import type { Eip155Setup } from '../options.js'
import type { InjectedWallet } from './announcements.js'
import { openSession } from './injected-session.js'
import { readAccounts } from './wallet-answers.js'
import { readNetwork, readReport, silentMs } from './wallet-reading.js'
import { createSendRequest, rawRequest } from './wallet-requests.js'
import { reportedAccounts } from './wallet-session.js'

export function createInjectedConnector(
  wallet: InjectedWallet,
  setup: Eip155Setup,
): Pick<Connector, 'connect' | 'restore'> {
  const raw = rawRequest(wallet)
  const sendRequest = createSendRequest(raw, setup)
  const approve = createApproval('eth_requestAccounts', () => raw('eth_requestAccounts', []), setup)

  return {
    async connect(_request, signal) {
      const accounts = readAccounts(await approve(signal))
      if (!accounts?.length) throw new ChainError('WALLET_ANSWER')
      const network = await withTimeout(
        within => readNetwork(sendRequest, within),
        silentMs,
        signal,
      )
      signal.throwIfAborted()
      return openSession(
        wallet,
        sendRequest,
        { accounts: reportedAccounts(accounts), network },
        setup,
      )
    },
    async restore(_request, signal) {
      const report = await withTimeout(within => readReport(sendRequest, within), silentMs, signal)
      return report.accounts.length ? openSession(wallet, sendRequest, report, setup) : undefined
    },
  }
}

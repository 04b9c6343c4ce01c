/** The connector of an injected wallet. Loads no SDK. */
import { withTimeout } from '@portico/kernel'
import { ChainError } from '@portico/kernel/chain'
import { type Connector, createApproval } from '@portico/kernel/connector-kit'
import type { Eip155Setup } from '../options.js'
import type { InjectedWallet } from './announcements.js'
import { keepingEvents, openSession } from './injected-session.js'
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
    connect: (_request, signal) =>
      keepingEvents(wallet, async events => {
        const answer = readAccounts(await approve(signal))
        if (!answer?.length) throw new ChainError('WALLET_ANSWER')
        const network = await withTimeout(
          within => readNetwork(sendRequest, within),
          silentMs,
          signal,
        )
        signal.throwIfAborted()
        const report = { accounts: reportedAccounts(answer), network }
        return openSession(wallet, sendRequest, report, events, setup)
      }),
    restore: (_request, signal) =>
      keepingEvents(wallet, async events => {
        const report = await withTimeout(
          within => readReport(sendRequest, within),
          silentMs,
          signal,
        )
        return report.accounts.length
          ? openSession(wallet, sendRequest, report, events, setup)
          : undefined
      }),
  }
}

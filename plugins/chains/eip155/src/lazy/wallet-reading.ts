/** Reading what a wallet in the page says of itself, without asking a person. */
import { ChainError, type NetworkId, type WalletReport, walletProblem } from '@portico/kernel/contracts'
import { networkOfChain } from './port.js'
import { readAccounts, readChainId } from './wallet-answers.js'
import { reportedAccounts } from './wallet-line.js'
import type { Ask } from './wallet-requests.js'

/** How long a wallet may take for what no person has to answer; some need their own server first. */
export const silentMs = 10_000

export async function readNetwork(ask: Ask, signal: AbortSignal): Promise<NetworkId> {
  const chainId = readChainId(await ask('eth_chainId', [], signal))
  if (chainId === undefined) throw new ChainError('WALLET_ANSWER')
  return networkOfChain(chainId)
}

export async function readReport(ask: Ask, signal: AbortSignal): Promise<WalletReport> {
  const none = (error: unknown) => {
    if (walletProblem(error).kind === 'unauthorized') return []
    throw error
  }
  const [answer, network] = await Promise.all([ask('eth_accounts', [], signal).catch(none), readNetwork(ask, signal)])
  const accounts = readAccounts(answer)
  if (!accounts) throw new ChainError('WALLET_ANSWER')
  return { accounts: reportedAccounts(accounts), network }
}

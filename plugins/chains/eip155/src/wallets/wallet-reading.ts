/** Reads the state of an injected wallet, without a prompt. */
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import type { WalletReport } from '@portico/kernel/connector-kit'
import { walletProblem } from '@portico/kernel/wallet'
import { networkOfChain } from './handle.js'
import { readAccounts, readChainId } from './wallet-answers.js'
import type { SendRequest } from './wallet-requests.js'
import { reportedAccounts } from './wallet-session.js'

/** How long a wallet may take for a request without a prompt. Some need their own server first. */
export const silentMs = 10_000

export async function readNetwork(
  sendRequest: SendRequest,
  signal: AbortSignal,
): Promise<NetworkId> {
  const chainId = readChainId(await sendRequest('eth_chainId', [], signal))
  if (chainId === undefined) throw new ChainError('WALLET_ANSWER')
  return networkOfChain(chainId)
}

export async function readReport(
  sendRequest: SendRequest,
  signal: AbortSignal,
): Promise<WalletReport> {
  const none = (error: unknown) => {
    if (walletProblem(error).kind === 'unauthorized') return []
    throw error
  }
  const [answer, network] = await Promise.all([
    sendRequest('eth_accounts', [], signal).catch(none),
    readNetwork(sendRequest, signal),
  ])
  const accounts = readAccounts(answer)
  if (!accounts) throw new ChainError('WALLET_ANSWER')
  return { accounts: reportedAccounts(accounts), network }
}

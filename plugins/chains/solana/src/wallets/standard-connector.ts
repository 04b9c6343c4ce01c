/** The connector of an injected wallet, by the Wallet Standard. Loads no SDK. */
import { withTimeout } from '@portico/kernel'
import { ChainError } from '@portico/kernel/chain'
import {
  type Connector,
  type ConnectRequest,
  createApproval,
  sendWalletRequest,
} from '@portico/kernel/connector-kit'
import { message } from '@portico/kernel/text'
import type { SolanaNetwork } from '../networks.js'
import type { SolanaSetup } from '../options.js'
import { openSession } from './standard-session.js'
import { chainsOf, featureOf, read, type StandardWallet } from './standard-wallet.js'
import { accountsOn, readAccounts, type WalletAccount } from './wallet-answers.js'
import { walletRefusal } from './wallet-errors.js'

/** How long a wallet may take for a request without a prompt. Some need their own server first. */
const silentMs = 10_000

export function createStandardConnector(
  { provider }: StandardWallet,
  setup: SolanaSetup,
): Pick<Connector, 'connect' | 'restore'> {
  const call = (...input: readonly unknown[]) => {
    const connect = featureOf(provider, 'standard:connect')
    if (!connect) throw new ChainError('WALLET_UNSUPPORTED')
    return connect(...input)
  }
  const requestSetup = { report: setup.report, refusal: walletRefusal }
  const approve = createApproval('standard:connect', call, requestSetup)

  return {
    async connect(request, signal) {
      const accounts = readAccounts(read(await approve(signal), 'accounts'))
      if (!accounts.length) throw new ChainError('WALLET_ANSWER')
      return openSession(provider, accounts, startOf(provider, accounts, request, setup), setup)
    },
    // A wallet that would need a prompt returns no accounts, or throws; a locked one does not
    // respond.
    async restore(request, signal) {
      const silent = (within: AbortSignal) =>
        sendWalletRequest('standard:connect', () => call({ silent: true }), requestSetup, within)
      const answer = await withTimeout(silent, silentMs, signal)
      const accounts = readAccounts(read(answer, 'accounts'))
      return accounts.length
        ? openSession(provider, accounts, startOf(provider, accounts, request, setup), setup)
        : undefined
    },
  }
}

/**
 * Returns the requested network, else the host's first one with an account of the wallet. Throws a
 * ChainError WALLET_NETWORK where there is none.
 */
function startOf(
  provider: object,
  accounts: readonly WalletAccount[],
  { network }: ConnectRequest,
  { networks }: SolanaSetup,
): SolanaNetwork {
  const usable = networks.filter(
    one => accountsOn(accounts, one).length && chainsOf(provider).includes(one.walletChain),
  )
  const start = usable.find(one => one.caipNetworkId === network) ?? usable[0]
  if (!start)
    throw new ChainError(
      'WALLET_NETWORK',
      message('solana.error.network', 'This wallet has no account on {network}.', {
        network: networks[0].name,
      }),
    )
  return start
}

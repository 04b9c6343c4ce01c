/** A wallet in the page, asked by the Wallet Standard. Loads no SDK. */
import { withTimeout } from '@portico/kernel'
import { askWallet, ChainError, type Connector, type ConnectRequest, createApproval, message } from '@portico/kernel/contracts'
import { walletRefusal } from '../errors.js'
import type { SolanaNetwork } from '../networks.js'
import type { SolanaSetup } from '../options.js'
import { openLine } from './standard-line.js'
import { chainsOf, featureOf, read, type StandardWallet } from './standard-wallet.js'
import { accountsOn, readAccounts, type WalletAccount } from './wallet-answers.js'

/** How long a wallet may take for what no person has to answer; some need their own server first. */
const silentMs = 10_000

export function createStandardConnector({ provider }: StandardWallet, setup: SolanaSetup): Pick<Connector, 'connect' | 'restore'> {
  const call = (...input: readonly unknown[]) => {
    const connect = featureOf(provider, 'standard:connect')
    if (!connect) throw new ChainError('WALLET_UNSUPPORTED')
    return connect(...input)
  }
  const asking = { report: setup.report, refusal: walletRefusal }
  const approve = createApproval('standard:connect', call, asking)

  return {
    async connect(request, signal) {
      const accounts = readAccounts(read(await approve(signal), 'accounts'))
      if (!accounts.length) throw new ChainError('WALLET_ANSWER')
      return openLine(provider, accounts, startOf(provider, accounts, request, setup), setup)
    },
    // A wallet that has to ask the person first answers no accounts, or throws; one that is locked says nothing.
    async restore(request, signal) {
      const silent = (within: AbortSignal) => askWallet('standard:connect', () => call({ silent: true }), asking, within)
      const answer = await withTimeout(silent, silentMs, signal)
      const accounts = readAccounts(read(answer, 'accounts'))
      return accounts.length ? openLine(provider, accounts, startOf(provider, accounts, request, setup), setup) : undefined
    },
  }
}

/** The network that was asked for, else the first of the host's order that the wallet has an account on. Throws a ChainError WALLET_NETWORK where it has none. */
function startOf(provider: object, accounts: readonly WalletAccount[], { network }: ConnectRequest, { networks }: SolanaSetup): SolanaNetwork {
  const usable = networks.filter(one => accountsOn(accounts, one).length && chainsOf(provider).includes(one.walletChain))
  const start = usable.find(one => one.caipNetworkId === network) ?? usable[0]
  if (!start) throw new ChainError('WALLET_NETWORK', message('solana.error.network', 'This wallet has no account on {network}.', { network: networks[0].name }))
  return start
}

/** The connector of an injected Polkadot wallet, through the object that was listed. */
import { withTimeout } from '@portico/kernel'
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import { type Connector, createApproval, sendWalletRequest } from '@portico/kernel/connector-kit'
import { message } from '@portico/kernel/text'
import type { SubstrateNetwork } from '../networks.js'
import type { PolkadotSetup } from '../options.js'
import type { InjectedWallet } from './announcements.js'
import { type Injected, openSession } from './injected-session.js'
import { readAccounts, reportedAccounts, type WalletAccount } from './wallet-answers.js'
import { walletRefusal } from './wallet-errors.js'

// For requests without a prompt. Some wallets need their own server first.
const silentMs = 10_000

export function createInjectedConnector(
  wallet: InjectedWallet,
  setup: PolkadotSetup,
): Pick<Connector, 'connect' | 'restore'> {
  const requestSetup = { report: setup.report, refusal: walletRefusal }
  const approve = createApproval(
    'enable',
    () => Reflect.apply(wallet.enable, wallet.provider, [setup.appName]),
    requestSetup,
  )
  // There is no silent request, so a wallet that revoked this page would open its window.
  let isForgotten = false
  const open = async (id: NetworkId | undefined, signal: AbortSignal) => {
    const injected = readInjected(await approve(signal))
    const accounts = readAccounts(
      await sendWalletRequest('accounts.get', () => injected.accounts.get(), requestSetup, signal),
    )
    const network = setup.networks.find(one => one.caipNetworkId === id) ?? setup.networks[0]
    return { injected, accounts, network, isUsable: reportedAccounts(accounts, network).length > 0 }
  }
  const hold = (
    injected: Injected,
    accounts: readonly WalletAccount[],
    network: SubstrateNetwork,
  ) => {
    isForgotten = false
    return openSession({ injected, accounts, network }, setup, changed => {
      isForgotten = !changed.length
    })
  }
  return {
    async connect(request, signal) {
      const { injected, accounts, network, isUsable } = await open(request.network, signal)
      if (!isUsable) throw noAccount(accounts.length > 0, network.name)
      return hold(injected, accounts, network)
    },
    // `enable` is the only request, and opens no prompt for a page that the wallet knows.
    async restore(request, signal) {
      if (isForgotten) return undefined
      const { injected, accounts, network, isUsable } = await withTimeout(
        within => open(request.network, within),
        silentMs,
        signal,
      )
      return isUsable ? hold(injected, accounts, network) : undefined
    },
  }
}

/** The person approved the page without any account. */
function noAccount(hasOthers: boolean, network: string): ChainError {
  return new ChainError(
    'WALLET_ANSWER',
    hasOthers
      ? message(
          'polkadot.accounts.elsewhere',
          'The accounts that this wallet shares are for other networks. Authorise one for {network} in the wallet.',
          {
            network,
          },
        )
      : message(
          'polkadot.accounts.none',
          'This wallet shares no account with this site. Authorise one in the wallet, then try again.',
        ),
  )
}

function readInjected(answer: unknown): Injected {
  try {
    const { accounts, signer } = answer as Injected
    const isSound =
      typeof accounts.get === 'function' &&
      ['function', 'undefined'].includes(typeof accounts.subscribe)
    if (isSound && typeof signer === 'object' && signer !== null) return { accounts, signer }
  } catch (cause) {
    throw new ChainError('WALLET_ANSWER', undefined, { cause })
  }
  throw new ChainError('WALLET_ANSWER')
}

/** Keeps the state of an injected wallet up to date. */
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import { sendWalletRequest, type WalletSession } from '@portico/kernel/connector-kit'
import { createWalletSession } from '@portico/kernel/wallet'
import { wrapped } from '../messages/wrapping.js'
import type { SubstrateNetwork } from '../networks.js'
import { hexOf, sameBytes } from '../node/bytes.js'
import type { PolkadotSetup } from '../options.js'
import { createHandle } from './handle.js'
import {
  readAccounts,
  readSignature,
  reportedAccounts,
  type WalletAccount,
} from './wallet-answers.js'
import { walletRefusal } from './wallet-errors.js'

/** What a wallet returns after the approval: `accounts` and `signer`, both its own objects. */
export interface Injected {
  /** Wallets without `subscribe` report no changes. */
  readonly accounts: { get(): unknown; subscribe?(listener: (accounts: unknown) => void): unknown }
  readonly signer: { signRaw?(request: object): unknown; signPayload?(payload: object): unknown }
}

interface Opening {
  readonly injected: Injected
  readonly accounts: readonly WalletAccount[]
  readonly network: SubstrateNetwork
}

/**
 * Opens a session. Its subscription ends when the last watcher is removed, with `disconnect`, and
 * with the plugin.
 */
export function openSession(
  { injected, ...opening }: Opening,
  setup: PolkadotSetup,
  onAccounts: (accounts: readonly WalletAccount[]) => void,
): WalletSession {
  const { accounts: source, signer } = injected
  let { accounts } = opening
  const networkOf = (id: NetworkId): SubstrateNetwork => {
    const network = setup.networks.find(one => one.caipNetworkId === id)
    if (!network) throw new ChainError('WALLET_UNSUPPORTED')
    return network
  }
  const ownText = (accountId: Uint8Array): string => {
    const account = accounts.find(one => sameBytes(one.accountId, accountId))
    if (!account) throw new ChainError('WALLET_UNSUPPORTED')
    return account.address
  }
  const sign = async (
    method: 'signRaw' | 'signPayload',
    request: object,
    within: AbortSignal,
  ): Promise<string> => {
    if (typeof signer[method] !== 'function') throw new ChainError('WALLET_UNSUPPORTED')
    return readSignature(
      await sendWalletRequest(
        method,
        () => signer[method]?.(request),
        { report: setup.report, refusal: walletRefusal },
        within,
      ),
    )
  }
  // These wallets have no disconnect, so the page only forgets them.
  return createWalletSession(
    {
      network: opening.network.caipNetworkId,
      report: network => ({
        accounts: reportedAccounts(accounts, networkOf(network)),
        network,
      }),
      listen: session =>
        source.subscribe?.(said =>
          session.update(() => {
            if (session.signal.aborted) return
            accounts = readAccounts(said)
            onAccounts(accounts)
          }),
        ),
      handle: session =>
        createHandle({
          signText: (accountId, text, within) =>
            sign(
              'signRaw',
              { address: ownText(accountId), data: hexOf(wrapped(text)), type: 'bytes' },
              within,
            ),
          signRaw: (accountId, data, within) =>
            sign('signRaw', { address: ownText(accountId), data, type: 'bytes' }, within),
          signPayload: (accountId, payload, within) =>
            sign('signPayload', { ...payload, address: ownText(accountId) }, within),
          switchNetwork(next) {
            if (!reportedAccounts(accounts, networkOf(next)).length)
              throw new ChainError('WALLET_NETWORK')
            session.move(next)
          },
        }),
    },
    setup,
  )
}

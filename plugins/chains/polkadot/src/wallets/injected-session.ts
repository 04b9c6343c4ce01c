/** Keeps the state of an injected wallet up to date. */
import { ChainError } from '@portico/kernel/chain'
import {
  createReportEmitter,
  sendWalletRequest,
  type WalletReport,
  type WalletSession,
} from '@portico/kernel/connector-kit'
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
  const life = new AbortController()
  const { signal } = life
  const close = () => life.abort()
  let { accounts, network } = opening
  const report = (): WalletReport => ({
    accounts: reportedAccounts(accounts, network),
    network: network.caipNetworkId,
  })
  const opened = report()
  const emitter = createReportEmitter({ first: opened, whenEmpty: close, report: setup.report })
  const guarded = async (work: () => unknown) => {
    try {
      await work()
    } catch (error) {
      setup.report(error)
    }
  }
  const receive = (said: unknown) =>
    guarded(() => {
      if (signal.aborted) return
      accounts = readAccounts(said)
      onAccounts(accounts)
      emitter.emit(report())
    })
  void guarded(() => {
    const answer = source.subscribe?.(said => void receive(said))
    // Some wallets return a promise of the function that unsubscribes.
    const stop = async () => {
      const unsubscribe = typeof answer === 'function' ? answer : await answer
      if (typeof unsubscribe === 'function') await unsubscribe()
    }
    signal.addEventListener('abort', () => void guarded(stop))
  })
  setup.signal.addEventListener('abort', close, { signal })

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
  const handle = createHandle({
    signText: (accountId, text, within) =>
      sign(
        'signRaw',
        { address: ownText(accountId), data: hexOf(wrapped(text)), type: 'bytes' },
        within,
      ),
    signPayload: (accountId, payload, within) =>
      sign('signPayload', { ...payload, address: ownText(accountId) }, within),
    switchNetwork(next) {
      const listed = setup.networks.find(one => one.caipNetworkId === next)
      if (!listed) throw new ChainError('WALLET_UNSUPPORTED')
      if (!reportedAccounts(accounts, listed).length) throw new ChainError('WALLET_NETWORK')
      network = listed
      emitter.emit(report())
    },
  })
  return {
    handle,
    report: opened,
    watch: emitter.watch,
    // These wallets have no disconnect, so the page only forgets them.
    disconnect: async () => close(),
  }
}

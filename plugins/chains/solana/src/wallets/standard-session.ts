/** Keeps the state of an injected wallet up to date, and requests signatures. */
import { withTimeout } from '@portico/kernel'
import {
  messagesCapability,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import {
  type AnyCapability,
  createReportEmitter,
  sendWalletRequest,
  type WalletReport,
  type WalletSession,
} from '@portico/kernel/connector-kit'
import type { SolanaNetwork } from '../networks.js'
import type { SolanaSetup } from '../options.js'
import { createHandle, type SolanaHandle } from './handle.js'
import { chainsOf, type Feature, featureOf, read } from './standard-wallet.js'
import {
  accountsOn,
  readAccounts,
  readOutput,
  reportedAccounts,
  type WalletAccount,
} from './wallet-answers.js'
import { walletRefusal } from './wallet-errors.js'

// How long a disconnect may take.
const farewellMs = 3000
// One frame: a burst of events is one poll.
const collapseMs = 16
// Some wallets emit an event before their state changes.
const secondLookMs = 250

/**
 * Opens a session. Every event only triggers a read of the wallet's accounts, so order, number and
 * payload of events do not matter.
 */
export function openSession(
  provider: object,
  approved: readonly WalletAccount[],
  start: SolanaNetwork,
  setup: SolanaSetup,
): WalletSession {
  const life = new AbortController()
  const { signal } = life
  let accounts = approved
  let network = start
  let timer: ReturnType<typeof setTimeout> | undefined

  const isUsable = (one: SolanaNetwork) =>
    chainsOf(provider).includes(one.walletChain) && accountsOn(accounts, one).length > 0
  const report = (): WalletReport => ({
    accounts: reportedAccounts(accountsOn(accounts, network)),
    network: network.caipNetworkId,
    approved: setup.networks.filter(isUsable).map(one => one.caipNetworkId),
  })
  const first = report()
  const emitter = createReportEmitter({
    first,
    whenEmpty: () => life.abort(),
    report: setup.report,
  })

  const look = () => {
    try {
      accounts = readAccounts(read(provider, 'accounts'))
      emitter.emit(report())
    } catch (error) {
      setup.report(error)
    }
  }
  const soon = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      look()
      if (ms === collapseMs) soon(secondLookMs)
    }, ms)
  }
  const stop = featureOf(
    provider,
    'standard:events',
    'on',
  )?.('change', () => {
    if (!signal.aborted) soon(collapseMs)
  })
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    try {
      if (typeof stop === 'function') stop()
    } catch (error) {
      setup.report(error)
    }
  })
  setup.signal.addEventListener('abort', () => life.abort(), { signal })

  return {
    handle: createHandle(
      signing(
        provider,
        () => accounts,
        setup,
        next => {
          if (!isUsable(next)) throw new ChainError('WALLET_NETWORK')
          network = next
          emitter.emit(report())
        },
      ),
    ),
    report: first,
    watch: emitter.watch,
    supports: capability => supports(provider, capability),
    async disconnect(within) {
      life.abort()
      const disconnect = featureOf(provider, 'standard:disconnect')
      // Many wallets lack this feature, and no failure of it may keep the person connected.
      if (disconnect)
        await withTimeout(
          one => sendWalletRequest('standard:disconnect', disconnect, setup, one),
          farewellMs,
          within,
        ).catch(() => undefined)
    },
  }
}

function supports(provider: object, { id }: AnyCapability): boolean {
  const has = (...features: readonly `solana:${string}`[]) =>
    features.some(feature => featureOf(provider, feature))
  if (id === messagesCapability.id) return has('solana:signMessage')
  return (
    (id !== transactionsCapability.id && id !== transfersCapability.id) ||
    has('solana:signTransaction', 'solana:signAndSendTransaction')
  )
}

/**
 * Signing by the wallet's features. The wallet gets copies, so it cannot change what we compare
 * with.
 */
function signing(
  provider: object,
  accounts: () => readonly WalletAccount[],
  setup: SolanaSetup,
  move: (network: SolanaNetwork) => void,
): SolanaHandle {
  const inputFor = (address: string) => {
    const account = accounts().find(one => one.address === address)
    if (!account) throw new ChainError('WALLET_UNSUPPORTED')
    return { account: account.source }
  }
  const listed = (id: NetworkId): SolanaNetwork => {
    const network = setup.networks.find(one => one.caipNetworkId === id)
    if (!network) throw new ChainError('WALLET_UNSUPPORTED')
    return network
  }
  const transactionFor = (address: string, wire: Uint8Array, network: NetworkId) => ({
    ...inputFor(address),
    transaction: wire.slice(),
    chain: listed(network).walletChain,
  })
  const sendRequest = (
    id: `solana:${string}`,
    feature: Feature,
    input: object,
    signal: AbortSignal,
  ) =>
    sendWalletRequest(
      id,
      () => feature(input),
      { report: setup.report, refusal: walletRefusal },
      signal,
    )
  const signMessage = featureOf(provider, 'solana:signMessage')
  const signIn = featureOf(provider, 'solana:signIn')
  const signTransaction = featureOf(provider, 'solana:signTransaction')
  const signAndSend = featureOf(provider, 'solana:signAndSendTransaction')

  return {
    ...(signMessage && {
      async signMessage(address, bytes, signal) {
        const answer = await sendRequest(
          'solana:signMessage',
          signMessage,
          { ...inputFor(address), message: bytes.slice() },
          signal,
        )
        return {
          signature: readOutput(answer, 'signature'),
          signed: readOutput(answer, 'signedMessage'),
        }
      },
    }),
    ...(signIn && {
      async signIn(fields, signal) {
        const answer = await sendRequest('solana:signIn', signIn, { ...fields }, signal)
        const address = read(read(read(answer, '0'), 'account'), 'address')
        return {
          address,
          signature: readOutput(answer, 'signature'),
          signed: readOutput(answer, 'signedMessage'),
        }
      },
    }),
    ...(signTransaction && {
      signTransaction: async (address, wire, network, signal) =>
        readOutput(
          await sendRequest(
            'solana:signTransaction',
            signTransaction,
            transactionFor(address, wire, network),
            signal,
          ),
          'signedTransaction',
        ),
    }),
    ...(signAndSend && {
      signAndSend: async (address, wire, network, signal) =>
        readOutput(
          await sendRequest(
            'solana:signAndSendTransaction',
            signAndSend,
            transactionFor(address, wire, network),
            signal,
          ),
          'signature',
        ),
    }),
    switchNetwork: id => move(listed(id)),
  }
}

/** A Polkadot wallet in the page, asked through the very object that was listed. */
import { unlessAborted, withTimeout } from '@portico/kernel'
import { ChainError, type Connector, createAudience, type NetworkId, type WalletLine, type WalletReport } from '@portico/kernel/contracts'
import { walletRefusal } from '../errors.js'
import type { SubstrateNetwork } from '../networks.js'
import type { PolkadotSetup } from '../options.js'
import type { InjectedWallet } from './announcements.js'
import { hexOf, sameBytes } from './bytes.js'
import { createPort } from './port.js'
import { readAccounts, readSignature, reportedAccounts, type WalletAccount } from './wallet-answers.js'
import { wrapped } from './wrapping.js'

// Questions that no person has to answer.
const silentMs = 10_000

/** What a wallet hands over once the person approved: `accounts` and `signer`, both its own objects. */
interface Injected {
  readonly accounts: { get(): unknown; subscribe(listener: (accounts: unknown) => void): unknown }
  readonly signer: { signRaw?(ask: object): unknown; signPayload?(payload: object): unknown }
}

export function createInjectedConnector({ provider, enable }: InjectedWallet, setup: PolkadotSetup): Pick<Connector, 'connect' | 'restore'> {
  const approve = async (signal: AbortSignal) => {
    const answer = await asked(async () => Reflect.apply(enable, provider, [setup.appName]), signal)
    return readInjected(answer)
  }
  const open = async (network: NetworkId | undefined, signal: AbortSignal) => {
    const injected = await approve(signal)
    const accounts = readAccounts(await asked(async () => injected.accounts.get(), signal))
    return { injected, accounts, network: setup.networks.find(one => one.caipNetworkId === network) ?? setup.networks[0] }
  }
  return {
    async connect(request, signal) {
      const { injected, accounts, network } = await open(request.network, signal)
      if (!reportedAccounts(accounts, network).length) throw new ChainError('WALLET_ANSWER')
      return openLine(injected, accounts, network, setup)
    },
    // `enable` is the only question there is; a wallet asks nobody about a page that it knows.
    async restore(request, signal) {
      const { injected, accounts, network } = await withTimeout(within => open(request.network, within), silentMs, signal)
      return reportedAccounts(accounts, network).length ? openLine(injected, accounts, network, setup) : undefined
    },
  }
}

/** The answer of a wallet, or what it threw with a code that means the same everywhere. */
async function asked(ask: () => Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted()
  return unlessAborted(ask(), signal).catch(error => {
    throw signal.aborted ? error : walletRefusal(error)
  })
}

function readInjected(answer: unknown): Injected {
  try {
    const { accounts, signer } = answer as Injected
    if (typeof accounts.get === 'function' && typeof accounts.subscribe === 'function' && typeof signer === 'object' && signer !== null)
      return { accounts, signer }
  } catch (cause) {
    throw new ChainError('WALLET_ANSWER', undefined, { cause })
  }
  throw new ChainError('WALLET_ANSWER')
}

function openLine({ accounts: source, signer }: Injected, first: readonly WalletAccount[], start: SubstrateNetwork, setup: PolkadotSetup): WalletLine {
  let accounts = first
  let network = start
  let over = false
  const report = (): WalletReport => ({ accounts: reportedAccounts(accounts, network), network: network.caipNetworkId })
  const opened = report()
  const audience = createAudience({ first: opened, whenEmpty: letGo, report: setup.report })
  const hear = (said: unknown) => {
    try {
      accounts = readAccounts(said)
      audience.tell(report())
    } catch (error) {
      setup.report(error)
    }
  }
  const stop: unknown = source.subscribe(said => {
    if (!over) hear(said)
  })
  function letGo() {
    setup.signal.removeEventListener('abort', letGo)
    if (over) return
    over = true
    try {
      if (typeof stop === 'function') stop()
    } catch (error) {
      setup.report(error)
    }
  }
  setup.signal.addEventListener('abort', letGo)

  const ownText = (accountId: Uint8Array): string => {
    const account = accounts.find(one => sameBytes(one.accountId, accountId))
    if (!account) throw new ChainError('WALLET_UNSUPPORTED')
    return account.address
  }
  const sign = async (method: 'signRaw' | 'signPayload', ask: object, signal: AbortSignal): Promise<string> => {
    if (typeof signer[method] !== 'function') throw new ChainError('WALLET_UNSUPPORTED')
    return readSignature(await asked(async () => signer[method]?.(ask), signal))
  }
  const port = createPort({
    signText: (accountId, text, signal) => sign('signRaw', { address: ownText(accountId), data: hexOf(wrapped(text)), type: 'bytes' }, signal),
    signPayload: (accountId, payload, signal) => sign('signPayload', { ...payload, address: ownText(accountId) }, signal),
    switchNetwork(next) {
      const listed = setup.networks.find(one => one.caipNetworkId === next)
      if (!listed) throw new ChainError('WALLET_UNSUPPORTED')
      if (!reportedAccounts(accounts, listed).length) throw new ChainError('WALLET_NETWORK')
      network = listed
      audience.tell(report())
    },
  })
  return {
    port,
    report: opened,
    watch: audience.watch,
    // These wallets cannot be told; the page forgets them.
    disconnect: async () => letGo(),
  }
}

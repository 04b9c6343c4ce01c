/** For chains whose wallets register themselves: connects a wallet of the Wallet Standard. */
import { anySignal, withTimeout } from '../../async.js'
import type { ReportedAccount } from '../account/account.js'
import { type NetworkId, namespaceOf } from '../chain/caip.js'
import { ChainError } from '../chain/chain-errors.js'
import { displayText } from '../text/display-text.js'
import { message } from '../text/text.js'
import {
  createWalletSession,
  type OpenSession,
  type SessionContext,
} from '../wallet/wallet-session.js'
import type { Connector, ConnectRequest, WalletReport, WalletSession } from './connector.js'
import {
  readProperty,
  type StandardFeature,
  standardChains,
  standardFeature,
} from './standard-wallet.js'
import { createApproval, sendWalletRequest } from './wallet-request.js'
import type { FoundStandardWallet } from './wallet-standard.js'

/** A network of the host, with its name in wallets. */
export interface StandardNetwork {
  readonly caipNetworkId: NetworkId
  readonly name: string
  /** `solana:mainnet`. */
  readonly walletChain: string
}

/** An account of a wallet. Only its shape is validated. */
export interface StandardAccount {
  readonly address: string
  readonly publicKey: Uint8Array | undefined
  /** Sanitised for display. */
  readonly label: string | undefined
  /** The account's chains that have the prefix of this chain. */
  readonly chains: readonly string[]
  /** The wallet's own object, which its features take. */
  readonly source: object
}

/** The open session with a wallet, for the handle of a chain. */
export interface StandardSession extends OpenSession {
  /** True if the wallet has the feature. */
  has(feature: StandardFeature): boolean
  /** The wallet's account. Throws a ChainError WALLET_UNSUPPORTED for any other address. */
  account(address: string): StandardAccount
  /** The wallet's name of a network. Throws a ChainError WALLET_UNSUPPORTED for an unlisted one. */
  chainOf(network: NetworkId): string
  /**
   * Calls the method of a feature: `solana:signMessage` has `signMessage`. Rejects with a
   * ChainError WALLET_UNSUPPORTED where the wallet lacks the feature, WALLET_ANSWER where the
   * wallet is removed from the page meanwhile, and with what the wallet threw.
   */
  request(feature: StandardFeature, input: object, signal: AbortSignal): Promise<unknown>
  /**
   * Goes to another network of the host, because these wallets have none of their own. Throws a
   * ChainError: WALLET_UNSUPPORTED for an unlisted one, WALLET_NETWORK where the wallet has no
   * account there.
   */
  switchTo(network: NetworkId): void
}

/** What a chain adds to a wallet of the Wallet Standard. */
export interface StandardChain {
  /** In the host's order. */
  readonly networks: readonly [StandardNetwork, ...StandardNetwork[]]
  /**
   * Checks an account and describes it. Throws a ChainError WALLET_ANSWER for an address that is
   * malformed, or not of its key.
   */
  account(account: StandardAccount): ReportedAccount
  /** Makes the handle of a session. */
  handle(session: StandardSession): unknown
  /** By the id of a capability, the features of which the wallet must have one. */
  readonly needs?: Readonly<Record<string, readonly StandardFeature[]>>
  /** Maps an error of the wallet to one with a standard code. */
  refusal?(error: unknown): unknown
}

interface Account extends StandardAccount {
  readonly reported: ReportedAccount
}

// For requests without a prompt. Some wallets need their own server first.
const silentMs = 10_000
// One frame: a burst of events is one reading.
const collapseMs = 16
// Some wallets emit an event before their state changes.
const secondLookMs = 250
const mostAccounts = 1000
const mostAddress = 256

/** Connects and restores a wallet that `walletStandardConnectors` listed. Loads no SDK. */
export function createStandardConnector(
  wallet: FoundStandardWallet,
  chain: StandardChain,
  context: SessionContext,
): Pick<Connector, 'connect' | 'restore'> {
  const { provider, removed } = wallet
  const options = {
    report: context.report,
    ...(chain.refusal && { refusal: chain.refusal.bind(chain) }),
  }
  const call = (...input: readonly unknown[]) => {
    const connect = standardFeature(provider, 'standard:connect')
    if (!connect) throw new ChainError('WALLET_UNSUPPORTED')
    return connect(...input)
  }
  const approve = createApproval('standard:connect', call, options)
  /** Runs a request, and tells whether the wallet changed meanwhile. */
  const watched = async (run: () => Promise<unknown>) => {
    let isChanged = false
    // A wallet that throws here is connected all the same.
    const guarded = <Answer>(call: () => Answer): Answer | undefined => {
      try {
        return call()
      } catch (error) {
        context.report(error)
        return undefined
      }
    }
    const stop = guarded(() =>
      onChange(provider, () => {
        isChanged = true
      }),
    )
    try {
      const answer = await run()
      return { accounts: readAccounts(readProperty(answer, 'accounts'), chain), isChanged }
    } finally {
      if (typeof stop === 'function') guarded(() => stop())
    }
  }
  return {
    async connect(request, signal) {
      const { accounts, isChanged } = await watched(() => unlessRemoved(approve, removed, signal))
      if (!accounts.length) throw new ChainError('WALLET_ANSWER')
      return openSession(wallet, accounts, request, chain, context, isChanged)
    },
    // A wallet that would need a prompt returns no accounts, or throws; a locked one does not
    // answer.
    async restore(request, signal) {
      const silent = (within: AbortSignal) =>
        sendWalletRequest('standard:connect', () => call({ silent: true }), options, within)
      const { accounts, isChanged } = await watched(() =>
        unlessRemoved(within => withTimeout(silent, silentMs, within), removed, signal),
      )
      return accounts.length
        ? openSession(wallet, accounts, request, chain, context, isChanged)
        : undefined
    },
  }
}

/**
 * Opens a session. Every event only triggers a reading of the wallet's accounts, so order, number
 * and payload of events do not matter.
 */
function openSession(
  { provider, removed }: FoundStandardWallet,
  approved: readonly Account[],
  request: ConnectRequest,
  chain: StandardChain,
  context: SessionContext,
  isChanged: boolean,
): WalletSession {
  const { networks, needs = {} } = chain
  let accounts = approved
  const on = ({ walletChain }: StandardNetwork) =>
    accounts.filter(({ chains }) => chains.includes(walletChain))
  const isUsable = (one: StandardNetwork) =>
    on(one).length > 0 && standardChains(provider, prefixOf(chain)).includes(one.walletChain)
  const listed = (id: NetworkId): StandardNetwork => {
    const network = networks.find(one => one.caipNetworkId === id)
    if (!network) throw new ChainError('WALLET_UNSUPPORTED')
    return network
  }
  const report = (id: NetworkId): WalletReport => ({
    accounts: on(listed(id)).map(({ reported }) => reported),
    network: id,
    approved: networks.filter(isUsable).map(({ caipNetworkId }) => caipNetworkId),
  })
  const has = (feature: StandardFeature) => !!standardFeature(provider, feature)
  const options = {
    report: context.report,
    ...(chain.refusal && { refusal: chain.refusal.bind(chain) }),
  }

  return createWalletSession(
    {
      network: startOf(networks, isUsable, request).caipNetworkId,
      report,
      removed,
      handle: session =>
        chain.handle({
          ...session,
          has,
          account(address) {
            const account = accounts.find(one => one.address === address)
            if (!account) throw new ChainError('WALLET_UNSUPPORTED')
            return account
          },
          chainOf: id => listed(id).walletChain,
          async request(id, input, signal) {
            const feature = standardFeature(provider, id)
            if (!feature) throw new ChainError('WALLET_UNSUPPORTED')
            return unlessRemoved(
              within => sendWalletRequest(id, () => feature(input), options, within),
              removed,
              signal,
            )
          },
          switchTo(id) {
            if (!isUsable(listed(id))) throw new ChainError('WALLET_NETWORK')
            session.move(id)
          },
        }),
      listen(session) {
        let timer: ReturnType<typeof setTimeout> | undefined
        const readSoon = (ms: number) => {
          clearTimeout(timer)
          if (session.signal.aborted) return
          timer = setTimeout(() => {
            session.update(() => {
              accounts = readAccounts(readProperty(provider, 'accounts'), chain)
            })
            if (ms === collapseMs) readSoon(secondLookMs)
          }, ms)
        }
        session.signal.addEventListener('abort', () => clearTimeout(timer))
        if (isChanged) readSoon(secondLookMs)
        return onChange(provider, () => readSoon(collapseMs))
      },
      async disconnect(signal) {
        const disconnect = standardFeature(provider, 'standard:disconnect')
        if (disconnect) await sendWalletRequest('standard:disconnect', disconnect, options, signal)
      },
      supports: ({ id }) => needs[id]?.some(has) ?? true,
    },
    context,
  )
}

/** Returns the wallet's function that unsubscribes, unchecked. */
const onChange = (provider: object, changed: () => void): unknown =>
  standardFeature(provider, 'standard:events', 'on')?.('change', changed)

const prefixOf = ({ networks: [{ walletChain }] }: StandardChain): string =>
  namespaceOf(walletChain)

/**
 * Returns the requested network, else the host's first one with an account of the wallet. Throws a
 * ChainError WALLET_NETWORK where there is none.
 */
function startOf(
  networks: StandardChain['networks'],
  isUsable: (network: StandardNetwork) => boolean,
  { network }: ConnectRequest,
): StandardNetwork {
  const usable = networks.filter(isUsable)
  const start = usable.find(one => one.caipNetworkId === network) ?? usable[0]
  if (!start)
    throw new ChainError(
      'WALLET_NETWORK',
      message('wallet.error.account', 'This wallet has no account on {network}.', {
        network: networks[0].name,
      }),
    )
  return start
}

/**
 * Parses a wallet's accounts. Omits those of other chains, and duplicates. Throws a ChainError
 * WALLET_ANSWER for a malformed list.
 */
function readAccounts(list: unknown, chain: StandardChain): readonly Account[] {
  if (!Array.isArray(list) || list.length > mostAccounts) throw new ChainError('WALLET_ANSWER')
  const accounts = new Map<string, Account>()
  for (let index = 0; index < list.length; index++) {
    const account = readStandardAccount(readProperty(list, String(index)), prefixOf(chain))
    if (!account) continue
    const checked = { ...account, reported: chain.account(account) }
    if (!accounts.has(account.address)) accounts.set(account.address, checked)
  }
  return [...accounts.values()]
}

/**
 * Parses one account. Undefined for one of another chain. Throws a ChainError WALLET_ANSWER for a
 * malformed one.
 */
function readStandardAccount(source: unknown, prefix: string): StandardAccount | undefined {
  if (
    typeof source !== 'object' ||
    source === null ||
    !Array.isArray(readProperty(source, 'chains'))
  )
    throw new ChainError('WALLET_ANSWER')
  const chains = standardChains(source, prefix)
  if (!chains.length) return undefined
  const address = readProperty(source, 'address')
  if (typeof address !== 'string' || !address || address.length > mostAddress)
    throw new ChainError('WALLET_ANSWER')
  return {
    address,
    publicKey: copyBytes(readProperty(source, 'publicKey'), mostAddress),
    label: displayText(readProperty(source, 'label')),
    chains,
    source,
  }
}

/**
 * Runs a request, and ends it when the wallet is removed from the page. It rejects then with a
 * ChainError WALLET_ANSWER, because the wallet may have done what was requested.
 */
export async function unlessRemoved<Answer>(
  run: (signal: AbortSignal) => Promise<Answer>,
  removed: AbortSignal | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    return await run(anySignal([signal, removed]))
  } catch (cause) {
    if (!removed?.aborted || signal.aborted) throw cause
    const why = message('wallet.error.removed', 'This wallet was turned off before it answered.')
    throw new ChainError('WALLET_ANSWER', why, { cause })
  }
}

/** Copies bytes of a wallet. Undefined for anything else, and for more than `most`. */
export function copyBytes(answer: unknown, most: number): Uint8Array | undefined {
  try {
    if (!ArrayBuffer.isView(answer) || answer.byteLength > most) return undefined
    return new Uint8Array(answer.buffer, answer.byteOffset, answer.byteLength).slice()
  } catch {
    return undefined
  }
}

/** Connects a wallet that registers by the Wallet Standard and has other features than it. */
import { withTimeout } from '../../async.js'
import type { ReportedAccount } from '../account/account.js'
import { networksCapability } from '../capabilities/networks.js'
import type { NetworkId } from '../chain/caip.js'
import { ChainError } from '../chain/chain-errors.js'
import { declined } from '../wallet/declined-error.js'
import { walletProblem } from '../wallet/wallet-problem.js'
import {
  createWalletSession,
  type OpenSession,
  type SessionContext,
} from '../wallet/wallet-session.js'
import type { Connector, ConnectRequest, WalletSession } from './connector.js'
import { unlessRemoved } from './standard-connector.js'
import { readProperty, type StandardFeature, standardFeature } from './standard-wallet.js'
import { createApproval, sendWalletRequest } from './wallet-request.js'
import type { FoundStandardWallet } from './wallet-standard.js'

/** An account of the wallet: what Portico sees, and what the chain keeps beside it. */
export interface VariantAccount {
  readonly reported: ReportedAccount
}
/** A network of the host, with what the chain keeps beside its id. */
export interface VariantNetwork {
  readonly caipNetworkId: NetworkId
}

/** The open session, for the handle of a chain. */
export interface VariantSession<
  Account extends VariantAccount = VariantAccount,
  Network extends VariantNetwork = VariantNetwork,
> extends OpenSession {
  /** True if the wallet has the feature. */
  has(feature: StandardFeature): boolean
  /** The wallet's account. Throws a ChainError WALLET_UNSUPPORTED for any other address. */
  account(address: string): Account
  /** A network of the host. Throws a ChainError WALLET_UNSUPPORTED for any other one. */
  networkOf(id: NetworkId): Network
  /**
   * Calls the method of a feature, and returns what `read` makes of the answer. Rejects with
   * DECLINED where the answer is a decline, with a ChainError WALLET_UNSUPPORTED where the wallet
   * lacks the feature, WALLET_ANSWER where it is removed from the page meanwhile, and with what it
   * threw.
   */
  request(
    feature: StandardFeature,
    input: readonly unknown[],
    signal: AbortSignal,
  ): Promise<unknown>
  /**
   * Goes to another network of the host: asks a wallet that has a network of its own, and looks
   * where it is then. Rejects with a ChainError: WALLET_UNSUPPORTED for an unlisted network,
   * WALLET_NETWORK where the wallet is elsewhere after it, and with what `request` rejects with.
   */
  switchTo(id: NetworkId, signal: AbortSignal): Promise<void>
}

/** The network of wallets that have one of their own. */
export interface OwnNetwork<Network extends VariantNetwork = VariantNetwork> {
  /** Answers the network: `aptos:network`. */
  readonly feature: StandardFeature
  /** Calls a listener with the new network: `aptos:onNetworkChange`. */
  readonly onChange?: StandardFeature
  /** Goes to another network: `aptos:changeNetwork`. Absent: it changes in the wallet only. */
  readonly change?: StandardFeature
  /** Makes the input of `change`. Default: the network of the host, as it is. */
  inputFor?(network: Network): unknown
  /** Reads an answer, and what a listener gets. Throws a ChainError WALLET_ANSWER. */
  read(answer: unknown): NetworkId
}

/** How the wallets of a chain differ from the Wallet Standard. */
export interface StandardVariant<
  Account extends VariantAccount = VariantAccount,
  Network extends VariantNetwork = VariantNetwork,
> {
  /** In the host's order. */
  readonly networks: readonly [Network, ...Network[]]
  /** Requests the approval: `aptos:connect`. Name it in `walletStandardConnectors`, too. */
  readonly connect: StandardFeature
  /** The input of a `connect` that shows no prompt. Default: `[{ silent: true }]`. */
  readonly silent?: readonly unknown[]
  /** Default: these wallets have no request to disconnect. */
  readonly disconnect?: StandardFeature
  /** Calls a listener with the new account: `aptos:onAccountChange`. */
  readonly onAccounts?: StandardFeature
  /** Default: the wallets have no network; the session has one, which each request names. */
  readonly ownNetwork?: OwnNetwork<Network>
  /** True for an answer that resolves, and means that the person declined. */
  isDecline?(answer: unknown): boolean
  /**
   * Takes the envelope off an answer. Default: it has none. Also gets answers without one, such as
   * the undefined of a subscription: return those as they are.
   */
  read?(answer: unknown): unknown
  /**
   * Reads the answer of `connect`, and what the listener of `onAccounts` gets. The selected account
   * first; none: the wallet has disconnected. Throws a ChainError WALLET_ANSWER.
   */
  accounts(answer: unknown): readonly Account[]
  /** Makes the handle of a session. */
  handle(session: VariantSession<Account, Network>): unknown
  /**
   * By the id of a capability, the features of which the wallet must have one, in this version or a
   * later one: `aptos:signMessage`, `aptos:signAndSubmitTransaction@1.1.0`.
   */
  readonly needs?: Readonly<Record<string, readonly StandardFeature[]>>
  /** Maps an error of the wallet to one with a standard code. */
  refusal?(error: unknown): unknown
}

// For requests without a prompt. Some wallets need their own server first.
const silentMs = 10_000

/**
 * Connects and restores a wallet that `walletStandardConnectors` listed, where its chain has
 * features of its own in place of `standard:connect`, `standard:events` and `standard:disconnect`.
 *
 * It subscribes once to each wallet, for all sessions, because such wallets cannot unsubscribe. A
 * silent connect that is declined, or not authorised, restores nothing; other errors reject.
 */
export function createVariantConnector<
  Account extends VariantAccount,
  Network extends VariantNetwork,
>(
  { provider, removed }: FoundStandardWallet,
  variant: StandardVariant<Account, Network>,
  context: SessionContext,
): Pick<Connector, 'connect' | 'restore'> {
  const { networks, ownNetwork, needs = {} } = variant
  const options = {
    report: context.report,
    ...(variant.refusal && { refusal: variant.refusal.bind(variant) }),
  }
  const has = (feature: StandardFeature) => !!standardFeature(provider, feature)
  async function call(id: StandardFeature, input: readonly unknown[]): Promise<unknown> {
    const feature = standardFeature(provider, id)
    if (!feature) throw new ChainError('WALLET_UNSUPPORTED')
    const answer = await feature(...input)
    if (variant.isDecline?.(answer)) throw declined({ code: 4001 })
    return variant.read ? variant.read(answer) : answer
  }
  const request = (id: StandardFeature, input: readonly unknown[], signal: AbortSignal) =>
    unlessRemoved(
      within => sendWalletRequest(id, () => call(id, input), options, within),
      removed,
      signal,
    )
  const approve = createApproval(variant.connect, () => call(variant.connect, []), options)
  const changes = createChangeFeed(variant, { has, request }, context)
  const networkOf = (id: NetworkId): Network => {
    const network = networks.find(one => one.caipNetworkId === id)
    if (!network) throw new ChainError('WALLET_UNSUPPORTED')
    return network
  }

  async function open(
    approval: unknown,
    { network: wanted }: ConnectRequest,
    signal: AbortSignal,
  ): Promise<WalletSession> {
    let accounts = variant.accounts(approval)
    if (!accounts.length) throw new ChainError('WALLET_ANSWER')
    // Changes that arrive while the network is read are newer than the approval.
    const early: WalletChange[] = []
    const stopEarly = changes.listen(change => void early.push(change))
    const readNetwork = (within: AbortSignal) =>
      withTimeout(
        async ending => ownNetwork?.read(await request(ownNetwork.feature, [], ending)),
        silentMs,
        within,
      )
    const start = networks.find(one => one.caipNetworkId === wanted) ?? networks[0]
    const applyChange = (session: OpenSession, { kind, value }: WalletChange) => {
      if (kind === 'network') return session.update(undefined, ownNetwork?.read(value))
      const next = variant.accounts(value)
      if (!next.length) return session.end()
      session.update(() => {
        accounts = next
      })
    }
    try {
      return createWalletSession(
        {
          network: (await readNetwork(signal)) ?? start.caipNetworkId,
          removed,
          report: at => ({ accounts: accounts.map(({ reported }) => reported), network: at }),
          handle: session =>
            variant.handle({
              ...session,
              has,
              networkOf,
              request,
              account(address) {
                const account = accounts.find(({ reported }) => reported.address === address)
                if (!account) throw new ChainError('WALLET_UNSUPPORTED')
                return account
              },
              async switchTo(id, within) {
                const to = networkOf(id)
                if (!ownNetwork) return session.move(id)
                if (!ownNetwork.change) throw new ChainError('WALLET_UNSUPPORTED')
                const input = ownNetwork.inputFor ? ownNetwork.inputFor(to) : to
                await request(ownNetwork.change, [input], within)
                // A wallet that reports a switch has not always switched.
                const now = await readNetwork(within)
                session.update(undefined, now)
                if (now !== id) throw new ChainError('WALLET_NETWORK')
              },
            }),
          listen(session) {
            const onChange = (change: WalletChange) => {
              try {
                applyChange(session, change)
              } catch (error) {
                context.report(error)
              }
            }
            early.forEach(onChange)
            return changes.listen(onChange)
          },
          async disconnect(within) {
            const { disconnect } = variant
            if (disconnect && has(disconnect)) await request(disconnect, [], within)
          },
          supports: capability =>
            (needs[capability.id]?.some(need => hasVersion(provider, need)) ?? true) &&
            (capability.id !== networksCapability.id || canSwitch(variant, has)),
        },
        context,
      )
    } finally {
      stopEarly()
    }
  }

  return {
    connect: async (wanted, signal) =>
      open(await unlessRemoved(approve, removed, signal), wanted, signal),
    async restore(wanted, signal) {
      const { silent = [{ silent: true }] } = variant
      try {
        const answer = await withTimeout(
          within => request(variant.connect, silent, within),
          silentMs,
          signal,
        )
        return variant.accounts(answer).length ? await open(answer, wanted, signal) : undefined
      } catch (error) {
        if (['declined', 'unauthorized'].includes(walletProblem(error).kind)) return undefined
        throw error
      }
    },
  }
}

const canSwitch = (
  { ownNetwork }: Pick<StandardVariant, 'ownNetwork'>,
  has: (feature: StandardFeature) => boolean,
): boolean => !ownNetwork || (!!ownNetwork.change && has(ownNetwork.change))

/** True if the wallet has the feature, in the version behind `@` or a later one. */
function hasVersion(provider: object, need: StandardFeature): boolean {
  const [id, least = '0'] = need.split('@') as [StandardFeature, string?]
  if (!standardFeature(provider, id)) return false
  const version = readProperty(readProperty(readProperty(provider, 'features'), id), 'version')
  const order = new Intl.Collator('en', { numeric: true })
  return least === '0' || (typeof version === 'string' && order.compare(version, least) >= 0)
}

interface WalletChange {
  readonly kind: 'accounts' | 'network'
  readonly value: unknown
}
/**
 * Subscribes to a wallet with the first listener, and passes its changes on to all of them. A
 * subscription that failed is tried again with the next listener.
 */
function createChangeFeed(
  {
    onAccounts,
    ownNetwork,
  }: Pick<StandardVariant<never, never>, 'onAccounts'> & {
    readonly ownNetwork?: { readonly onChange?: StandardFeature } | undefined
  },
  { has, request }: Pick<VariantSession, 'has' | 'request'>,
  context: SessionContext,
) {
  const listeners = new Set<(change: WalletChange) => void>()
  const subscribed = new Set<StandardFeature>()
  const subscribe = (feature: StandardFeature | undefined, kind: WalletChange['kind']) => {
    if (!feature || !has(feature) || subscribed.has(feature)) return
    subscribed.add(feature)
    const notify = (value: unknown) => {
      for (const listener of [...listeners]) listener({ kind, value })
    }
    request(feature, [notify], context.signal).catch(error => {
      subscribed.delete(feature)
      if (!context.signal.aborted) context.report(error)
    })
  }
  return {
    listen(listener: (change: WalletChange) => void): () => void {
      listeners.add(listener)
      subscribe(onAccounts, 'accounts')
      subscribe(ownNetwork?.onChange, 'network')
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * For authors of chains: converts the session of a wallet on another device to a wallet session.
 */
import type { ReportedAccount } from '../account/account.js'
import { networksCapability } from '../capabilities/networks.js'
import type { RemoteSession } from '../capabilities/remote-sessions.js'
import { type NetworkId, namespaceOf } from '../chain/caip.js'
import { networksWithAccounts, parseAccountId } from '../chain/caip-grammar.js'
import { ChainError } from '../chain/chain-errors.js'
import { createWalletSession, type OpenSession } from '../wallet/wallet-session.js'
import type { WalletSession } from './connector.js'

type RemoteEvent = Parameters<Parameters<RemoteSession['watch']>[0]>[0]

/** The state of a remote session, which the factory keeps for its chain. */
export interface RemoteState {
  /** The network in use. */
  network(): NetworkId
  /** The addresses on the network in use as the wallet writes them, the selected one first. */
  addresses(): readonly string[]
  /** True if the wallet approved an account on this network, and the chain can use it. */
  approves(network: NetworkId): boolean
  /**
   * Moves to an approved network and reports it. Throws a ChainError WALLET_UNSUPPORTED for another
   * one.
   */
  moveTo(network: NetworkId): void
  /**
   * Sends a request on the network in use. Rejects with a ChainError WALLET_UNSUPPORTED if the
   * wallet did not grant the method.
   */
  request(method: string, params: unknown, signal: AbortSignal): Promise<unknown>
  /** Reports the state again, if it has changed. */
  report(): void
}
/** What a chain adds to one remote session. */
export interface OpenedRemoteSession {
  readonly handle: unknown
  /**
   * Describes the accounts with these addresses, in their order. Throws a ChainError WALLET_ANSWER
   * for text that is no address.
   */
  accounts(addresses: readonly string[], network: NetworkId): readonly ReportedAccount[]
  /** Called with each event before the session is reported. */
  changed?(event: RemoteEvent): void
}
/** How a chain uses remote sessions. */
export interface RemoteChain {
  readonly namespace: string
  /** The networks of the host, in its order. */
  readonly networks: readonly NetworkId[]
  /** Networks that the host does not list can be used, too. */
  readonly usesUnlistedNetworks?: boolean
  /** The wallet can switch to networks that it has not approved. */
  readonly switchesToUnapproved?: boolean
  /** By the id of a capability, the methods of which the wallet must grant one. */
  readonly needs: Readonly<Record<string, readonly string[]>>
  /** Ends with the plugin. */
  readonly signal: AbortSignal
  report(error: unknown): void
  /** False for a malformed id of the namespace. Default: each is a network. */
  isNetwork?(network: NetworkId): boolean
  /** Writes addresses in their one form and leaves out what is none. Default: unchanged. */
  addresses?(list: readonly string[]): readonly string[]
  /** The network that `chainChanged` names. Default: the network that the event is about. */
  networkIn?(data: unknown): NetworkId | undefined
  open(
    session: RemoteSession,
    state: RemoteState,
    signal: AbortSignal,
  ): OpenedRemoteSession | Promise<OpenedRemoteSession>
}

/**
 * Opens a wallet session over a remote session. It begins on the session's network if the wallet
 * approved an account there, else on the first such network of the host. Throws a ChainError:
 * WALLET_NETWORK if the wallet approved only networks that the chain cannot use, WALLET_ANSWER if
 * it approved no account.
 */
export async function openRemoteSession(
  chain: RemoteChain,
  session: RemoteSession,
  signal: AbortSignal,
): Promise<WalletSession> {
  signal.throwIfAborted()
  const { networks: listed } = chain
  const normalize = (list: readonly string[]) => chain.addresses?.(list) ?? list
  const isOurs = (network: string): network is NetworkId =>
    namespaceOf(network) === chain.namespace && (chain.isNetwork?.(network as NetworkId) ?? true)
  const isUsable = (network: NetworkId | undefined) =>
    network !== undefined &&
    (chain.usesUnlistedNetworks ? isOurs(network) : listed.includes(network))
  const withAccounts = () => networksWithAccounts(session).filter(isOurs)

  const usable = withAccounts().filter(isUsable)
  const first = [session.network, ...listed].find(one => one && usable.includes(one)) ?? usable[0]
  if (!first) throw new ChainError(withAccounts().length ? 'WALLET_NETWORK' : 'WALLET_ANSWER')
  let live: OpenSession | undefined
  let selected: readonly string[] = []
  const addressesOn = (network: NetworkId) => {
    const approved = normalize(
      session.accounts.flatMap(account => {
        const parsed = parseAccountId(account)
        // The address of a contract wallet may have another owner on another network.
        return parsed?.network === network ? [parsed.address] : []
      }),
    )
    return [...new Set([...selected.filter(address => approved.includes(address)), ...approved])]
  }
  const state: RemoteState = {
    network: () => live?.at() ?? first,
    addresses: () => addressesOn(state.network()),
    approves: next => isUsable(next) && networksWithAccounts(session).includes(next),
    moveTo(next) {
      if (!state.approves(next)) throw new ChainError('WALLET_UNSUPPORTED')
      live?.move(next)
    },
    async request(method, params, within) {
      within.throwIfAborted()
      if (!session.methods.includes(method)) throw new ChainError('WALLET_UNSUPPORTED')
      return session.request(method, params, state.network(), within)
    },
    report: () => live?.update(),
  }
  const opened = await chain.open(session, state, signal)
  if (!opened.accounts(addressesOn(first), first).length) throw new ChainError('WALLET_ANSWER')
  return createWalletSession(
    {
      network: first,
      report: network => ({
        accounts: opened.accounts(addressesOn(network), network),
        network,
        approved: withAccounts(),
      }),
      handle(open) {
        live = open
        return opened.handle
      },
      listen: open =>
        session.watch(event => {
          const { name, data, network: about } = event
          if (name === 'closed') return open.end()
          const next = chain.networkIn?.(data) ?? about
          const isMoved = name === 'chainChanged' && isUsable(next)
          open.update(
            () => {
              opened.changed?.(event)
              if (name === 'accountsChanged' && Array.isArray(data))
                selected = normalize(
                  data.map(one => parseAccountId(String(one))?.address ?? String(one)),
                )
            },
            isMoved ? next : undefined,
          )
        }),
      supports: ({ id }) =>
        (chain.needs[id]?.some(method => session.methods.includes(method)) ?? true) &&
        (id !== networksCapability.id ||
          chain.switchesToUnapproved === true ||
          withAccounts().length > 1),
      disconnect: within => session.close(within),
      disconnectFailed(error) {
        throw error
      },
    },
    chain,
  )
}

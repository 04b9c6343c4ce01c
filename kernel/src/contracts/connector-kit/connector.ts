/** Connectors, and the wallet session that a connector returns after the person approved. */
import {
  type AnyView,
  type CapabilityRef,
  type Dispose,
  defineSlot,
  type SlotItem,
  type SlotRef,
  type ViewRef,
} from '../../refs.js'
import type { Account, ConnectionId, ReportedAccount } from '../account/account.js'
import type { NetworkId } from '../chain/caip.js'
import type { Environment } from '../wallet/environment.js'

/**
 * How a wallet got into the list:
 * - `ANNOUNCED`: it announced itself in the page (EIP-6963, Wallet Standard, `injectedWeb3`,
 *   `btc_providers`). Use it for a wallet that the plugin discovers.
 * - `INJECTED`: an object in the page that does not say whose it is, such as `window.ethereum`. It
 *   is listed while no announced wallet is.
 * - `EXTERNAL`: it opens outside the page: a wallet on another device, an app, the page around this
 *   one. Its name is reserved: an announced wallet with the same name is marked.
 * - `AUTH`: a wallet that belongs to a sign-in with an address or a social account. Its name is
 *   reserved, too.
 * - `MULTI_CHAIN`: one connector for several namespaces. None of our plugins has it.
 */
export type ConnectorType = 'MULTI_CHAIN' | 'AUTH' | 'ANNOUNCED' | 'INJECTED' | 'EXTERNAL'

/**
 * Connects to one wallet in one namespace. Connectors may be added and removed
 * while the page is open.
 */
export interface Connector extends SlotItem {
  /**
   * Stable over reloads where the wallet allows that, because a connection is restored by this id.
   */
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  /** The namespace it serves. */
  readonly namespace: string
  readonly imageUrl?: string
  /** Instead of `imageUrl`: an id that `imageIdsService` resolves. */
  readonly imageId?: string
  /** Its id in a wallet directory. */
  readonly explorerId?: string
  readonly info?: { readonly rdns?: string; readonly uuid?: string }
  /** The wallet's own object, for hosts that know its type. */
  readonly provider?: unknown
  /**
   * Ways to one wallet that carry the same object (the wallet's own, where one object serves
   * several chains) are approved in one go: after one of them connected, the others are taken up by
   * `restore`, silently. Without it, each chain of a wallet is requested separately.
   */
  readonly approval?: object
  /**
   * The wallet opens its window in the page, so the panel leaves the top layer during a request.
   */
  readonly overlaysPage?: boolean
  /** The view during the request. ConnectingExternal by default. */
  readonly view?: ViewRef<{ readonly connector: string }>
  /**
   * Views that ask by themselves and wait for it: while one of them is on screen, none other is
   * shown.
   */
  readonly waitsIn?: readonly AnyView[]
  /** The connector is not listed if this returns false. */
  readonly worksIn?: (environment: Environment) => boolean
  /**
   * Shows the wallet prompt. Rethrows the wallet's error; the caller translates it.
   * Late answers are the connector's to drop: after `signal` aborts it must neither resolve nor
   * leave a listener behind.
   */
  connect(request: ConnectRequest, signal: AbortSignal): Promise<WalletSession>
  /**
   * Restores an earlier connection without a prompt. Undefined: the wallet no longer
   * knows this page.
   */
  restore(request: ConnectRequest, signal: AbortSignal): Promise<WalletSession | undefined>
}
export interface ConnectRequest {
  /** The requested network, if the wallet can choose one. */
  readonly network?: NetworkId
}

/** *List.* The connectors that are available now. */
export const connectorsSlot: SlotRef<Connector> =
  /* @__PURE__ */ defineSlot<Connector>('connectors')

/** Finds the wallets of a chain in the page. */
export interface Discovery extends SlotItem {
  /**
   * Fetches the code of `start` without a request to a wallet, together with the rest that a click
   * needs, or before it.
   */
  readonly load?: () => Promise<unknown>
  /**
   * Begins to contribute connectors, and goes on as long as its plugin lives. Called once, when the
   * person wants to see or use wallets up again: a page that is only read sends no wallet request,
   * and pays for no discovery. Resolves when the wallets that were there already had their chance
   * to say so; later ones are listed as they come.
   */
  start(): Promise<void>
}
/** *List.* One item per chain, read by the connection plugin. */
export const discoveriesSlot: SlotRef<Discovery> =
  /* @__PURE__ */ defineSlot<Discovery>('discoveries')

/**
 * The whole state of a wallet. The newest report counts, so the order of the wallet's events does
 * not matter.
 */
export interface WalletReport {
  /** The selected account first. Empty: the wallet is locked, or removed the page. */
  readonly accounts: readonly ReportedAccount[]
  /** The network of the wallet, whether the host supports it or not. */
  readonly network: NetworkId
  /** The networks that the wallet approved. Without it all are approved. */
  readonly approved?: readonly NetworkId[]
  /**
   * Who it is, in its own words, where its connector could not know before it answered. Absent: the
   * connector's word, or an earlier report's.
   */
  readonly wallet?: { readonly name: string; readonly imageUrl?: string }
}

/** The session with a wallet in one namespace, returned by a connector. */
export interface WalletSession {
  /** The handle of the chain plugin; only that plugin knows its type. */
  readonly handle: unknown
  readonly report: WalletReport
  /**
   * Calls the listener with the whole report after each change, and with undefined when the wallet
   * disconnected. Unsubscribes from the wallet when the last listener is removed: a locked wallet
   * gets no disconnect request, and nothing may keep listening to it.
   */
  watch(listener: (report: WalletReport | undefined) => void): Dispose
  /**
   * Returns false for a capability of the chain that this wallet lacks. Without it the wallet has
   * all.
   */
  supports?(capability: AnyCapability): boolean
  /** Disconnects the wallet where it supports that, and removes every listener. */
  disconnect(signal: AbortSignal): Promise<void>
}
// biome-ignore lint/suspicious/noExplicitAny: a Ref is invariant; any capability may be asked about.
export type AnyCapability = CapabilityRef<any>

/**
 * A session that the connection plugin watches: the first argument of `messages.sign`,
 * `transactions.send` and `networks.switch`.
 */
export interface Connection extends Omit<WalletSession, 'watch' | 'disconnect' | 'report'> {
  readonly id: ConnectionId
  readonly namespace: string
  readonly connector: string
  /** The current accounts, the selected one first. */
  readonly accounts: readonly Account[]
  readonly network: NetworkId
}

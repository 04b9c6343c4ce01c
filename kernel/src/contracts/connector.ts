/** Ways to a wallet, and the live line that each gives once the person approved. */
import { type AnyView, type CapabilityRef, type Dispose, defineSlot, type SlotItem, type SlotRef, type ViewRef } from '../refs.js'
import type { Account, ConnectionId, ReportedAccount } from './account.js'
import type { NetworkId } from './caip.js'
import type { Environment } from './environment.js'

export type ConnectorType = 'MULTI_CHAIN' | 'AUTH' | 'ANNOUNCED' | 'INJECTED' | 'EXTERNAL'

/** One way to one wallet in one namespace (spec section 3). Live: it may come and go while the page is open. */
export interface Connector extends SlotItem {
  /** Stable over reloads wherever the wallet allows it: restore finds the connector by it. */
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  /** The namespace it serves. */
  readonly chain: string
  readonly imageUrl?: string
  readonly imageId?: string
  /** Its id in a wallet directory. */
  readonly explorerId?: string
  readonly info?: { readonly rdns?: string; readonly uuid?: string }
  /** The wallet's own object, for hosts that know its type. */
  readonly provider?: unknown
  /**
   * Ways to one wallet that carry the same object (the wallet's own, where one object serves several chains) are approved in one go: after one of them
   * connected, the others are taken up by `restore`, silently. Without it, each chain of a wallet is asked for on its own.
   */
  readonly approval?: object
  /** The wallet draws its window in the page: the panel leaves the top layer while it asks. */
  readonly overlaysPage?: boolean
  /** Shown while it asks. Without it: ConnectingExternal. */
  readonly view?: ViewRef<{ readonly connector: string }>
  /** Views that ask by themselves and wait for it: while one of them is on screen, none other is shown. */
  readonly waitsIn?: readonly AnyView[]
  /** Not listed where it answers false. Without it, it works everywhere. */
  readonly worksIn?: (environment: Environment) => boolean
  /**
   * Asks the person. Throws what the wallet threw; the caller gives it words.
   * Late answers are the connector's to drop: after `signal` aborts it must neither resolve nor leave a listener behind.
   */
  connect(request: ConnectRequest, signal: AbortSignal): Promise<WalletLine>
  /** Takes up an earlier connection without asking anybody anything. Undefined: the wallet no longer knows this page. */
  restore(request: ConnectRequest, signal: AbortSignal): Promise<WalletLine | undefined>
}
export interface ConnectRequest {
  /** The network to end up on, if the wallet has a say in it. */
  readonly network?: NetworkId
}

/** *List.* The ways to connect a wallet that are there now. */
export const connectors: SlotRef<Connector> = /* @__PURE__ */ defineSlot<Connector>('connectors')

/** Finds the wallets of a chain in the page. */
export interface Discovery extends SlotItem {
  /** Fetches the code of `start` and asks nobody anything: so that it comes side by side with the rest that a click needs, or before it. */
  readonly load?: () => Promise<unknown>
  /**
   * Begins to contribute connectors, and goes on as long as its plugin lives. Asked once, when somebody wants to see wallets or take one
   * up again: a page that is only read asks no wallet anything, and pays for no discovery. Resolves when the wallets that were
   * there already had their chance to say so; later ones are listed as they come.
   */
  start(): Promise<void>
}
/** *List.* One item per chain, asked by the connection plugin. */
export const discoveries: SlotRef<Discovery> = /* @__PURE__ */ defineSlot<Discovery>('discoveries')

/** Everything that a wallet says of itself, whole, each time: the newest report is the truth, so the order of its events does not matter. */
export interface WalletReport {
  /** First the one the wallet has selected. Empty: locked, or the page was removed. */
  readonly accounts: readonly ReportedAccount[]
  /** Where the wallet is, whether the host supports it or not. */
  readonly network: NetworkId
  /** The networks that the wallet approved. Absent: it is not limited. */
  readonly approved?: readonly NetworkId[]
  /** Who it is, in its own words, where its connector could not know before it answered. Absent: the connector's word, or an earlier report's. */
  readonly wallet?: { readonly name: string; readonly imageUrl?: string }
}

/** The live line to a wallet in one namespace that a connector hands over. */
export interface WalletLine {
  /** The chain plugin's own handle; its type is the chain plugin's secret. */
  readonly port: unknown
  readonly report: WalletReport
  /**
   * Calls with the whole report after each change; with undefined when the wallet hung up. When the last who watches leaves, the line lets go of the
   * wallet: a wallet that was locked is told nothing, and yet nobody may go on listening to it.
   */
  watch(listener: (report: WalletReport | undefined) => void): Dispose
  /** False: this wallet cannot do what its chain can. Without it, it can do everything. */
  supports?(capability: AnyCapability): boolean
  /** Tells the wallet where it can be told, and lets go of every listener. */
  disconnect(signal: AbortSignal): Promise<void>
}
// biome-ignore lint/suspicious/noExplicitAny: a Ref is invariant; any capability may be asked about.
export type AnyCapability = CapabilityRef<any>

/** A line that the connection plugin watches: what `messages.sign`, `transactions.send` and `networks.switch` take first. */
export interface Connection extends Omit<WalletLine, 'watch' | 'disconnect' | 'report'> {
  readonly id: ConnectionId
  readonly namespace: string
  readonly connector: string
  /** Its accounts now, the wallet's selected one first. */
  readonly accounts: readonly Account[]
  readonly network: NetworkId
}

/** What can happen to the session, and what follows from it besides the next session. */
import type { ConnectionId } from '@portico/kernel/account'
import type { NetworkId } from '@portico/kernel/chain'
import type { WalletReport } from '@portico/kernel/connector-kit'
import type { ConnectionState, ConnectOptions } from '@portico/kernel/session'
import type { ModalError } from '@portico/kernel/text'

/** A connection before its wallet has answered. */
export type NewConnection = Pick<ConnectionState, 'id' | 'namespace' | 'connector' | 'wallet'>

export type SessionEvent =
  /** The person picked the wallet. `at`: milliseconds since the epoch. */
  | {
      readonly name: 'connectRequested'
      readonly connection: NewConnection
      readonly options: ConnectOptions
      readonly at: number
    }
  /**
   * An earlier approval is used again without asking the person. `address`: the account that the
   * person worked with. `deadline`: milliseconds since the epoch.
   */
  | {
      readonly name: 'restoreRequested'
      readonly connection: NewConnection
      readonly address?: string | undefined
      readonly deadline: number
    }
  /** The wallet gave its accounts to a request of the person. */
  | { readonly name: 'approved'; readonly id: ConnectionId; readonly report: WalletReport }
  /**
   * The wallet confirmed an earlier approval. `isActive`: it was the active connection, and the
   * person has picked no other one since.
   */
  | {
      readonly name: 'restored'
      readonly id: ConnectionId
      readonly report: WalletReport
      readonly address?: string | undefined
      readonly isActive: boolean
    }
  /** The wallet no longer knows this page. `isSavedAnyway`: another tab is just connecting it. */
  | { readonly name: 'notRestored'; readonly id: ConnectionId; readonly isSavedAnyway: boolean }
  | { readonly name: 'failed'; readonly id: ConnectionId; readonly error: ModalError<string> }
  /** The person left a failure that was shown. */
  | { readonly name: 'failuresDismissed'; readonly ids: readonly ConnectionId[] }
  /** The person stopped waiting for the wallet. */
  | { readonly name: 'cancelled'; readonly id: ConnectionId }
  /** `isAll`: the person disconnects everything. */
  | {
      readonly name: 'disconnectRequested'
      readonly ids: readonly ConnectionId[]
      readonly isAll: boolean
    }
  /** Like a disconnect, but the wallet is not notified. */
  | { readonly name: 'forgotten'; readonly id: ConnectionId }
  /**
   * The person deleted what is stored, in this tab or in another: like a disconnect of everything,
   * but nothing is saved.
   */
  | { readonly name: 'everythingForgotten' }
  | { readonly name: 'disconnectedByWallet'; readonly id: ConnectionId }
  | { readonly name: 'disconnectedInOtherTab'; readonly ids: readonly ConnectionId[] }
  /** The wallet reported a change. */
  | { readonly name: 'reported'; readonly id: ConnectionId; readonly report: WalletReport }
  /** The wallet confirmed the network that another tab chose. */
  | { readonly name: 'networkRestored'; readonly id: ConnectionId; readonly report: WalletReport }
  /** The person picked a connection, and an account of it, to work with. */
  | { readonly name: 'activated'; readonly id: ConnectionId; readonly address?: string | undefined }
  /** The person moved to a network, whose wallet is there already. */
  | { readonly name: 'networkChosen'; readonly network: NetworkId }
  /** Another tab, or the visit before, chose these. */
  | {
      readonly name: 'choicesRead'
      readonly networks: readonly NetworkId[]
      readonly namespace: string | undefined
    }

/**
 * What happens besides the change of the session. `release` precedes the commit of the session; the
 * others follow it, in this order.
 */
export type SessionEffect =
  /** Aborts pending requests and closes wallet sessions. */
  | { readonly name: 'release'; readonly ids: readonly ConnectionId[] }
  | {
      readonly name: 'requestAccounts'
      readonly id: ConnectionId
      readonly options: ConnectOptions
    }
  | { readonly name: 'restore'; readonly id: ConnectionId; readonly address: string | undefined }
  /** Pending restores of this namespace no longer become the active connection. */
  | { readonly name: 'keepPicked'; readonly namespace: string }
  /** Notifies the wallets whose sessions this event released. */
  | { readonly name: 'disconnectWallets' }
  | {
      readonly name: 'announceEnd'
      readonly ids: readonly ConnectionId[]
      readonly byPerson: boolean
      readonly isAll: boolean
    }
  /**
   * Writes what outlives the page. `ended` are never restored again, `lost` are no longer saved,
   * `recent` goes on top of the wallet list.
   */
  | {
      readonly name: 'save'
      readonly ended?: readonly ConnectionId[]
      readonly lost?: readonly ConnectionId[]
      readonly recent?: ConnectionId
    }
  /** The same for a change that the wallet reports to all tabs: one of them writes it. */
  | { readonly name: 'saveLater'; readonly lost?: ConnectionId }
  | { readonly name: 'announceConnected'; readonly id: ConnectionId; readonly restored: boolean }
  /** Restores what the wallet approved in the same prompt for other chains. */
  | { readonly name: 'restoreSiblings'; readonly id: ConnectionId }
  /** Moves the modal from the waiting view to what follows. */
  | { readonly name: 'showNext'; readonly id: ConnectionId }
  /** Keeps the modal at a view that fits the session. `isAfterEnd`: an account may be gone. */
  | { readonly name: 'checkView'; readonly isAfterEnd: boolean }
  | { readonly name: 'trackFailure'; readonly code: string }
  | { readonly name: 'trackSwitch'; readonly network: NetworkId }
  | { readonly name: 'report'; readonly error: unknown }

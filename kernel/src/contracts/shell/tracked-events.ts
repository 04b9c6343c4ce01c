import { defineEvent, type EventRef } from '../../refs.js'

/**
 * The names of the events of Portico's own plugins. A plugin of a third
 * party may emit others.
 */
export type TrackedEventName =
  | 'CLICK_ALL_WALLETS'
  | 'CLICK_CANCEL_SIWX'
  | 'CLICK_GET_WALLET'
  | 'CLICK_NETWORKS'
  | 'CLICK_NETWORK_HELP'
  | 'CLICK_SELECT_NETWORK_TO_SWAP'
  | 'CLICK_SELECT_TOKEN_TO_SWAP'
  | 'CLICK_SIGN_SIWX_MESSAGE'
  | 'CLICK_TRANSACTIONS'
  | 'CLICK_WALLET_HELP'
  | 'CONNECT_ERROR'
  | 'CONNECT_SUCCESS'
  | 'DISCONNECT_ERROR'
  | 'DISCONNECT_SUCCESS'
  | 'ERROR_FETCH_TRANSACTIONS'
  | 'INITIALIZE'
  | 'INITIATE_SWAP'
  | 'LOAD_MORE_TRANSACTIONS'
  | 'MODAL_CLOSE'
  | 'MODAL_CREATED'
  | 'MODAL_OPEN'
  | 'OPEN_SEND'
  | 'OPEN_SWAP'
  | 'SEARCH_WALLET'
  | 'SELECT_WALLET'
  | 'SEND_ERROR'
  | 'SEND_INITIATED'
  | 'SEND_REJECTED'
  | 'SEND_SUCCESS'
  | 'SET_PREFERRED_ACCOUNT_TYPE'
  | 'SIWX_AUTH_ERROR'
  | 'SIWX_AUTH_SUCCESS'
  | 'SWAP_APPROVAL_ERROR'
  | 'SWAP_ERROR'
  | 'SWAP_SUCCESS'
  | 'SWITCH_NETWORK'
  | (string & {})

/** An event that a plugin announces, for the page only. */
export interface TrackedEvent {
  readonly name: TrackedEventName
  /** Plain and free of addresses, e-mails, signatures. */
  readonly properties?: Readonly<Record<string, string | number | boolean>>
}
/**
 * An event that a host may count. Sent nowhere unless the host listens or includes the analytics
 * plugin.
 */
export const trackedEvent: EventRef<TrackedEvent> =
  /* @__PURE__ */ defineEvent<TrackedEvent>('tracked')

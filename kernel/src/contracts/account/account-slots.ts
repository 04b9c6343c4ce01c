/** The slots of the Account view and of Settings that features fill. Read by the account plugin. */
import {
  defineSlot,
  type Label,
  type PlainView,
  type Read,
  type SlotItem,
  type SlotRef,
} from '../../refs.js'
import type { Token } from '../chain/token.js'

/** A round button under the balance. The known ids: `onramp`, `swaps`, `receive`, `send`. */
export interface AccountAction extends SlotItem {
  readonly label: Label
  /** The name of an icon of the interface, or the drawing itself: the `d` of one 24 × 24 path. */
  readonly icon: string
  readonly view: PlainView
  /**
   * Opens the view for one token. The page of a token offers only actions that have it.
   */
  readonly openWith?: (token: Token) => void
}
/**
 * *List.* Default order onramp, swaps, receive, send; `order.accountActions` of the host overrides
 * it.
 */
export const accountActionsSlot: SlotRef<AccountAction> =
  /* @__PURE__ */ defineSlot<AccountAction>('accountActions')

/** A tab of the account: Tokens, NFTs, Activity. */
export interface AccountTab extends SlotItem {
  readonly label: Label
  readonly load: () => Promise<{ readonly default: (props: Record<never, never>) => unknown }>
}
/**
 * *List.* Tokens (rank `early`), NFTs, Activity (rank `late`): the ids `tokens`, `nfts`,
 * `activity`. `order.accountTabs` of the host overrides it.
 */
export const accountTabsSlot: SlotRef<AccountTab> =
  /* @__PURE__ */ defineSlot<AccountTab>('accountTabs')

/** A part of the account's head: balance, name, a notice. */
export interface AccountPart extends SlotItem {
  readonly place: 'balance' | 'notice'
  readonly load: () => Promise<{ readonly default: (props: Record<never, never>) => unknown }>
}
/**
 * *List.* The first of `balance` stands for the amount; without one the native balance of the chain
 * does.
 */
export const accountPartsSlot: SlotRef<AccountPart> =
  /* @__PURE__ */ defineSlot<AccountPart>('accountParts')

/** A row of Settings, which opens a view or changes something at once. */
export interface SettingsRow extends SlotItem {
  readonly label: Label
  /** As in `AccountAction`. */
  readonly icon: string
  readonly view?: PlainView
  /** Where there is no view: what a click does. Errors are reported. */
  readonly press?: () => Promise<void>
  /** The current choice, such as `EUR`. */
  readonly tag?: (read: Read) => string | undefined
}
/**
 * The option `settings` of a host: `false` leaves out a part of Settings. The ids of the parts of
 * the base, and those of the rows of features (`currency`, `hiddenTokens`, `siwx`). Without `theme`
 * or `language` the choice of the host holds, also against one that is stored.
 */
export type SettingsOptions = {
  readonly [Part in
    | 'theme'
    | 'language'
    | 'amounts'
    | 'network'
    | 'diagnostics'
    | 'forget'
    | (string & {})]?: boolean
}

/** *List.* */
export const settingsRowsSlot: SlotRef<SettingsRow> =
  /* @__PURE__ */ defineSlot<SettingsRow>('settingsRows')

import type { WalletStorage } from './memory.js'
import type { Send } from './node-rpc.js'

/** What a wallet of any namespace uses instead of the page's globals. Optional in a page. */
export interface WalletEnvironment {
  /**
   * The target of the discovery events, and the object that providers are set on. Default: the
   * window.
   */
  readonly target?: EventTarget
  /** How it reaches its nodes. Default: `fetch`. */
  readonly send?: Send
  /** Used instead of the storage of the page. */
  readonly storage?: WalletStorage
}

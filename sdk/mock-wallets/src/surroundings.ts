import type { WalletStorage } from './memory.js'
import type { Send } from './node-rpc.js'

/** Where a wallet of any namespace lives. A page needs none of it. */
export interface Surroundings {
  /**
   * Hears and sends the events of discovery and carries what wallets set there. Default: the
   * window.
   */
  readonly target?: EventTarget
  /** How it reaches its nodes. Default: `fetch`. */
  readonly send?: Send
  /** Used instead of the storage of the page. */
  readonly storage?: WalletStorage
}

import type { Policy } from '../policy.js'

export type BitcoinNetworkName = 'Mainnet' | 'Testnet' | 'Signet' | 'Regtest'
export type BitcoinAddressKind = 'p2wpkh' | 'p2tr' | 'p2pkh' | 'p2sh'

/**
 * The protocols by which Bitcoin wallets are discovered and called.
 *
 * `sats-connect`: in `btc_providers`, by `request` (WBIP004) · `leather`: there too, with shapes of
 * its own · `unisat`, `bitget`, `okx`, `phantom`: objects on the window · `wallet-standard`:
 * registered by events, with the bitcoin features
 */
export type BitcoinProtocol =
  | 'sats-connect'
  | 'leather'
  | 'unisat'
  | 'bitget'
  | 'okx'
  | 'phantom'
  | 'wallet-standard'

/** Behaviour of real wallets that no standard describes. */
export interface BitcoinQuirks {
  /** Answers nothing until it is unlocked; implies that it starts locked. */
  readonly silentUntilUnlocked?: boolean
  /** Refuses a signature request within so many milliseconds after the last one. */
  readonly signatureIntervalMs?: number
  /** Answers everything so many milliseconds late. */
  readonly answersLateMs?: number
  /** Throws bare text where others throw an error. */
  readonly throwsStrings?: boolean
  /** Methods that the wallet does not support. */
  readonly lacks?: readonly string[]
  /** Names its methods in `btc_providers`, as few do: those it does not lack. */
  readonly namesMethods?: boolean
  /** Stands in `btc_providers` twice. */
  readonly registersTwice?: boolean
  /** Reports a switch of the network, but does not switch. */
  readonly staysOnNetwork?: boolean
  /** The fault of the accounts that it shows. */
  readonly accounts?:
    | 'none'
    | 'another-network'
    | 'malformed-key'
    | 'key-of-another'
    | 'malformed-address'
  /**
   * Signs another text or payment, by a key that was not requested, or not at all.
   */
  readonly signs?: 'another' | 'by-another-key' | 'nothing'
  /** Signs a payment to this address instead of the requested one. */
  readonly pays?: string
  /** Broadcasts what it signs by itself, to this Esplora endpoint, and then answers or fails. */
  readonly sends?: { readonly to: string; readonly afterwards: 'answers' | 'throws' }
}

/** All that can be written as JSON, so that a test can send it into a page. */
export interface BitcoinWalletOptions {
  readonly namespace: 'bip122'
  /** Shown to people; the name of the remote control in a page. */
  readonly name: string
  /** A data URI. A square in a colour of the name if not given. */
  readonly icon?: string
  /** Private keys, one for each account: public test keys, never those of real accounts. */
  readonly accounts: readonly `0x${string}`[]
  /** All at once where a real wallet does so. Default: `sats-connect`. */
  readonly speaks?: readonly BitcoinProtocol[]
  /**
   * Where its provider stands on the window, for `sats-connect`: names joined by dots. Default:
   * made of its name.
   */
  readonly path?: string
  /**
   * How the payment account is written. The one for collectibles is always taproot. Default
   * `p2wpkh`.
   */
  readonly paymentKind?: BitcoinAddressKind
  /** The network at the start. Default `Regtest`. */
  readonly network?: BitcoinNetworkName
  /**
   * When it shows itself: at once, so many milliseconds late, or only on command. Default `now`.
   */
  readonly announce?: 'now' | number | false
  /**
   * What its owner does, by the names of the methods that the page calls. Default: approves
   * everything.
   */
  readonly policy?: Policy | Readonly<Record<string, Policy>>
  /** Starts locked. */
  readonly locked?: boolean
  /**
   * Knows the page again after a reload: `true` in this tab, `every-tab` in all tabs of the origin.
   */
  readonly remember?: boolean | 'every-tab'
  readonly quirks?: BitcoinQuirks
}

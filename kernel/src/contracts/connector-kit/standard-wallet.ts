/** Reads what a wallet declares by the Wallet Standard. Sends the wallet no request. */
import { displayText, parseDataImage } from '../text/display-text.js'

/** A wallet that registered itself in the page. */
export interface StandardWallet {
  /** The wallet's own object. */
  readonly provider: object
  /** Sanitised for display. */
  readonly name: string
  /** A data URI. */
  readonly icon?: string
}

/** The id of a feature of the Wallet Standard: `solana:signMessage`. */
export type StandardFeature = `${string}:${string}`

const version = '1.0.0'
// Enough for a wallet with many chains and features.
const most = 1000

/** Undefined: no wallet, or another version of the standard, or a getter throws. */
export function readStandardWallet(provider: unknown): StandardWallet | undefined {
  const name = displayText(readProperty(provider, 'name'))
  const icon = parseDataImage(readProperty(provider, 'icon'))
  return typeof provider === 'object' &&
    provider !== null &&
    readProperty(provider, 'version') === version &&
    name
    ? { provider, name, ...(icon && { icon }) }
    : undefined
}

/**
 * Reads a property of an untrusted object. Undefined where it is missing, or where its getter
 * throws.
 */
export function readProperty(value: unknown, key: string): unknown {
  try {
    return (value as Record<string, unknown>)[key]
  } catch {
    return undefined
  }
}

/** Returns the chains of a wallet or account that have this prefix: `solana:mainnet`. */
export const standardChains = (of: unknown, prefix: string): readonly string[] =>
  textsOf(readProperty(of, 'chains')).filter(chain => chain.startsWith(`${prefix}:`))

/** Returns the texts of an untrusted list. Empty where it is no list. */
function textsOf(list: unknown): readonly string[] {
  try {
    return Array.isArray(list) && list.length <= most
      ? [...list].filter(one => typeof one === 'string')
      : []
  } catch {
    // A list whose items cannot be read counts as empty.
    return []
  }
}

/**
 * Returns the function of a feature, ready to call: `solana:signMessage` has `signMessage`.
 * Undefined: the wallet lacks the feature.
 */
export function standardFeature(
  provider: object,
  id: StandardFeature,
  method = id.slice(id.indexOf(':') + 1),
): ((...input: readonly unknown[]) => unknown) | undefined {
  const feature = readProperty(readProperty(provider, 'features'), id)
  const call = readProperty(feature, method)
  return typeof call === 'function' ? (...input) => Reflect.apply(call, feature, input) : undefined
}

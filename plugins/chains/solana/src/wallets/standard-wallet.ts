/** Validates what an injected wallet declares by the Wallet Standard. */
import { displayText, parseDataImage } from '@portico/kernel/text'
import type { WalletVersion } from '@wallet-standard/base'
import { namespace } from '../networks.js'

/** An injected wallet. */
export interface StandardWallet {
  /** The wallet's own object. */
  readonly provider: object
  /** Sanitised for display. */
  readonly name: string
  /** A data URI. */
  readonly icon?: string
  /** False: a wallet of other chains, or one that cannot be connected. */
  readonly isOurs: boolean
}

const version: WalletVersion = '1.0.0'
// Enough for a wallet with many chains and features.
const most = 1000

/** Undefined: no wallet, or another version, or a getter throws. Sends the wallet no request. */
export function readWallet(provider: unknown): StandardWallet | undefined {
  const name = displayText(read(provider, 'name'))
  const icon = parseDataImage(read(provider, 'icon'))
  if (
    typeof provider !== 'object' ||
    provider === null ||
    read(provider, 'version') !== version ||
    !name
  )
    return undefined
  return {
    provider,
    name,
    // A bridge shows our own session as a wallet, which must not be listed beside its source.
    isOurs:
      chainsOf(provider).length > 0 &&
      !!featureOf(provider, 'standard:connect') &&
      !featureOf(provider, 'portico:session'),
    ...(icon && { icon }),
  }
}

/**
 * Reads a property of an untrusted object. Undefined where it is missing, or where its getter
 * throws.
 */
export function read(value: unknown, key: string): unknown {
  try {
    return (value as Record<string, unknown>)[key]
  } catch {
    return undefined
  }
}

/** Returns the clusters of a wallet or account: `solana:mainnet`. */
export const chainsOf = (of: unknown): readonly string[] =>
  textsOf(read(of, 'chains')).filter(chain => chain.startsWith(`${namespace}:`))

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

export type Feature = (...input: readonly unknown[]) => unknown
/**
 * Returns the function of a feature: `solana:signMessage` has `signMessage`. Undefined: the wallet
 * lacks the feature.
 */
export function featureOf(
  provider: object,
  id: `${string}:${string}`,
  method = id.slice(id.indexOf(':') + 1),
): Feature | undefined {
  const feature = read(read(provider, 'features'), id)
  const call = read(feature, method)
  return typeof call === 'function' ? (...input) => Reflect.apply(call, feature, input) : undefined
}

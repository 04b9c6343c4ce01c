/** What a wallet in the page says of itself by the Wallet Standard, read at the door. */
import { displayText, parseDataImage } from '@portico/kernel/contracts'
import type { WalletVersion } from '@wallet-standard/base'
import { namespace } from '../networks.js'

/** A wallet in the page. */
export interface StandardWallet {
  /** The wallet's own object. */
  readonly provider: object
  /** Fit to be shown. */
  readonly name: string
  /** A data image. */
  readonly icon?: string
  /** False: it is a wallet of other chains, or one that cannot be connected. */
  readonly isOurs: boolean
}

const version: WalletVersion = '1.0.0'
// All that a wallet with many chains and features would have, and no more.
const most = 1000

/** Undefined: it is no wallet, or one of another version; a getter throws. Asks the wallet nothing. */
export function readWallet(provider: unknown): StandardWallet | undefined {
  const name = displayText(read(provider, 'name'))
  const icon = parseDataImage(read(provider, 'icon'))
  if (typeof provider !== 'object' || provider === null || read(provider, 'version') !== version || !name) return undefined
  return { provider, name, isOurs: chainsOf(provider).length > 0 && !!featureOf(provider, 'standard:connect'), ...(icon && { icon }) }
}

/** A property of a stranger's object: undefined where there is none, and where looking at it throws. */
export function read(value: unknown, key: string): unknown {
  try {
    return (value as Record<string, unknown>)[key]
  } catch {
    return undefined
  }
}

/** The clusters that a wallet, or an account of one, is for: `solana:mainnet`. */
export const chainsOf = (of: unknown): readonly string[] => textsOf(read(of, 'chains')).filter(chain => chain.startsWith(`${namespace}:`))

/** Texts of a list that a stranger made; none where it is no list. */
function textsOf(list: unknown): readonly string[] {
  try {
    return Array.isArray(list) && list.length <= most ? [...list].filter(one => typeof one === 'string') : []
  } catch {
    // A list whose items cannot be looked at has none.
    return []
  }
}

export type Feature = (...input: readonly unknown[]) => unknown
/** The function of a feature: `solana:signMessage` has `signMessage`. Undefined: the wallet cannot do that. */
export function featureOf(provider: object, id: `${string}:${string}`, method = id.slice(id.indexOf(':') + 1)): Feature | undefined {
  const feature = read(read(provider, 'features'), id)
  const call = read(feature, method)
  return typeof call === 'function' ? (...input) => Reflect.apply(call, feature, input) : undefined
}

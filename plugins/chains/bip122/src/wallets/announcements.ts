/**
 * Validates what Bitcoin wallets in the page announce: `btc_providers` (WBIP004), the known
 * globals, the Wallet Standard.
 */
import type { NetworkId } from '@portico/kernel/chain'
import {
  type FoundStandardWallet,
  type StandardFeature,
  standardFeature,
} from '@portico/kernel/connector-kit'
import { displayText, parseDataImage } from '@portico/kernel/text'
import { bitcoin, bitcoinSignet, bitcoinTestnet } from '../networks.js'
import type { Method } from './wallet-calls.js'

export type WalletProtocol =
  | 'sats-connect'
  | 'leather'
  | 'wallet-standard'
  | 'okx'
  | 'unisat'
  | 'phantom'

/**
 * An injected wallet. Its functions are captured on discovery, so functions that a script installs
 * later are never called.
 */
export interface FoundWallet {
  readonly protocol: WalletProtocol
  /**
   * Path of the provider on `window`, names joined by dots. Empty: the wallet registered itself.
   */
  readonly path: string
  /** Sanitised for display. */
  readonly name: string
  readonly icon?: string
  readonly provider: object
  readonly methods: Readonly<Record<string, Method>>
  /** The methods that the wallet declares. Absent: it declares none. */
  readonly named?: readonly string[]
  /** The wallet's objects for other networks, where it has one per network. */
  readonly siblings: readonly FoundWallet[]
  readonly network?: NetworkId
  /** Aborts when the wallet withdraws its registration. Absent: it cannot. */
  readonly removed?: AbortSignal
}

interface KnownPlace {
  readonly protocol: WalletProtocol
  readonly name: string
  readonly network?: NetworkId
  readonly siblings?: Readonly<Record<string, NetworkId>>
}
/** Wallets that do not announce themselves, or that use another protocol than the one announced. */
const knownPlaces: Readonly<Record<string, KnownPlace>> = {
  LeatherProvider: { protocol: 'leather', name: 'Leather' },
  unisat: { protocol: 'unisat', name: 'UniSat Wallet' },
  'bitkeep.unisat': { protocol: 'unisat', name: 'Bitget Wallet' },
  'binancew3w.bitcoin': { protocol: 'unisat', name: 'Binance Wallet' },
  'okxwallet.bitcoin': {
    protocol: 'okx',
    name: 'OKX Wallet',
    network: bitcoin.caipNetworkId,
    siblings: {
      'okxwallet.bitcoinTestnet': bitcoinTestnet.caipNetworkId,
      'okxwallet.bitcoinSignet': bitcoinSignet.caipNetworkId,
    },
  },
  'phantom.bitcoin': { protocol: 'phantom', name: 'Phantom' },
}
/** Per protocol, the one required method, and all methods that are captured. */
const methodNames: Readonly<
  Record<Exclude<WalletProtocol, 'wallet-standard'>, readonly [string, ...string[]]>
> = {
  'sats-connect': ['request', 'addListener'],
  leather: ['request', 'addListener'],
  unisat: [
    'requestAccounts',
    ...[
      'getAccounts',
      'getPublicKey',
      'getChain',
      'getNetwork',
      'switchChain',
      'switchNetwork',
      'signMessage',
      'signPsbt',
      'disconnect',
    ],
    ...['on', 'removeListener', 'off'],
  ],
  okx: [
    'connect',
    'getAccounts',
    'getPublicKey',
    'signMessage',
    'signPsbt',
    'disconnect',
    'on',
    'removeListener',
    'off',
  ],
  phantom: ['requestAccounts', 'signMessage', 'signPSBT', 'on', 'removeListener', 'off'],
}
/** Wallet Standard features, with the function of each. */
const featureFunctions: Readonly<Record<string, string>> = {
  'bitcoin:connect': 'connect',
  'standard:connect': 'connect',
  'standard:disconnect': 'disconnect',
  'standard:events': 'on',
  'bitcoin:signMessage': 'signMessage',
  'bitcoin:signTransaction': 'signTransaction',
}
const pathOf = /^[\w$]+(\.[\w$]+){0,7}$/

/**
 * Reads the wallets on `window`, at most `most`, announced ones first. Skips entries with missing
 * fields or without a provider (yet).
 */
export function readPlacedWallets(page: object, most: number): readonly FoundWallet[] {
  const announced = quietly(() => (page as { btc_providers?: unknown }).btc_providers)
  const entries = Array.isArray(announced) ? announced.slice(0, most) : []
  const placed = entries.flatMap(entry => quietly(() => readEntry(page, entry)) ?? [])
  const known = Object.keys(knownPlaces).flatMap(
    path => quietly(() => readPlace(page, path, {})) ?? [],
  )
  return [...placed, ...known]
}

function readEntry(page: object, entry: unknown): FoundWallet | undefined {
  const { id, name, icon, methods } = entry as Record<string, unknown>
  const shownName = displayText(name)
  const image = parseDataImage(
    typeof icon === 'string'
      ? icon.replace(/^data:image\/svg([;,])/, 'data:image/svg+xml$1')
      : icon,
  )
  if (typeof id !== 'string' || !pathOf.test(id) || !shownName) return undefined
  const named = Array.isArray(methods) && {
    named: methods.filter(method => typeof method === 'string'),
  }
  return readPlace(page, id, { name: shownName, ...(image && { icon: image }), ...named })
}

function readPlace(
  page: object,
  path: string,
  said: Partial<Pick<FoundWallet, 'name' | 'icon' | 'named'>>,
): FoundWallet | undefined {
  const {
    protocol,
    name,
    network,
    siblings = {},
  } = (Object.hasOwn(knownPlaces, path) ? knownPlaces[path] : undefined) ?? {
    protocol: 'sats-connect' as const,
    name: path,
  }
  const provider = objectAt(page, path)
  const methods = provider && takeMethods(provider, methodNames[protocol as 'unisat'])
  if (!provider || !methods) return undefined
  const others = Object.entries(siblings).flatMap(([at, its]) => {
    const other = quietly(() => objectAt(page, at))
    const taken = other && takeMethods(other, methodNames[protocol as 'unisat'])
    return other && taken
      ? [{ protocol, path: at, name, provider: other, methods: taken, siblings: [], network: its }]
      : []
  })
  return {
    protocol,
    path,
    name,
    provider,
    methods,
    siblings: others,
    ...(network && { network }),
    ...said,
  }
}

/** A wallet that registered by the Wallet Standard, with its functions for Bitcoin. */
export function foundByStandard(wallet: FoundStandardWallet): FoundWallet {
  const methods: Record<string, Method> = {}
  for (const [feature, call] of Object.entries(featureFunctions)) {
    const method = standardFeature(wallet.provider, feature as StandardFeature, call)
    if (method) methods[feature] = method
  }
  return { ...wallet, protocol: 'wallet-standard', path: '', methods, siblings: [] }
}

/** Resolves a path of names joined by dots. */
export function objectAt(page: object, path: string): object | undefined {
  const found = path
    .split('.')
    .reduce<unknown>(
      (place, key) => (place as Record<string, unknown> | undefined | null)?.[key],
      page,
    )
  return (typeof found === 'object' && found !== null) || typeof found === 'function'
    ? found
    : undefined
}

function takeMethods(
  provider: object,
  [first, ...others]: readonly [string, ...string[]],
): Readonly<Record<string, Method>> | undefined {
  const taken = [first, ...others].flatMap(name => {
    const method = (provider as Record<string, unknown>)[name]
    return typeof method === 'function' ? [[name, method as Method] as const] : []
  })
  return taken.some(([name]) => name === first) ? Object.fromEntries(taken) : undefined
}

/** Treats a throwing getter as a missing property. */
function quietly<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

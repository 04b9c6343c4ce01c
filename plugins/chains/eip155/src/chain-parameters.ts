/**
 * Parameters of `wallet_addEthereumChain` (EIP-3085). Public, so a host can check its own networks.
 */

export interface ChainParameters {
  readonly chainId: `0x${string}`
  readonly chainName?: string
  readonly nativeCurrency?: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }
  readonly rpcUrls: readonly [string, ...string[]]
  readonly blockExplorerUrls?: readonly string[]
  readonly iconUrls?: readonly string[]
}

/**
 * Parses the parameters of `wallet_addEthereumChain`. Returns undefined when they break EIP-3085:
 * the chain id is a hex quantity below 2^53, every URL is https, the coin has a name, a symbol and
 * whole decimals.
 *
 * Loopback URLs may be http, because their traffic never leaves the machine. Unknown fields are
 * dropped.
 */
export function parseChainParameters(value: unknown): ChainParameters | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { chainId, chainName, nativeCurrency, rpcUrls, blockExplorerUrls, iconUrls } =
    value as Readonly<Record<string, unknown>>
  if (
    typeof chainId !== 'string' ||
    !/^0x[1-9a-fA-F][\da-fA-F]{0,13}$/.test(chainId) ||
    Number(chainId) > Number.MAX_SAFE_INTEGER
  )
    return undefined
  if (!isList(rpcUrls, isSecureUrl) || rpcUrls.length === 0) return undefined
  if (chainName !== undefined && !isText(chainName)) return undefined
  if (nativeCurrency !== undefined && !isCurrency(nativeCurrency)) return undefined
  if (blockExplorerUrls !== undefined && !isList(blockExplorerUrls, isSecureUrl)) return undefined
  if (iconUrls !== undefined && !isList(iconUrls, isSecureUrl)) return undefined
  return {
    chainId: chainId as ChainParameters['chainId'],
    ...(chainName !== undefined && { chainName }),
    ...(nativeCurrency !== undefined && {
      nativeCurrency: {
        name: nativeCurrency.name,
        symbol: nativeCurrency.symbol,
        decimals: nativeCurrency.decimals,
      },
    }),
    rpcUrls: [...rpcUrls] as [string, ...string[]],
    ...(blockExplorerUrls?.length && { blockExplorerUrls: [...blockExplorerUrls] }),
    ...(iconUrls?.length && { iconUrls: [...iconUrls] }),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

function isList<Item>(
  value: unknown,
  holds: (item: unknown) => item is Item,
): value is readonly Item[] {
  return Array.isArray(value) && Array.from(value).every(holds)
}

function isCurrency(value: unknown): value is NonNullable<ChainParameters['nativeCurrency']> {
  if (typeof value !== 'object' || value === null) return false
  const { name, symbol, decimals } = value as Readonly<Record<string, unknown>>
  return (
    isText(name) && isText(symbol) && typeof decimals === 'number' && (decimals & 255) === decimals
  )
}

function isSecureUrl(value: unknown): value is string {
  if (typeof value !== 'string') return false
  try {
    const { protocol, hostname, username, password } = new URL(value)
    const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
    return !username && !password && (protocol === 'https:' || (protocol === 'http:' && isLocal))
  } catch {
    return false
  }
}

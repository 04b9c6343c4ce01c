import type { ChainConfiguration } from '../configuration.js'
import { BackendError } from '../errors.js'
import type { WireTransaction } from '../wire.js'

export interface NativeCoin {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly logoURI?: string | undefined
}
/** What an account holds of one asset, in base units. */
export interface Holding extends NativeCoin {
  /** A token's address, or `native`. */
  readonly asset: string
  readonly amount: bigint
}
/** Base units for one unit of work: wei for gas, lamports for a signature. */
export interface GasPrice {
  readonly standard: bigint
  readonly fast: bigint
  readonly instant: bigint
}
export interface ChainPage {
  readonly entries: readonly WireTransaction[]
  /** What to ask with for the following page. */
  readonly next?: string | undefined
}

/** A chain that the backend was pointed at. */
export interface Chain {
  readonly id: string
  readonly configuration: ChainConfiguration
  readonly native: NativeCoin
  /** What stands for the native coin where an API wants the address of a token. */
  readonly nativeAddress: string
  /** An address as it is stored and compared, or undefined for what is none of this chain. */
  readAddress(text: string): string | undefined
  /**
   * The native coin first, and what the account has of the tokens of the list and of `also`.
   *
   * @throws BackendError NODE_UNREACHABLE, NODE_REFUSED, NODE_NONSENSE
   */
  holdings(
    address: string,
    also: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly Holding[]>
  /**
   * Past transactions, where the chain's own nodes know them by account; undefined for a cursor
   * that is none. Chains without it are indexed.
   */
  history?(
    address: string,
    cursor: string | undefined,
    signal?: AbortSignal,
  ): Promise<ChainPage | undefined>
  gasPrice?(signal?: AbortSignal): Promise<GasPrice>
}

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const coins: Readonly<Record<string, NativeCoin>> = {
  ...Object.fromEntries(
    [
      1, 10, 324, 1337, 8453, 31_337, 42_161, 59_144, 81_457, 534_352, 560_048, 7_777_777,
      11_155_111, 11_155_420, 84_532, 421_614,
    ].map(id => [`eip155:${id}`, ether]),
  ),
  'eip155:56': { name: 'BNB', symbol: 'BNB', decimals: 18 },
  'eip155:100': { name: 'xDAI', symbol: 'XDAI', decimals: 18 },
  'eip155:137': { name: 'POL', symbol: 'POL', decimals: 18 },
  'eip155:42220': { name: 'CELO', symbol: 'CELO', decimals: 18 },
  'eip155:43114': { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
}

/**
 * Named by the hash of its first block (CAIP-4). Coins of the test networks are worth nothing, and
 * are not called BTC.
 */
const bitcoinMainnet = 'bip122:000000000019d6689c085ae165831e93'

/**
 * The coin of a chain: what the configuration says, or what is widely known.
 *
 * @throws BackendError BAD_CONFIGURATION where neither is the case
 */
export function nativeCoinOf({ id, native }: ChainConfiguration): NativeCoin {
  const known =
    native ??
    (id.startsWith('solana:') ? { name: 'Solana', symbol: 'SOL', decimals: 9 } : undefined) ??
    coins[id]
  if (known) return known
  if (id.startsWith('bip122:'))
    return { name: 'Bitcoin', symbol: id === bitcoinMainnet ? 'BTC' : 'tBTC', decimals: 8 }
  throw new BackendError(
    'BAD_CONFIGURATION',
    `The coin of ${id} is not known here. Hint: chains: [{ id: '${id}', native: { name, symbol, decimals }, … }].`,
  )
}

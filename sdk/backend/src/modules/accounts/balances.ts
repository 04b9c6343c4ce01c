import { formatAmount, worth } from '@portico/kernel/text'
import type { Kysely } from 'kysely'
import type { Chain, Holding } from '../../chains/chain.js'
import { tokensMovedBy } from '../../history/history-pages.js'
import type { Currency } from '../../option-schemas.js'
import type { CreateCache } from '../../shared/cache.js'
import type { Tables } from '../../store/schema.js'
import type { WireBalance } from '../../wire.js'
import type { Prices } from '../prices/prices.js'

/** Balances of accounts, kept for ten seconds. */
export interface BalanceBoard {
  /**
   * The body of the answer, as JSON text. Where something has just moved, everything is read again.
   * `tokens` are read as well where they are on no list; such an answer is not kept.
   *
   * @throws BackendError NODE_UNREACHABLE, NODE_REFUSED, NODE_NONSENSE when one of the chains does
   * not answer: half a wallet would look like a poor one
   */
  read(chains: readonly Chain[], address: string, currency: Currency, moved: Moved): Promise<string>
}
export interface Moved {
  readonly isForced: boolean
  readonly tokens: readonly string[]
}

const [keptSeconds, keptAccounts] = [10, 10_000]

export function createBalanceBoard(
  database: Kysely<Tables>,
  prices: Pick<Prices, 'of'>,
  cache: CreateCache,
): BalanceBoard {
  const kept = cache('balances', { seconds: keptSeconds, most: keptAccounts })

  const balancesOn = async (
    chain: Chain,
    address: string,
    currency: Currency,
    { tokens }: Moved,
  ): Promise<readonly WireBalance[]> => {
    const own = chain.readAddress(address) ?? address
    const also = chain.history ? [] : await tokensMovedBy(database, chain.id, own)
    const holdings = await chain.holdings(own, [...also, ...tokens])
    return Promise.all(
      holdings.map(async holding =>
        wireBalance(chain.id, holding, await prices.of(chain.id, holding.asset, currency)),
      ),
    )
  }

  return {
    async read(chains, address, currency, moved) {
      const key = `${address} ${currency} ${chains.map(({ id }) => id).join(' ')}`
      const compute = async () => {
        const all = await Promise.all(
          chains.map(chain => balancesOn(chain, address, currency, moved)),
        )
        return JSON.stringify({ balances: all.flat() })
      }
      if (!moved.isForced) return kept.read(key, compute)
      if (moved.tokens.length === 0) return kept.refresh(key, compute)
      // Tokens that one request names are for that request alone: anybody may name any token. The
      // next one reads again, since something has moved.
      await kept.forget(key)
      return compute()
    },
  }
}

function wireBalance(
  chainId: string,
  { asset, name, symbol, decimals, amount, logoURI }: Holding,
  price: string | undefined,
): WireBalance {
  const value = price === undefined ? undefined : worth(amount, decimals, price)
  return {
    name,
    symbol,
    chainId,
    ...(asset !== 'native' && { address: `${chainId}:${asset}` }),
    // The wire wants numbers of what is shown, never of what is sent.
    ...(value !== undefined && { value: Number(value), price: Number(price) }),
    quantity: { decimals: String(decimals), numeric: formatAmount(amount, decimals) },
    iconUrl: logoURI ?? '',
  }
}

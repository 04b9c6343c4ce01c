import { formatAmount, worth } from '@portico/kernel/text'
import { LRUCache } from 'lru-cache'
import type { Chain, Holding } from './chains/chain.js'
import type { Currency } from './configuration.js'
import { tokensMovedBy } from './history/history-pages.js'
import type { Prices } from './prices.js'
import type { Store } from './store/open-store.js'
import type { WireBalance } from './wire.js'

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

/** Milliseconds, and accounts. */
const [keptMs, keptAccounts] = [10_000, 10_000]

export function createBalanceBoard(store: Store, prices: Prices): BalanceBoard {
  const kept = new LRUCache<string, Promise<string>>({ max: keptAccounts, ttl: keptMs })

  const balancesOn = async (
    chain: Chain,
    address: string,
    currency: Currency,
    { tokens }: Moved,
  ): Promise<readonly WireBalance[]> => {
    const own = chain.readAddress(address) ?? address
    const also = chain.history ? [] : await tokensMovedBy(store.database, chain.id, own)
    const holdings = await chain.holdings(own, [...also, ...tokens])
    return Promise.all(
      holdings.map(async holding =>
        wireBalance(chain.id, holding, await prices.of(chain.id, holding.asset, currency)),
      ),
    )
  }

  return {
    read(chains, address, currency, moved) {
      const key = `${address} ${currency} ${chains.map(({ id }) => id).join(' ')}`
      const found = kept.get(key)
      if (found && !moved.isForced) return found
      const body = Promise.all(
        chains.map(chain => balancesOn(chain, address, currency, moved)),
      ).then(all => JSON.stringify({ balances: all.flat() }))
      // Tokens that one request names are for that request alone: anybody may name any token. The
      // next one reads again, since something has moved.
      if (moved.tokens.length > 0) {
        kept.delete(key)
        return body
      }
      kept.set(key, body)
      body.catch(() => {
        if (kept.peek(key) === body) kept.delete(key)
      })
      return body
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

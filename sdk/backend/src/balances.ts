import { formatAmount, worth } from '@portico/kernel/contracts'
import type { Chain, Holding } from './chains/chain.js'
import type { Currency } from './configuration.js'
import { tokensMovedBy } from './history/history-pages.js'
import type { Prices } from './prices.js'
import type { Store } from './store/open-store.js'
import type { WireBalance } from './wire.js'

/** Balances of accounts, kept for ten seconds. */
export interface BalanceBoard {
  /**
   * The body of the answer, as JSON text. Where something has just moved, everything is read again, and `tokens` with it where they are on no list.
   *
   * @throws BackendError NODE_UNREACHABLE, NODE_REFUSED, NODE_NONSENSE when one of the chains does not answer: half a wallet would look like a poor one
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
  const kept = new Map<string, { readonly until: number; readonly body: Promise<string> }>()

  const balancesOn = async (chain: Chain, address: string, currency: Currency, { tokens }: Moved): Promise<readonly WireBalance[]> => {
    const own = chain.readAddress(address) ?? address
    const also = chain.history ? [] : await tokensMovedBy(store.database, chain.id, own)
    const holdings = await chain.holdings(own, [...also, ...tokens])
    return Promise.all(holdings.map(async holding => wireBalance(chain.id, holding, await prices.of(chain.id, holding.asset, currency))))
  }

  return {
    read(chains, address, currency, moved) {
      const key = `${address} ${currency} ${chains.map(({ id }) => id).join(' ')}`
      const now = performance.now()
      const found = kept.get(key)
      if (found && found.until > now && !moved.isForced) return found.body
      const body = Promise.all(chains.map(chain => balancesOn(chain, address, currency, moved))).then(all => JSON.stringify({ balances: all.flat() }))
      kept.delete(key)
      kept.set(key, { until: now + keptMs, body })
      body.catch(() => {
        if (kept.get(key)?.body === body) kept.delete(key)
      })
      const [oldest] = kept.keys()
      if (kept.size > keptAccounts && oldest !== undefined) kept.delete(oldest)
      return body
    },
  }
}

function wireBalance(chainId: string, { asset, name, symbol, decimals, amount, logoURI }: Holding, price: string | undefined): WireBalance {
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

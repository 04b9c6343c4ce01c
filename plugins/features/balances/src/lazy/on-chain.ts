/** What an account has, from the chain itself. Prices from whoever knows them, or none. */
import { withTimeout } from '@portico/kernel'
import {
  addresses,
  type Balance,
  balances,
  ChainError,
  type Holding,
  type HoldingsAsk,
  type NetworkId,
  nativeBalance,
  parseAssetId,
  tokenPrices,
  worth,
} from '@portico/kernel/contracts'
import type { BalancesContext } from '../refs.js'
import { isLowQuality } from '../rules.js'
import type { KnownTokens } from './known-tokens.js'

/** Milliseconds that prices are waited for: balances are not held up by what they are worth. */
const pricePatience = 2_500

export function createOnChain(context: BalancesContext, known: KnownTokens) {
  /** In the chain's own writing: a list may have it in another. */
  const canonical = async (balance: Balance, network: NetworkId, signal: AbortSignal): Promise<Balance> => {
    const { asset } = balance.token
    const { assetNamespace, assetReference } = parseAssetId(asset) ?? {}
    const chain = context.capability(addresses, network)
    if (!assetReference || !chain?.looksLike(assetReference)) return balance
    const { address } = await chain.parse(assetReference, network, signal)
    return { ...balance, token: { ...balance.token, asset: `${network}/${assetNamespace}:${address}` } }
  }
  const tokensOf = async ({ account, network }: HoldingsAsk, signal: AbortSignal): Promise<readonly Balance[]> => {
    const chain = context.capability(balances, network)
    if (!chain) throw new ChainError('CHAIN_UNAVAILABLE')
    if (!chain.tokens) return []
    const tokens = await chain.tokens(account, network, await known(network), signal)
    if (!tokens.every(one => isBalance(one, network))) throw new ChainError('CHAIN_ANSWER')
    return Promise.all(tokens.filter(one => one.amount > 0n && !isLowQuality(one)).map(one => canonical(one, network, signal)))
  }
  const pricesOf = async ({ network, currency }: HoldingsAsk, held: readonly Balance[], signal: AbortSignal) => {
    const assets = held.map(({ token }) => token.asset)
    try {
      const ask = (own: AbortSignal) => context.call(tokenPrices, { network, assets, currency }, own)
      const { value } = await withTimeout(ask, pricePatience, signal)
      return new Map(value.map(({ asset, price }) => [asset, price]))
    } catch {
      signal.throwIfAborted()
      // Nobody knows, or nobody answers: what one has is shown without what it is worth.
      return new Map<string, string>()
    }
  }

  return async (ask: HoldingsAsk, signal: AbortSignal): Promise<readonly Holding[]> => {
    const { account, network } = ask
    const [native, tokens] = await Promise.all([context.call(nativeBalance, { account, network }, signal), tokensOf(ask, signal)])
    const held = [native.value, ...tokens]
    const prices = await pricesOf(ask, held, signal)
    return held.map((balance): Holding => {
      const price = prices.get(balance.token.asset)
      const value = price && worth(balance.amount, balance.token.decimals, price)
      return { ...balance, ...(price && { price }), ...(value && { value }) }
    })
  }
}

/** Chain plugins may be strangers: what would not be fit to be shown is refused here. */
function isBalance(answer: Balance, network: NetworkId): boolean {
  const { amount, token } = Object(answer) as Partial<Balance>
  const { symbol, decimals, network: its } = Object(token) as Partial<Balance['token']>
  return typeof amount === 'bigint' && amount >= 0n && typeof symbol === 'string' && Number.isInteger(decimals) && Number(decimals) <= 255 && its === network
}

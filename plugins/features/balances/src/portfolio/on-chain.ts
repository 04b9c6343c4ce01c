/** Reads the balances of an account from the chain itself, with prices where they are available. */
import { withTimeout } from '@portico/kernel'
import {
  type Holding,
  type HoldingsQuery,
  nativeBalanceEndpoint,
  tokenPricesEndpoint,
} from '@portico/kernel/backend'
import { addressesCapability, type Balance, balancesCapability } from '@portico/kernel/capabilities'
import { ChainError, type NetworkId, parseAssetId, type Token } from '@portico/kernel/chain'
import { worth } from '@portico/kernel/text'
import type { BalancesContext } from '../refs.js'
import { isLowQuality } from '../rules.js'
import type { KnownTokens } from '../tokens/known-tokens.js'

/** Milliseconds to wait for prices, so that they never delay balances. */
const priceTimeoutMs = 2_500

export function createOnChain(context: BalancesContext, known: KnownTokens) {
  /** Normalises the address: a list may have it in another form. */
  const canonical = async (
    balance: Balance,
    network: NetworkId,
    signal: AbortSignal,
  ): Promise<Balance> => {
    const { asset } = balance.token
    const { assetNamespace, assetReference } = parseAssetId(asset) ?? {}
    const chain = context.capability(addressesCapability, network)
    if (!assetReference || !chain?.looksLike(assetReference)) return balance
    const { address } = await chain.parse(assetReference, network, signal)
    return {
      ...balance,
      token: { ...balance.token, asset: `${network}/${assetNamespace}:${address}` },
    }
  }
  const tokensOf = async (
    { account, network }: HoldingsQuery,
    listed: readonly Token[],
    signal: AbortSignal,
  ): Promise<readonly Balance[]> => {
    const chain = context.capability(balancesCapability, network)
    if (!chain) throw new ChainError('CHAIN_UNAVAILABLE')
    if (!chain.tokens) return []
    const tokens = await chain.tokens(account, network, listed, signal)
    if (!tokens.every(one => isBalance(one, network))) throw new ChainError('CHAIN_ANSWER')
    return Promise.all(
      tokens
        .filter(one => one.amount > 0n && !isLowQuality(one))
        .map(one => canonical(one, network, signal)),
    )
  }
  const pricesOf = async (
    { network, currency }: HoldingsQuery,
    held: readonly Balance[],
    signal: AbortSignal,
  ) => {
    const assets = held.map(({ token }) => token.asset)
    try {
      const ask = (own: AbortSignal) =>
        context.call(tokenPricesEndpoint, { network, assets, currency }, own)
      const { value, source } = await withTimeout(ask, priceTimeoutMs, signal)
      return new Map(value.map(({ asset, price }) => [asset, { price, priceSource: source }]))
    } catch {
      signal.throwIfAborted()
      // Without prices, balances are shown without values.
      return new Map<string, Pick<Holding, 'price' | 'priceSource'>>()
    }
  }

  return async (ask: HoldingsQuery, signal: AbortSignal): Promise<readonly Holding[]> => {
    const { account, network } = ask
    const { all } = await known(network)
    // In the same moment, the tokens first: a chain sends both questions in one request.
    const [tokens, native] = await Promise.all([
      tokensOf(ask, all, signal),
      context.call(nativeBalanceEndpoint, { account, network }, signal),
    ])
    const held = [native.value, ...tokens]
    const prices = await pricesOf(ask, held, signal)
    return held.map((balance): Holding => {
      const priced = prices.get(balance.token.asset)
      const value = priced?.price && worth(balance.amount, balance.token.decimals, priced.price)
      return { ...balance, ...priced, ...(value && { value }) }
    })
  }
}

/** Validates a balance, because a chain plugin may be a third party. */
function isBalance(answer: Balance, network: NetworkId): boolean {
  const { amount, token } = Object(answer) as Partial<Balance>
  const { symbol, decimals, network: its } = Object(token) as Partial<Balance['token']>
  return (
    typeof amount === 'bigint' &&
    amount >= 0n &&
    typeof symbol === 'string' &&
    Number.isInteger(decimals) &&
    Number(decimals) <= 255 &&
    its === network
  )
}

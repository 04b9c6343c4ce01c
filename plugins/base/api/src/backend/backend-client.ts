/** Sends the requests to a backend, and validates its answers. Loaded with the first request. */
import { type ContextOf, unlessAborted } from '@portico/kernel'
import {
  type backendReachService,
  type GasPrice,
  type HistoryQuery,
  type Holding,
  type HoldingsQuery,
  HttpError,
  httpService,
  type NftsQuestion,
  type PricePeriod,
  type PricePoint,
  type TokenPrice,
} from '@portico/kernel/backend'
import {
  type ActivityEntry,
  type ActivityPage,
  type ActivityTransfer,
  addressesCapability,
  balancesCapability,
  type Nft,
  type NftPage,
  nativeAddress,
} from '@portico/kernel/capabilities'
import {
  type AssetId,
  accountId,
  ChainError,
  type NetworkId,
  parseAccountId,
} from '@portico/kernel/chain'
import { worth } from '@portico/kernel/text'
import type { BackendOptions } from '../options.js'
import {
  readBalances,
  readGas,
  readHistory,
  readNetworks,
  readNfts,
  readPriceHistory,
  readPrices,
  type SentBalance,
  type SentEntry,
  type SentMove,
} from './backend-answers.js'

type Asset = AssetId | 'native'
type Context = ContextOf<{
  needs: readonly [typeof httpService]
  provides: readonly [typeof backendReachService]
}>

/** `unknown` receives the networks that the backend does not serve. */
export function createClient(
  context: Context,
  { url, projectId, sdkVersion = 'html-universal' }: BackendOptions,
  unknown: Set<NetworkId>,
) {
  const base = url.replace(/\/+$/, '')
  const about = { projectId, st: 'portico', sv: sdkVersion }
  let listed: ReadonlySet<string> = new Set()
  const withoutNfts = new Set<NetworkId>()
  let hasNoPriceHistory = false

  let listing: Promise<ReadonlySet<string>> | undefined
  /** Shared by all callers, because an account requests several networks at the same time. */
  const loadNetworks = () => {
    listing ??= context
      .use(httpService)
      .get(`${base}/v1/supported-chains`, {
        query: about,
        read: readNetworks,
        signal: context.signal,
      })
      .finally(() => {
        listing = undefined
      })
    return listing
  }
  /**
   * Called before every request: loads the list of networks, and throws for one that is not in it.
   * The list is kept once it is not empty.
   */
  const enter = async (network: NetworkId, signal: AbortSignal) => {
    if (!listed.size) listed = await unlessAborted(loadNetworks(), signal)
    if (listed.has(network)) return
    if (listed.size) unknown.add(network)
    throw new ChainError('CHAIN_NO_ENDPOINT')
  }
  const addressOf = (asset: Asset, network: NetworkId) =>
    accountId(
      network,
      asset === 'native'
        ? nativeAddress(context, network)
        : asset.slice(asset.lastIndexOf(':') + 1),
    )

  /**
   * Returns an address in the chain's own form; undefined for an invalid one.
   * Any other failure says nothing about the address, and is thrown.
   */
  const parsed = async (
    text: string,
    network: NetworkId,
    signal: AbortSignal,
  ): Promise<string | undefined> => {
    const chain = context.capability(addressesCapability, network)
    if (!chain?.looksLike(text)) return undefined
    try {
      return (await chain.parse(text, network, signal)).address
    } catch (error) {
      signal.throwIfAborted()
      // Compared by code, because the chain may have its own copy of the kernel.
      if (`${Object(error).code}`.startsWith('ADDRESS_')) return undefined
      throw error
    }
  }
  /**
   * Returns the asset for an address of the wire format. Undefined for another network, or an
   * invalid address.
   */
  const assetOf = async (
    text: string | undefined,
    network: NetworkId,
    signal: AbortSignal,
  ): Promise<Asset | undefined> => {
    if (text === undefined) return 'native'
    const named = parseAccountId(text)
    if (named?.network !== network) return undefined
    const native = ['native', nativeAddress(context, network).toLowerCase()]
    if (native.includes(named.address.toLowerCase())) return 'native'
    const { tokenNamespace } = context.capability(balancesCapability, network) ?? {}
    // An invalid address on this chain is no token that a person could send.
    const address = tokenNamespace && (await parsed(named.address, network, signal))
    return address ? `${network}/${tokenNamespace}:${address}` : undefined
  }
  const holdingOf = async (
    sent: SentBalance,
    network: NetworkId,
    signal: AbortSignal,
  ): Promise<Holding | undefined> => {
    const asset =
      sent.network === undefined || sent.network === network
        ? await assetOf(sent.address, network, signal)
        : undefined
    if (!asset) return undefined
    const { name, symbol, decimals, imageUrl, amount, price } = sent
    // The price gives a more exact value than the rounded sum of the service.
    const value = (price && worth(amount, decimals, price)) ?? sent.value
    return {
      token: { asset, network, name, symbol, decimals, ...(imageUrl && { imageUrl }) },
      amount,
      ...(price && { price }),
      ...(value && { value }),
    }
  }

  /**
   * Returns the address in the chain's form, in which the backend may not have it. An invalid one
   * stays as it is.
   */
  const written = async (text: string, network: NetworkId, signal: AbortSignal): Promise<string> =>
    (await parsed(text, network, signal)) ?? text
  const canonical = async (nft: Nft, signal: AbortSignal): Promise<Nft> =>
    nft.address ? { ...nft, address: await written(nft.address, nft.network, signal) } : nft
  /** Parses each address once: most addresses are in many entries. */
  const canonicalPast = async (
    entries: readonly SentEntry[],
    network: NetworkId,
    signal: AbortSignal,
  ): Promise<readonly ActivityEntry[]> => {
    const named = [
      ...new Set(entries.flatMap(({ metadata }) => [metadata.sentFrom, metadata.sentTo])),
    ]
    const ours = new Map(
      await Promise.all(
        named.map(async text => [text, await written(text, network, signal)] as const),
      ),
    )
    const own = (text: string) => ours.get(text) ?? text
    const tokens = new Set(
      entries.flatMap(({ transfers }) => transfers.flatMap(({ address }) => address ?? [])),
    )
    const assets = new Map(
      await Promise.all(
        [...tokens].map(async text => [text, await assetOf(text, network, signal)] as const),
      ),
    )
    const moveOf = ({ address = '', ...move }: SentMove): ActivityTransfer => {
      const asset = assets.get(address)
      return asset && move.fungible_info
        ? { ...move, fungible_info: { ...move.fungible_info, asset } }
        : move
    }
    return entries.map(({ metadata, transfers, ...entry }) => ({
      ...entry,
      transfers: transfers.map(moveOf),
      metadata: { ...metadata, sentFrom: own(metadata.sentFrom), sentTo: own(metadata.sentTo) },
    }))
  }

  return {
    async balances(
      { account, network, currency, moved }: HoldingsQuery,
      signal: AbortSignal,
    ): Promise<readonly Holding[]> {
      await enter(network, signal)
      const sent = await context
        .use(httpService)
        .get(`${base}/v1/account/${encodeURIComponent(account.address)}/balance`, {
          query: {
            ...about,
            currency,
            chainId: network,
            forceUpdate: moved?.map(asset => addressOf(asset, network)).join(),
          },
          read: readBalances,
          signal,
        })
      const holdings = await Promise.all(sent.map(one => holdingOf(one, network, signal)))
      return holdings.filter(one => one !== undefined)
    },

    /** Requests all prices at once, also that of the native coin. */
    async prices(
      ask: { network: NetworkId; assets: readonly Asset[]; currency: string },
      signal: AbortSignal,
    ): Promise<readonly TokenPrice[]> {
      const { network, assets, currency } = ask
      await enter(network, signal)
      const sent = await context.use(httpService).post(`${base}/v1/fungible/price`, {
        body: {
          projectId: projectId ?? '',
          currency,
          addresses: assets.map(asset => addressOf(asset, network)),
        },
        read: readPrices,
        signal,
      })
      const found = await Promise.all(
        sent.map(async ({ address, ...rest }) => ({
          asset: await assetOf(address, network, signal),
          ...rest,
        })),
      )
      return found.flatMap(({ asset, ...rest }) =>
        asset && assets.includes(asset) ? { asset, ...rest } : [],
      )
    },

    /**
     * Requests the past prices of a token. A backend without this route has none, and is not
     * requested for them again.
     */
    async priceHistory(
      ask: { network: NetworkId; asset: Asset; currency: string; period: PricePeriod },
      signal: AbortSignal,
    ): Promise<readonly PricePoint[]> {
      const { network, asset, currency, period } = ask
      await enter(network, signal)
      if (hasNoPriceHistory) return []
      try {
        return await context.use(httpService).get(`${base}/v1/fungible/price-history`, {
          query: { ...about, address: addressOf(asset, network), currency, period },
          read: readPriceHistory,
          signal,
        })
      } catch (error) {
        if (!(error instanceof HttpError) || error.status !== 404) throw error
        hasNoPriceHistory = true
        return []
      }
    },

    async gas({ network }: { network: NetworkId }, signal: AbortSignal): Promise<GasPrice> {
      await enter(network, signal)
      return context.use(httpService).get(`${base}/v1/convert/gas-price`, {
        query: { ...about, chainId: network },
        read: readGas,
        signal,
      })
    },

    async history(
      { account, network, cursor, onramp, sent }: HistoryQuery,
      signal: AbortSignal,
    ): Promise<ActivityPage> {
      await enter(network, signal)
      const { entries, next } = await context
        .use(httpService)
        .get(`${base}/v1/account/${encodeURIComponent(account.address)}/history`, {
          query: {
            ...about,
            chainId: network,
            cursor: cursor?.slice('backend '.length),
            onramp,
            sent: sent ? 'true' : undefined,
          },
          read: readHistory,
          signal,
        })
      return {
        entries: await canonicalPast(entries, network, signal),
        ...(next && { next: `backend ${next}` }),
      }
    },

    /**
     * Requests a page of NFTs.
     * A backend that lists none of this network says so, an older one by 400; it is not requested
     * for them again.
     */
    async nfts({ account, network, cursor }: NftsQuestion, signal: AbortSignal): Promise<NftPage> {
      await enter(network, signal)
      const leave = (cause?: unknown) => {
        withoutNfts.add(network)
        return new ChainError('CHAIN_NO_ENDPOINT', undefined, { cause })
      }
      if (withoutNfts.has(network)) throw leave()
      try {
        const page = await context
          .use(httpService)
          .get(`${base}/v1/account/${encodeURIComponent(account.address)}/nfts`, {
            query: { ...about, chainId: network, cursor: cursor?.slice('backend '.length) },
            read: readNfts,
            signal,
          })
        if (!page) throw leave()
        const { items, next } = page
        const ours = items.filter(nft => nft.network === network)
        return {
          items: await Promise.all(ours.map(nft => canonical(nft, signal))),
          ...(next && { next: `backend ${next}` }),
        }
      } catch (error) {
        if (cursor !== undefined || !(error instanceof HttpError) || error.status !== 400)
          throw error
        throw leave(error)
      }
    },
  }
}

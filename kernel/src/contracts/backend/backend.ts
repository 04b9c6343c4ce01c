/** Endpoints that several plugins call. Handlers answer them. */
import { defineEndpoint, defineService, defineSlice, type ServiceRef } from '../../refs.js'
import type { Account } from '../account/account.js'
import type { ActivityPage } from '../capabilities/activity.js'
import type { Balance } from '../capabilities/balances.js'
import type { NftPage } from '../capabilities/nfts.js'
import type { AssetId, NetworkId } from '../chain/caip.js'

/**
 * The client of a backend (examples/docs/own-backend.md). Throws an HttpError for any status but
 * 2xx and for no answer at all, an HttpAnswerError for a body that the schema refuses.
 */
export interface Http {
  get<Answer>(url: string, options: HttpOptions<Answer>): Promise<Answer>
  post<Answer>(url: string, options: HttpOptions<Answer>): Promise<Answer>
  put<Answer>(url: string, options: HttpOptions<Answer>): Promise<Answer>
  delete<Answer>(url: string, options: HttpOptions<Answer>): Promise<Answer>
  blob(url: string, options?: Omit<HttpOptions<never>, 'read' | 'body'>): Promise<Blob>
  /**
   * A picture as the `data:` image that an `img` takes: fetched without cookies and referrer, of
   * a host that the app has named, at most 1 MiB, within 2 s, a picture by its type and by its
   * first bytes (threat S26). Undefined where it may not be fetched or is unavailable. Throws
   * an HttpError for an unsafe address.
   */
  picture(url: string, options?: PictureOptions): Promise<string | undefined>
}
export interface PictureOptions {
  /** The person requested the image, so its host need not be listed. */
  readonly isWanted?: boolean
  readonly signal?: AbortSignal
}
export interface HttpOptions<Answer> {
  /** null and undefined are dropped, empty text is sent. */
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Validates the answer and returns it, or throws. */
  readonly read: (body: unknown) => Answer
  readonly signal?: AbortSignal
  /** Milliseconds for everything: waiting, retries, the whole body. Default 10,000. */
  readonly timeout?: number
  /** Bytes of the answer's body; more is refused. Default 5 MiB. */
  readonly limit?: number
  /** An untrusted host, which gets no cookies, no referrer and no client id. */
  readonly isUntrusted?: boolean
  /** A redirect is a failure. */
  readonly refusesRedirects?: boolean
}
export const httpService: ServiceRef<Http> = /* @__PURE__ */ defineService<Http>('http')

/**
 * The native balance of an account: kept for 30 s. A chain's own capability
 * answers it unless a handler with a better rank does.
 */
export const nativeBalanceEndpoint = /* @__PURE__ */ defineEndpoint<
  { readonly account: Account; readonly network: NetworkId },
  Balance
>('nativeBalance', {
  cacheFor: 30_000,
  coolDown: 30_000,
  key: ({ account, network }) => `${network}:${account.address}`,
})

/**
 * Provided by the plugin of a backend: whether the backend serves a network. The person learns
 * when the chain answers in its place.
 */
export const backendReachService: ServiceRef<{ serves(network: NetworkId): boolean }> =
  /* @__PURE__ */ defineService('backendReach')

/**
 * The currency of values: `usd`, `eur`, … in lower case. Set by the balances plugin; `usd` without
 * that plugin.
 */
export const currencySlice = /* @__PURE__ */ defineSlice<{ readonly code: string }>({
  id: 'currency',
  initial: () => ({ code: 'usd' }),
})

/** The balance of a token, and its value. */
export interface Holding extends Balance {
  /**
   * Of one whole token, in the requested currency: exact decimal text. Absent: unknown.
   */
  readonly price?: string
  /** Of all of it, likewise. */
  readonly value?: string
  /** The handler that answered the price, where that is not the source of the balance. */
  readonly priceSource?: string
}
export interface HoldingsQuery {
  readonly account: Account
  readonly network: NetworkId
  readonly currency: string
  /**
   * Of these a service is not to answer from what it keeps: they have just moved. Changes nothing
   * while an answer is in our own cache; `invalidate` first.
   */
  readonly moved?: readonly (AssetId | 'native')[]
}
/**
 * All that an account has on a network, with the native coin, in any order
 * (`sortHoldings`): cached for 30 s, and requested again 30 s after a failure.
 */
export const tokenBalancesEndpoint = /* @__PURE__ */ defineEndpoint<
  HoldingsQuery,
  readonly Holding[]
>('tokenBalances', {
  cacheFor: 30_000,
  coolDown: 30_000,
  key: ({ account, network, currency }) => `${network}:${account.address} ${currency}`,
})

export interface TokenPrice {
  readonly asset: AssetId | 'native'
  readonly symbol: string
  /** Of one whole token: exact decimal text. */
  readonly price: string
}
/** The prices of tokens of a network. Tokens without a known price are not in the answer. */
export const tokenPricesEndpoint = /* @__PURE__ */ defineEndpoint<
  {
    readonly network: NetworkId
    readonly assets: readonly (AssetId | 'native')[]
    readonly currency: string
  },
  readonly TokenPrice[]
>('tokenPrices', { coolDown: 30_000 })

/** The periods of a price history: a day, a week, a month, a year. */
export type PricePeriod = '1d' | '1w' | '1m' | '1y'
export interface PricePoint {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Of one whole token: exact decimal text. */
  readonly price: string
}
/**
 * The past prices of a token, in any order. Empty: the source has no history of this token. An
 * answer is good for a minute.
 */
export const priceHistoryEndpoint = /* @__PURE__ */ defineEndpoint<
  {
    readonly network: NetworkId
    readonly asset: AssetId | 'native'
    readonly currency: string
    readonly period: PricePeriod
  },
  readonly PricePoint[]
>('priceHistory', {
  cacheFor: 60_000,
  key: ({ network, asset, currency, period }) => `${network} ${asset} ${currency} ${period}`,
})

/** Base units of the native coin for a unit of work, by how soon it is to be done. */
export interface GasPrice {
  readonly standard: bigint
  readonly fast: bigint
  readonly instant: bigint
}
export const gasPriceEndpoint = /* @__PURE__ */ defineEndpoint<
  { readonly network: NetworkId },
  GasPrice
>('gasPrice')

export interface HistoryQuery {
  readonly account: Account
  readonly network: NetworkId
  /** What an earlier page gave as `next`. */
  readonly cursor?: string
  /** The name of an on-ramp: what was bought there, instead of what is on the chain. */
  readonly onramp?: string
  /** Only what it did itself, where who answers can tell it from what others sent in. */
  readonly sent?: boolean
}
/**
 * What an account did, newest first, page by page. An answer is good for 15 s, each page for
 * itself.
 */
export const historyPageEndpoint = /* @__PURE__ */ defineEndpoint<HistoryQuery, ActivityPage>(
  'historyPage',
  {
    cacheFor: 15_000,
    key: ({ account, network, cursor = '', onramp = '', sent = '' }) =>
      `${network}:${account.address} ${onramp} ${sent} ${cursor}`,
  },
)

export interface NftsQuestion {
  readonly account: Account
  readonly network: NetworkId
  /** What an earlier page gave as `next`. */
  readonly cursor?: string
}
/**
 * What an account has that is one of its kind, page by page. An answer is good for 30 s, each page
 * for itself.
 */
export const nftPageEndpoint = /* @__PURE__ */ defineEndpoint<NftsQuestion, NftPage>('nftPage', {
  cacheFor: 30_000,
  key: ({ account, network, cursor = '' }) => `${network}:${account.address} ${cursor}`,
})

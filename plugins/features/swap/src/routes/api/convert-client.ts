/** The requests of the convert API: promises S7.14 to S7.20. */
import type { ContextOf } from '@portico/kernel'
import { httpService } from '@portico/kernel/backend'
import { nativeAddress, type SwapQuoteRequest, type SwapToken } from '@portico/kernel/capabilities'
import { accountId, type Hex, type NetworkId } from '@portico/kernel/chain'
import { SwapError } from '../../errors.js'
import {
  readAllowance,
  readApproval,
  readNetworks,
  readOrder,
  readQuote,
  readTokens,
} from './answers.js'

export interface ConvertService {
  /** Origin and optional path: that of `backend({ url })`. */
  readonly url: string
  readonly projectId?: string
  /** Sent as `sv` with requests. Default `html-universal`. */
  readonly sdkVersion?: string
}

type Context = ContextOf<{ needs: readonly [typeof httpService] }>
type Side = Hex | 'native'
/** Account, network, both tokens as addresses, and the amount. */
export type ConvertRequest = Pick<SwapQuoteRequest, 'account' | 'network' | 'amount'> & {
  readonly from: Side
  readonly to: Side
}
export type ConvertClient = ReturnType<typeof createConvertClient>

/**
 * Throws an HttpError when there is no answer, an HttpAnswerError for an answer that makes no
 * sense. A network that is not served exchanges nothing.
 */
export function createConvertClient(
  context: Context,
  { url, projectId, sdkVersion = 'html-universal' }: ConvertService,
) {
  const base = url.replace(/\/+$/, '')
  const about = { projectId, st: 'portico', sv: sdkVersion }
  let listed: ReadonlySet<string> = new Set()
  const coinOf = (network: NetworkId) => nativeAddress(context, network)
  const idOf = (network: NetworkId, side: Side) =>
    accountId(network, side === 'native' ? coinOf(network) : side)
  const named = ({ account, network, from, to }: ConvertRequest) => ({
    userAddress: accountId(network, account.address),
    from: idOf(network, from),
    to: idOf(network, to),
  })
  const get = <Answer>(
    path: string,
    query: Readonly<Record<string, string | undefined>>,
    read: (body: unknown) => Answer,
    signal: AbortSignal,
  ) =>
    context
      .use(httpService)
      .get(`${base}/v1/${path}`, { query: { ...about, ...query }, read, signal })

  return {
    /**
     * Loads the supported networks before the first request; keeps the list once it has entries.
     */
    async enter(network: NetworkId, signal: AbortSignal): Promise<void> {
      if (!listed.size) listed = await get('supported-chains', {}, readNetworks, signal)
      if (!listed.has(network)) throw new SwapError('SWAP_NO_ROUTE')
    },
    async tokens(network: NetworkId, signal: AbortSignal): Promise<readonly SwapToken[]> {
      if (!listed.size) listed = await get('supported-chains', {}, readNetworks, signal)
      if (!listed.has(network)) return []
      return get(
        'convert/tokens',
        { chainId: network },
        body => readTokens(body, network, coinOf(network)),
        signal,
      )
    },
    /** Undefined when the answer has no amount. */
    quote: (request: ConvertRequest, gasPrice: bigint, signal: AbortSignal) =>
      get(
        'convert/quotes',
        { ...named(request), gasPrice: String(gasPrice), amount: String(request.amount) },
        readQuote,
        signal,
      ),
    allowance: ({ account, network }: ConvertRequest, token: Hex, signal: AbortSignal) =>
      get(
        'convert/allowance',
        { tokenAddress: idOf(network, token), userAddress: accountId(network, account.address) },
        readAllowance,
        signal,
      ),
    /** Without an amount: unlimited. */
    approval: (request: ConvertRequest, amount: bigint | undefined, signal: AbortSignal) =>
      get(
        'convert/build-approve',
        { ...named(request), amount: amount === undefined ? undefined : String(amount) },
        readApproval,
        signal,
      ),
    /** `slippage`: whole percent, the only unit of the API. */
    order: (request: ConvertRequest, slippage: number, signal: AbortSignal) =>
      context.use(httpService).post(`${base}/v1/convert/build-transaction`, {
        body: {
          projectId,
          amount: String(request.amount),
          ...named(request),
          eip155: { slippage },
          disableEstimate: true,
        },
        read: readOrder,
        signal,
      }),
  }
}

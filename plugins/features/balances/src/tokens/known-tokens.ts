/**
 * Collects the known tokens: shipped, the host's, from its token lists, and added by the person.
 */
import { once } from '@portico/kernel'
import { httpService } from '@portico/kernel/backend'
import { addressesCapability, balancesCapability } from '@portico/kernel/capabilities'
import { type NetworkId, networkOf, type Token } from '@portico/kernel/chain'
import { displayText } from '@portico/kernel/text'
import { parseImage } from '@portico/kernel/wallet'
import { BalancesError } from '../errors.js'
import type { BalancesOptions, ListedToken, TokenList } from '../options.js'
import type { BalancesContext } from '../refs.js'
import { savedOf } from '../saved.js'
import { shippedTokens } from './shipped-tokens.js'

/** Tokens of one network to query a chain about. More would need more than one request. */
const mostOfNetwork = 500

export interface TokensOfNetwork {
  readonly all: readonly Token[]
  /** Without those that only the person added: one of these may imitate a listed token. */
  readonly listed: readonly Token[]
}
export type KnownTokens = (network: NetworkId) => Promise<TokensOfNetwork>
export function createKnownTokens(
  context: BalancesContext,
  { tokens = [], tokenLists = [] }: BalancesOptions,
): KnownTokens {
  // The schema of token lists is as large as the rest of this code, so it is loaded only for hosts
  // with lists.
  const lists = tokenLists.map(list =>
    once(async (): Promise<TokenList> => {
      const { readTokenList: read } = await import('./token-list.js')
      return typeof list === 'string'
        ? context.use(httpService).get(list, { read, signal: context.signal })
        : read(list)
    }),
  )
  /** A list that fails to load is reported, and requested again next time. */
  const listed = async (): Promise<readonly ListedToken[]> => {
    const found = await Promise.allSettled(lists.map(list => list()))
    for (const one of found)
      if (one.status === 'rejected' && !context.signal.aborted)
        context.report(new BalancesError('TOKEN_LIST', { cause: one.reason }))
    return found.flatMap(one => (one.status === 'fulfilled' ? one.value.tokens : []))
  }

  return async network => {
    const { tokenNamespace } = context.capability(balancesCapability, network) ?? {}
    const chain = context.capability(addressesCapability, network)
    const reference = networkOf(context, network)?.id
    const tokenOf = ({
      chainId,
      address,
      decimals,
      name,
      symbol,
      logoURI,
    }: ListedToken): readonly Token[] => {
      const shown = displayText(symbol, 24)
      if (String(chainId) !== reference || !shown || !tokenNamespace || !chain?.looksLike(address))
        return []
      const imageUrl = parseImage(logoURI)
      return [
        {
          asset: `${network}/${tokenNamespace}:${address}`,
          network,
          name: displayText(name) ?? shown,
          symbol: shown,
          decimals,
          ...(imageUrl && { imageUrl }),
        },
      ]
    }
    const isHere = (token: Token) => token.network === network
    const added = savedOf(context).added.filter(isHere)
    const confirmed = [
      ...tokens.filter(isHere),
      ...[...shippedTokens, ...(await listed())].flatMap(tokenOf),
    ]
    const byAsset = new Map(
      [...added, ...confirmed].map(token => [token.asset.toLowerCase(), token]),
    )
    return { all: [...byAsset.values()].slice(0, mostOfNetwork), listed: confirmed }
  }
}

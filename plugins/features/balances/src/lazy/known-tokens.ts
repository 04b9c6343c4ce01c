/** Tokens that somebody vouches for: what ships, the host, its lists, the person. */
import { once } from '@portico/kernel'
import { addresses, balances, displayText, http, type NetworkId, networkOf, parseImage, type Token } from '@portico/kernel/contracts'
import { BalancesError } from '../errors.js'
import type { BalancesOptions, ListedToken, TokenList } from '../options.js'
import { type BalancesContext, savedSlice } from '../refs.js'
import { savedOf } from '../saved.js'
import { shippedTokens } from './shipped-tokens.js'

/** Tokens of one network that a chain is asked about. More would be more than one question. */
const mostOfNetwork = 500

export type KnownTokens = (network: NetworkId) => Promise<readonly Token[]>
export function createKnownTokens(context: BalancesContext, { tokens = [], tokenLists = [] }: BalancesOptions): KnownTokens {
  // Its schema is worth as much as everything else here, and comes only to hosts with lists.
  const lists = tokenLists.map(list =>
    once(async (): Promise<TokenList> => {
      const { readTokenList: read } = await import('./token-list.js')
      return typeof list === 'string' ? context.use(http).get(list, { read, signal: context.signal }) : read(list)
    }),
  )
  /** A list that did not come is reported, and asked for again next time. */
  const listed = async (): Promise<readonly ListedToken[]> => {
    const found = await Promise.allSettled(lists.map(list => list()))
    for (const one of found) if (one.status === 'rejected' && !context.signal.aborted) context.report(new BalancesError('TOKEN_LIST', { cause: one.reason }))
    return found.flatMap(one => (one.status === 'fulfilled' ? one.value.tokens : []))
  }

  return async network => {
    const { tokenNamespace } = context.capability(balances, network) ?? {}
    const chain = context.capability(addresses, network)
    const reference = networkOf(context, network)?.id
    const tokenOf = ({ chainId, address, decimals, name, symbol, logoURI }: ListedToken): readonly Token[] => {
      const shown = displayText(symbol, 24)
      if (String(chainId) !== reference || !shown || !tokenNamespace || !chain?.looksLike(address)) return []
      const imageUrl = parseImage(logoURI)
      return [
        { asset: `${network}/${tokenNamespace}:${address}`, network, name: displayText(name) ?? shown, symbol: shown, decimals, ...(imageUrl && { imageUrl }) },
      ]
    }
    const { added } = savedOf(context.state(savedSlice).saved)
    const known = [...added, ...tokens].filter(token => token.network === network)
    const byAsset = new Map([...known, ...[...shippedTokens, ...(await listed())].flatMap(tokenOf)].map(token => [token.asset.toLowerCase(), token]))
    return [...byAsset.values()].slice(0, mostOfNetwork)
  }
}

import { selectTokenMessage, type Token } from '@portico/kernel/chain'
import { displaySymbol, message, shortenAddress, textSlice, worth } from '@portico/kernel/text'
import {
  Caption,
  Pill,
  SearchField,
  Stack,
  TokenIcon,
  TokenList,
  unverifiedMessage,
  useKernel,
  useSlice,
  useStyles,
  useTitle,
  useTranslate,
  type ViewProps,
  yourTokensMessage,
} from '@portico/ui'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { swapSelectTokenView } from '../refs.js'
import styles from './swap.css?inline'
import { sharedSymbols, suggestedOf, tokenSections } from './token-sections.js'
import { useSwap } from './use-swap.js'

const headings = {
  yours: yourTokensMessage,
  popular: message('swap.popular', 'Popular'),
  more: message('swap.more', 'All others'),
}
/** No chain has a shorter address. */
const shortestAddress = 25

/** Lists the tokens to sell, or to buy. */
export default function SwapSelectTokenView({
  params: { side },
}: ViewProps<typeof swapSelectTokenView>) {
  useStyles(styles)
  const t = useTranslate()
  useTitle(t(selectTokenMessage))
  const { views } = useKernel()
  const { swap, state, call } = useSwap()
  const language = useSlice(textSlice, slice => slice.language)
  const [search, setSearch] = useState('')
  const { balances, vouched, prices } = state
  const paid = side === 'target' ? state.source?.asset : undefined
  const tokens = useMemo(
    () => state.tokens.filter(({ asset }) => asset !== paid),
    [state.tokens, paid],
  )
  const sections = useMemo(
    () => tokenSections({ tokens, balances, vouched }, search, language),
    [tokens, balances, vouched, search, language],
  )
  const shared = useMemo(() => sharedSymbols(state.tokens), [state.tokens])
  const entries = useMemo(
    () =>
      sections.map(entry => {
        const tagOf = ({ asset, symbol }: Token) => {
          if (!vouched.includes(asset)) return t(unverifiedMessage)
          return asset !== 'native' && shared.has(symbol.toUpperCase())
            ? shortenAddress(asset.slice(asset.lastIndexOf(':') + 1))
            : undefined
        }
        if ('heading' in entry) return { heading: t(headings[entry.heading]) }
        const { token, holding } = entry
        const price = holding?.price ?? prices[token.asset]
        return {
          token,
          amount: holding?.amount,
          value:
            holding && price !== undefined
              ? worth(holding.amount, token.decimals, price)
              : undefined,
          tag: tagOf(token),
        }
      }),
    [sections, prices, vouched, shared, t],
  )
  const suggested = useMemo(() => suggestedOf(tokens, vouched), [tokens, vouched])
  const chosen = state[side]
  const isFound = entries.length > 0
  const address = search.trim()
  const [isLooking, setLooking] = useState(false)
  // An address that no list contains is looked up on the chain.
  useEffect(() => {
    if (isFound || address.length < shortestAddress || /\s/.test(address)) return
    setLooking(true)
    call(swap.findToken(address).finally(() => setLooking(false)))
  }, [isFound, address, call, swap])
  const choose = useCallback(
    (token: Token) => {
      call(side === 'source' ? swap.selectSource(token) : swap.selectTarget(token))
      views.back()
    },
    [call, side, swap, views],
  )
  return (
    <Stack gap={12}>
      <SearchField
        label={t(message('swap.search', 'Search name or address'))}
        value={search}
        onChange={setSearch}
        autoFocus
      />
      {!search && suggested.length > 0 && (
        <fieldset className="swap-pills">
          <legend className="p-hidden">{t(message('swap.suggested', 'Suggested'))}</legend>
          {suggested.map(token => (
            <Pill
              key={token.asset}
              icon={<TokenIcon token={token} size={22} />}
              onClick={() => choose(token)}
            >
              {displaySymbol(token.symbol)}
            </Pill>
          ))}
        </fieldset>
      )}
      {isFound && (
        <TokenList
          label={t(message('swap.tokens', 'Tokens'))}
          entries={entries}
          query={search}
          chosen={chosen?.asset}
          onChoose={choose}
          reservedHeight={200}
        />
      )}
      {!isFound && (
        <Stack align="center">
          <Caption>
            {t(
              isLooking
                ? message('swap.looking', 'Asking the network about this address …')
                : tokens.length
                  ? message(
                      'swap.noToken',
                      'No token here has this name. You can look for its address instead.',
                    )
                  : message('swap.noTokens', 'There are no tokens to choose from.'),
            )}
          </Caption>
        </Stack>
      )}
    </Stack>
  )
}

import { type Token, textSlice, worth } from '@portico/kernel/contracts'
import {
  Caption,
  LongList,
  Pill,
  RowFace,
  SearchField,
  Stack,
  type Stop,
  Sum,
  TokenAmount,
  TokenIcon,
  useFiat,
  useKernel,
  useSlice,
  useStyles,
  useText,
  type ViewProps,
} from '@portico/ui'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { swapSelectTokenView } from '../refs.js'
import { priceOf } from '../select.js'
import { selectWords } from '../text/select-words.js'
import { nameOf, symbolOf } from './read.js'
import { swapStyles } from './swap.styles.js'
import { suggestedOf, type TokenEntry, tokenSections } from './token-sections.js'
import { useSwap } from './use-swap.js'

/** Nothing shorter is an address on any chain. */
const shortestAddress = 25
/** Pixels. */
const rowHeight = 60

/** The tokens that can be paid, or got. */
export default function SwapSelectTokenView({ params: { side } }: ViewProps<typeof swapSelectTokenView>) {
  useStyles(swapStyles)
  const t = useText(selectWords)
  const fiat = useFiat()
  const { views } = useKernel()
  const { swap, state, call } = useSwap()
  const language = useSlice(textSlice, slice => slice.language)
  const [search, setSearch] = useState('')
  const { balances, vouched } = state
  const paid = side === 'target' ? state.source?.asset : undefined
  const tokens = useMemo(() => state.tokens.filter(({ asset }) => asset !== paid), [state.tokens, paid])
  const entries = useMemo(() => tokenSections({ tokens, balances, vouched }, search, language), [tokens, balances, vouched, search, language])
  const suggested = useMemo(() => suggestedOf(tokens, vouched), [tokens, vouched])
  const chosen = state[side]
  const isFound = entries.length > 0
  const address = search.trim()
  const [isLooking, setLooking] = useState(false)
  // What no list knows the chain may: an address is no name.
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
  const draw = useCallback(
    (entry: TokenEntry, stop: Stop) => {
      if ('heading' in entry) return <div className="swap-head">{t(`swap.${entry.heading}`)}</div>
      const { token, holding } = entry
      const price = holding?.price ?? priceOf(state, token)
      return (
        <RowFace
          stop={stop}
          icon={<TokenIcon token={token} />}
          title={nameOf(token)}
          detail={
            <span className="p-cut">
              {holding ? (
                <Sum>
                  <TokenAmount amount={holding.amount} decimals={token.decimals} symbol={symbolOf(token)} />
                </Sum>
              ) : (
                symbolOf(token)
              )}
            </span>
          }
          {...(!vouched.includes(token.asset) && { tag: t('swap.unverified') })}
          value={
            holding &&
            price !== undefined && (
              <span className="p-cut">
                <Sum>{fiat(worth(holding.amount, token.decimals, price))}</Sum>
              </span>
            )
          }
          surface="plain"
          current={token.asset === chosen?.asset}
          onClick={() => choose(token)}
        />
      )
    },
    [choose, chosen, fiat, state, t, vouched],
  )
  return (
    <Stack gap={12}>
      <SearchField label={t('swap.search')} value={search} onChange={setSearch} autoFocus />
      {!search && suggested.length > 0 && (
        <fieldset className="swap-pills">
          <legend className="p-hidden">{t('swap.suggested')}</legend>
          {suggested.map(token => (
            <Pill key={token.asset} icon={<TokenIcon token={token} size={22} />} onClick={() => choose(token)}>
              {symbolOf(token)}
            </Pill>
          ))}
        </fieldset>
      )}
      {isFound && (
        <div className="swap-pick">
          <LongList
            label={t('swap.tokens')}
            entries={entries}
            question={search}
            draw={draw}
            isRead={isHeading}
            rowHeight={rowHeight}
            height={Math.min(rowHeight * 6, entries.length * rowHeight)}
            beside={200}
          />
        </div>
      )}
      {tokens.length > 0 && !isFound && <Caption>{isLooking ? t('swap.looking') : t('swap.noToken')}</Caption>}
      {!tokens.length && <Caption>{t('swap.noTokens')}</Caption>}
    </Stack>
  )
}
const isHeading = (entry: TokenEntry) => 'heading' in entry

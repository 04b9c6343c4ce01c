import { type Token, textSlice, worth } from '@portico/kernel/contracts'
import {
  Caption,
  LongList,
  NetworkIcon,
  Pill,
  RowFace,
  SearchField,
  Stack,
  type Stop,
  Sum,
  TokenAmount,
  useFiat,
  useKernel,
  useSlice,
  useStyles,
  useText,
  type ViewProps,
} from '@portico/ui'
import { useCallback, useMemo, useState } from 'react'
import type { swapSelectTokenView } from '../refs.js'
import { priceOf } from '../select.js'
import { selectWords } from '../text/select-words.js'
import { nameOf, symbolOf } from './read.js'
import { swapStyles } from './swap.styles.js'
import { suggestedOf, type TokenEntry, tokenSections } from './token-sections.js'
import { useSwap } from './use-swap.js'

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
  const { tokens, balances } = state
  const entries = useMemo(() => tokenSections({ tokens, balances }, search, language), [tokens, balances, search, language])
  const suggested = useMemo(() => suggestedOf(tokens), [tokens])
  const chosen = state[side]
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
          icon={<NetworkIcon name={token.symbol} src={token.imageUrl} />}
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
    [choose, chosen, fiat, state, t],
  )
  return (
    <Stack gap={12}>
      <SearchField label={t('swap.search')} value={search} onChange={setSearch} autoFocus />
      {!search && suggested.length > 0 && (
        <fieldset className="swap-pills">
          <legend className="p-hidden">{t('swap.suggested')}</legend>
          {suggested.map(token => (
            <Pill key={token.asset} icon={<NetworkIcon name={token.symbol} src={token.imageUrl} size={22} />} onClick={() => choose(token)}>
              {symbolOf(token)}
            </Pill>
          ))}
        </fieldset>
      )}
      {entries.length > 0 && (
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
      {tokens.length > 0 && !entries.length && <Caption>{t('swap.noToken')}</Caption>}
      {!tokens.length && <Caption>{t('swap.noTokens')}</Caption>}
    </Stack>
  )
}
const isHeading = (entry: TokenEntry) => 'heading' in entry

import type { Token } from '@portico/kernel/chain'
import { displaySymbol, displayText, message } from '@portico/kernel/text'
import { type ReactNode, useCallback } from 'react'
import { useFiat } from '../react/format.js'
import { useStyles } from '../theme/use-styles.js'
import { TokenIcon } from './asset-icons.js'
import { LongList, type TabStop } from './long-list.js'
import { RowContent } from './row.js'
import { HideableAmount, TokenBalance } from './token-amount.js'
import styles from './token-list.css?inline'

export const changeTokenMessage = /* @__PURE__ */ message('ui.changeToken', 'Change token:')
export const yourTokensMessage = /* @__PURE__ */ message('ui.yourTokens', 'Your tokens')

/** Pixels. */
const rowHeight = 60

export interface ListedToken {
  readonly token: Token
  /** The balance in base units. Without it the symbol is shown. */
  readonly amount?: bigint | undefined
  /** The value in the chosen currency, as exact decimal text. */
  readonly value?: string | undefined
  /** A short label at the end. */
  readonly tag?: ReactNode
}
export interface TokenListProps {
  readonly label: string
  /** Tokens and headings. */
  readonly entries: readonly (ListedToken | { readonly heading: string })[]
  /** The search that the entries answer. A change scrolls to the top. */
  readonly query: string
  /** The asset of the selected token. */
  readonly chosen: Token['asset'] | undefined
  /** Pass the same function each time, so that only changed entries render again. */
  readonly onChoose: (token: Token) => void
  /** Pixels of the panel above and below the list. */
  readonly reservedHeight: number
}
/** A list to choose a token from, with six visible rows. */
export function TokenList({
  label,
  entries,
  query,
  chosen,
  onChoose,
  reservedHeight,
}: TokenListProps) {
  useStyles(styles)
  const fiat = useFiat()
  const draw = useCallback(
    (entry: TokenListProps['entries'][number], tabStop: TabStop) => {
      if ('heading' in entry) return <div className="p-token-head">{entry.heading}</div>
      const { token, amount, value, tag } = entry
      // The symbol is untrusted.
      const symbol = displaySymbol(token.symbol)
      return (
        <RowContent
          tabStop={tabStop}
          icon={<TokenIcon token={token} />}
          title={displayText(token.name) ?? symbol}
          detail={
            <span className="p-cut">
              {amount === undefined ? symbol : <TokenBalance token={token} amount={amount} />}
            </span>
          }
          value={
            value !== undefined && (
              <span className="p-cut">
                <HideableAmount>{fiat(value)}</HideableAmount>
              </span>
            )
          }
          tag={tag}
          surface="plain"
          current={token.asset === chosen}
          onClick={() => onChoose(token)}
        />
      )
    },
    [chosen, fiat, onChoose],
  )
  const isHeaded = !!entries[0] && isHeading(entries[0])
  return (
    <div className={isHeaded ? 'p-token-list p-token-headed' : 'p-token-list'}>
      <LongList
        label={label}
        entries={entries}
        query={query}
        draw={draw}
        isHeading={isHeading}
        rowHeight={rowHeight}
        height={Math.min(rowHeight * 6, entries.length * rowHeight)}
        reservedHeight={reservedHeight}
      />
    </div>
  )
}
const isHeading = (entry: TokenListProps['entries'][number]) => 'heading' in entry

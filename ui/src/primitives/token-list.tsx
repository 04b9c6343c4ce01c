import { displayText, message, type Token } from '@portico/kernel/contracts'
import { type ReactNode, useCallback } from 'react'
import { useFiat } from '../react/use-fiat.js'
import { useStyles } from '../theme/use-styles.js'
import { LongList, type Stop } from './long-list.js'
import { RowFace } from './row.js'
import { Sum } from './sum.js'
import { TokenBalance } from './token-balance.js'
import { TokenIcon } from './token-icon.js'
import styles from './token-list.css?inline'

export const changeTokenMessage = /* @__PURE__ */ message('ui.changeToken', 'Change token:')
export const yourTokensMessage = /* @__PURE__ */ message('ui.yourTokens', 'Your tokens')

/** Pixels. */
const rowHeight = 60

export interface ListedToken {
  readonly token: Token
  /** What there is of it, base units; without it its symbol stands there. */
  readonly amount?: bigint | undefined
  /** What that is worth, as exact decimal text. */
  readonly value?: string | undefined
  /** One quiet word at the end. */
  readonly tag?: ReactNode
}
export interface TokenListProps {
  readonly label: string
  /** Tokens, and the headings that stand above some of them. */
  readonly entries: readonly (ListedToken | { readonly heading: string })[]
  /** What they are the answer to: another one begins at its top. */
  readonly question: string
  /** The one that is chosen already. */
  readonly chosen: Token['asset'] | undefined
  /** The same function each time, so that only those are drawn again that changed. */
  readonly onChoose: (token: Token) => void
  /** Pixels of the panel that stand above and below. */
  readonly beside: number
}
/** Tokens to choose one from, six of them seen at once. */
export function TokenList({ label, entries, question, chosen, onChoose, beside }: TokenListProps) {
  useStyles(styles)
  const fiat = useFiat()
  const draw = useCallback(
    (entry: TokenListProps['entries'][number], stop: Stop) => {
      if ('heading' in entry) return <div className="p-token-head">{entry.heading}</div>
      const { token, amount, value, tag } = entry
      // A token may call itself anything.
      const symbol = displayText(token.symbol, 16) ?? '?'
      return (
        <RowFace
          stop={stop}
          icon={<TokenIcon token={token} />}
          title={displayText(token.name) ?? symbol}
          detail={<span className="p-cut">{amount === undefined ? symbol : <TokenBalance token={token} amount={amount} />}</span>}
          value={
            value !== undefined && (
              <span className="p-cut">
                <Sum>{fiat(value)}</Sum>
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
        question={question}
        draw={draw}
        isRead={isHeading}
        rowHeight={rowHeight}
        height={Math.min(rowHeight * 6, entries.length * rowHeight)}
        beside={beside}
      />
    </div>
  )
}
const isHeading = (entry: TokenListProps['entries'][number]) => 'heading' in entry

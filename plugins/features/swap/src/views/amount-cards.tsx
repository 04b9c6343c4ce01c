import type { Token } from '@portico/kernel/chain'
import {
  allDigits,
  displayAmountIn,
  displaySymbol,
  formatAmount,
  message,
  textSlice,
  worth,
} from '@portico/kernel/text'
import {
  AmountInput,
  FieldCard,
  Icon,
  maxMessage,
  Skeleton,
  TokenBalance,
  type TypedAmount,
  useFiat,
  useSlice,
  useTranslate,
} from '@portico/ui'
import { type CSSProperties, useId } from 'react'
import { balanceOf, priceOf, sourceUnits } from '../select.js'
import { mostOf, receiveMessage, sellMessage, typedProblem } from './swap-texts.js'
import { TokenButton } from './token-button.js'
import { useAsking, useQuote, useSwap } from './use-swap.js'

const flipMessage = /* @__PURE__ */ message('swap.flip', 'Switch the two tokens')

interface SourceProps {
  readonly typed: TypedAmount
  readonly describedBy: string
}
/** The sold amount, the bought amount, and a button between them that switches the tokens. */
export function AmountCards(props: SourceProps) {
  const t = useTranslate()
  const { swap, state, call } = useSwap()
  const isBusy = state.phase.name === 'executing'
  return (
    <div className="swap-cards">
      <SourceCard {...props} />
      <TargetCard />
      <button
        type="button"
        className="swap-flip"
        aria-label={t(flipMessage)}
        title={t(flipMessage)}
        aria-disabled={isBusy || undefined}
        onClick={() => call(swap.switchTokens())}
      >
        <Icon name="swap" />
      </button>
    </div>
  )
}

const figures = (text: string) => ({ '--figures': Math.max(text.length, 1) }) as CSSProperties

function SourceCard({ typed, describedBy }: SourceProps) {
  const t = useTranslate()
  const fiat = useFiat()
  const { swap, state, call } = useSwap()
  const { source, phase } = state
  const id = useId()
  const amount = sourceUnits(state)
  const price = priceOf(state, source)
  const { quote } = useQuote()
  const owned = balanceOf(state, source?.asset)
  const most = source ? mostOf(owned, source, quote) : 0n
  return (
    <FieldCard className="swap-card">
      <label htmlFor={id}>{t(sellMessage)}</label>
      <AmountInput
        isFirst
        id={id}
        amount={typed}
        enterKeyHint="done"
        aria-invalid={typedProblem(state) ? true : undefined}
        aria-describedby={describedBy}
        style={figures(typed.text)}
        readOnly={phase.name === 'executing'}
      />
      <TokenButton token={source} side="source" />
      {source && most > 0n && (
        <button
          type="button"
          className="swap-max"
          aria-label={t(message('swap.maxLabel', 'Max: all the {symbol} you can swap'), {
            symbol: displaySymbol(source.symbol),
          })}
          onClick={() => call(swap.setAmount(formatAmount(most, source.decimals)))}
        >
          {t(maxMessage)}
        </button>
      )}
      <Below
        worth={
          amount !== undefined && source && price !== undefined
            ? fiat(worth(amount, source.decimals, price))
            : undefined
        }
        token={source}
      />
    </FieldCard>
  )
}

function TargetCard() {
  const t = useTranslate()
  const fiat = useFiat()
  const { state } = useSwap()
  const language = useSlice(textSlice, ({ language }) => language)
  const { target, phase } = state
  const isAsking = useAsking()
  const quote = 'quote' in phase ? phase.quote : undefined
  const price = priceOf(state, target)
  // To 6 decimals, floored (specification section 9); below one by decision 64.
  const shown =
    quote && target ? displayAmountIn(language, 6)(quote.toAmount, target.decimals) : undefined
  const exact =
    quote && target
      ? displayAmountIn(language, allDigits, { useGrouping: false })(
          quote.toAmount,
          target.decimals,
        )
      : undefined
  return (
    <FieldCard className="swap-card">
      <span className="p-label">{t(receiveMessage)}</span>
      <output className="swap-figure" style={figures(shown ?? '0')} aria-label={t(receiveMessage)}>
        {isAsking ? (
          <Skeleton width={120} height={28} />
        ) : (
          <bdi title={exact}>{shown ?? <span className="swap-none">0</span>}</bdi>
        )}
      </output>
      <TokenButton token={target} side="target" />
      <Below
        worth={
          quote && target && price !== undefined
            ? fiat(worth(quote.toAmount, target.decimals, price))
            : undefined
        }
        token={target}
      />
    </FieldCard>
  )
}

/** The value of the amount, and the balance. */
function Below({
  worth: value,
  token,
}: {
  readonly worth: string | undefined
  readonly token: Token | undefined
}) {
  const t = useTranslate()
  const { state } = useSwap()
  const owned = balanceOf(state, token?.asset)
  return (
    <div className="swap-small">
      <span className="p-num">{value}</span>
      {token && owned !== undefined && (
        <span>
          {t(message('swap.balance', 'Balance'))} <TokenBalance token={token} amount={owned} />
        </span>
      )}
    </div>
  )
}

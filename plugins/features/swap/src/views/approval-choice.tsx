import { allDigits, displaySymbol, message } from '@portico/kernel/text'
import { Facts, Note, Segmented, Stack, TokenAmount, useTranslate } from '@portico/ui'
import { More } from './expandable-fact.js'
import { routeNameOf } from './swap-texts.js'
import { useQuote, useSwap } from './use-swap.js'

const allowMessage = /* @__PURE__ */ message('swap.allow', '{route} may take')
const unlimitedMessage = /* @__PURE__ */ message('swap.unlimited', 'Unlimited')

/** Chooses between an approval for this swap and an unlimited one (decision 25). */
export default function ApprovalChoice() {
  const t = useTranslate()
  const { swap, state, call } = useSwap()
  const { quote } = useQuote()
  const { source } = state
  if (!quote || !source) return null
  const names = { route: routeNameOf(quote.route), symbol: displaySymbol(source.symbol) }
  return (
    <Stack>
      <Facts>
        <More
          name={t(allowMessage, names)}
          says={
            state.unlimited ? (
              <span className="swap-warn">{t(unlimitedMessage)}</span>
            ) : (
              <TokenAmount
                amount={quote.sold}
                decimals={source.decimals}
                symbol={names.symbol}
                digits={allDigits}
              />
            )
          }
        >
          <Segmented
            label={t(allowMessage, names)}
            options={[
              { id: 'exact', label: t(message('swap.exact', 'This swap only')) },
              { id: 'unlimited', label: t(unlimitedMessage) },
            ]}
            value={state.unlimited ? 'unlimited' : 'exact'}
            onChange={next => call(swap.setUnlimited(next === 'unlimited'))}
          />
        </More>
      </Facts>
      {state.unlimited && (
        <Note kind="warn">
          {t(
            message('swap.unlimitedRisk', '{route} could take all of your {symbol}, now or later.'),
            names,
          )}
        </Note>
      )}
    </Stack>
  )
}

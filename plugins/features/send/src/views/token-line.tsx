import type { Token } from '@portico/kernel/chain'
import { displayText, message } from '@portico/kernel/text'
import {
  balanceLoadingMessage,
  balanceUnavailableMessage,
  changeTokenMessage,
  maxMessage,
  Pill,
  Skeleton,
  TokenBalance,
  TokenIcon,
  useKernel,
  usePreload,
  useTranslate,
} from '@portico/ui'
import { sendSelectTokenView } from '../refs.js'
import { holdingOf, spendable } from '../select.js'
import { useSend } from './use-send.js'

/** The token, its balance, and the Max button. */
export function TokenLine({ token }: { readonly token: Token }) {
  const t = useTranslate()
  const { views } = useKernel()
  const preload = usePreload()
  const { send, state, call } = useSend()
  const holding = holdingOf(state, token)
  const name = displayText(token.name) ?? displayText(token.symbol) ?? '?'
  const isLoading = !holding && state.holdings.name === 'loading'
  return (
    <div className="send-token">
      <Pill
        icon={<TokenIcon token={token} size={22} />}
        onClick={() => views.push(sendSelectTokenView)}
        preload={() => preload(sendSelectTokenView)}
      >
        <span className="p-hidden">{t(changeTokenMessage)} </span>
        {name}
        {holding && (
          <>
            {' · '}
            <TokenBalance token={token} amount={spendable(holding)} />
          </>
        )}
        {!holding &&
          !isLoading &&
          state.holdings.name === 'unavailable' &&
          ` · ${t(balanceUnavailableMessage)}`}
        {isLoading && <span className="p-hidden">{t(balanceLoadingMessage)}</span>}
      </Pill>
      {isLoading && <Skeleton width={80} height={20} />}
      <button
        type="button"
        className="send-max"
        title={t(message('send.maxLabel', 'Everything except the fee'))}
        aria-busy={state.max === 'loading' || undefined}
        onClick={() => call(send.setMax())}
      >
        {t(maxMessage)}
      </button>
    </div>
  )
}

import { networkOf } from '@portico/kernel/chain'
import { sessionSlice } from '@portico/kernel/session'
import {
  allDigits,
  displayAmountIn,
  displayQuantityIn,
  displaySymbol,
  displayText,
  message,
  parseAmount,
  textSlice,
  worth,
} from '@portico/kernel/text'
import {
  Address,
  Button,
  backMessage,
  Caption,
  ConfirmButton,
  changesMessage,
  Fact,
  Facts,
  Note,
  networkMessage,
  openWalletMessage,
  requestWaitsMessage,
  reviewMessage,
  Segmented,
  Stack,
  slowWalletMessage,
  sponsoredMessage,
  stopWaitingMessage,
  TokenAmount,
  toMessage,
  useFiat,
  useKernel,
  useOnline,
  useRead,
  useSlice,
  useStyles,
  useTitle,
  useTranslate,
  ViewFooter,
} from '@portico/ui'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { sendSlice } from '../refs.js'
import { changesOf, holdingOf, nativeWorth } from '../select.js'
import type { Review } from '../send.js'
import { isGuarded, openId } from '../sent-transfers.js'
import { OpenNote } from './open-note.js'
import styles from './send.css?inline'
import { useSend } from './use-send.js'

/** @public The kernel calls it before it shows the view. */
export { restoreTransfers as prepare } from '../refs.js'

const slowMs = 20_000
/** The digits of a fee. */
const feeDigits = 8
const rateDigits = 3

/** Shows what will be signed before the wallet gets a request. */
export default function SendPreviewView() {
  useStyles(styles)
  const t = useTranslate()
  useTitle(t(reviewMessage))
  const { phase } = useSlice(sendSlice)
  const { views } = useKernel()
  const review = 'review' in phase ? phase.review : undefined
  // The last review stays while the view closes.
  const last = useRef(review)
  if (review) last.current = review
  const shown = review ?? last.current
  if (shown) return <ReviewOf review={shown} />
  return (
    <Stack gap={16} align="center">
      <Caption>{t(message('send.gone', 'There is nothing left to review.'))}</Caption>
      <Button onClick={() => void views.back()}>{t(backMessage)}</Button>
    </Stack>
  )
}

const speedMessages = {
  slow: message('send.slow', 'Slow'),
  normal: message('send.normal', 'Normal'),
  fast: message('send.fast', 'Fast'),
}

function ReviewOf({ review }: { readonly review: Review }) {
  const t = useTranslate()
  const { send, state, call } = useSend()
  const language = useSlice(textSlice, slice => slice.language)
  const wallet = useSlice(
    sessionSlice,
    ({ connections }) => connections[review.from.connection]?.wallet.name ?? '',
  )
  const isOnline = useOnline()
  const { phase, speed } = state
  const { token, outgoing } = review
  const amount = displayAmountIn(language, allDigits)(outgoing, token.decimals)
  const symbol = displaySymbol(token.symbol)
  // An open payment has a separate note.
  const problem =
    phase.name === 'review' && !phase.problem?.id.startsWith(openId) ? phase.problem : undefined
  const isOpen =
    useRead(read => isGuarded(read, review.network, review.from.address)) &&
    phase.name !== 'signing'
  const foot = useKeptFocus(isOpen)
  return (
    <Stack gap={12}>
      <Hero review={review} />
      {review.warnings.map(warning => (
        <Note key={warning.id} kind="warn">
          {t(warning)}
        </Note>
      ))}
      <Terms review={review} />
      <Changes review={review} />
      {review.speeds.length > 1 && (
        <fieldset className="send-speeds" disabled={phase.name === 'signing'}>
          <Segmented
            label={t(message('send.speed', 'Speed'))}
            options={review.speeds.map(id => ({ id, label: t(speedMessages[id]) }))}
            value={review.speeds.includes(speed) ? speed : 'normal'}
            onChange={next => call(send.setSpeed(next))}
          />
        </fieldset>
      )}
      <ViewFooter footerRef={foot}>
        <OpenNote />
        <div className="send-state">
          {problem && (
            <span className="send-bad" role="alert">
              {t(problem)}
            </span>
          )}
          {!isOnline && phase.name !== 'signing' && (
            <span className="send-warn">
              {t(
                message(
                  'send.offlineReview',
                  'You are offline. This stays here until you are online again.',
                ),
              )}
            </span>
          )}
          {phase.name === 'signing' && <Signing wallet={wallet} since={phase.since} />}
        </div>
        {/* A new element, not a new label: a click that was meant for the first payment must not
            start a second one. */}
        <ConfirmButton
          key={String(isOpen)}
          variant={isOpen ? 'danger' : 'primary'}
          busy={phase.name !== 'review'}
          disabled={!isOnline}
          onClick={() => call(send.confirm({ beside: isOpen }))}
        >
          {isOpen
            ? t(message('send.doBeside', 'Send anyway'))
            : t(message('send.do', 'Send {amount} {symbol}'), { amount, symbol })}
        </ConfirmButton>
        <Button variant="plain" onClick={() => call(send.edit())}>
          {phase.name === 'signing' ? t(stopWaitingMessage) : t(backMessage)}
        </Button>
      </ViewFooter>
    </Stack>
  )
}

/** Moves the focus to the action that replaces the focused one. */
function useKeptFocus(isOther: boolean) {
  const foot = useRef<HTMLDivElement>(null)
  const before = useRef(isOther)
  useLayoutEffect(() => {
    const isReplaced = before.current !== isOther
    before.current = isOther
    const root = foot.current?.getRootNode() as ShadowRoot | undefined
    if (isReplaced && !root?.activeElement)
      foot.current?.querySelector<HTMLElement>('.p-button')?.focus()
  }, [isOther])
  return foot
}

function Hero({ review: { token, outgoing } }: { readonly review: Review }) {
  const t = useTranslate()
  const fiat = useFiat()
  const price = useSlice(sendSlice, state => holdingOf(state, token)?.price)
  return (
    <div className="send-hero">
      <span className="send-fiat">{t(message('send.youSend', 'You send'))}</span>
      <TokenAmount
        amount={outgoing}
        decimals={token.decimals}
        symbol={token.symbol}
        digits={allDigits}
        big
      />
      <span className="send-fiat p-num">
        {price !== undefined && fiat(worth(outgoing, token.decimals, price))}
      </span>
    </div>
  )
}

function Terms({ review }: { readonly review: Review }) {
  const t = useTranslate()
  const fiat = useFiat()
  const state = useSlice(sendSlice)
  const network = useRead(
    read => displayText(networkOf(read, review.network)?.name) ?? review.network,
  )
  const { recipient, fee, native, token, amount, outgoing, change } = review
  const language = useSlice(textSlice, slice => slice.language)
  const cost = fee.kind === 'native' ? fiat(nativeWorth(state, fee.amount), true) : undefined
  return (
    <Facts>
      <Fact name={t(toMessage)}>
        {recipient.profile && <bdi>{recipient.profile.name}</bdi>}
        <Address full value={recipient.address} unlike={recipient.resembles} />
      </Fact>
      {recipient.resembles && (
        <Fact
          name={t(
            recipient.isDouble
              ? message('send.other', 'The other address')
              : message('send.known', 'The address you know'),
          )}
        >
          <Address full value={recipient.resembles} unlike={recipient.address} />
        </Fact>
      )}
      <Fact name={t(networkMessage)}>
        <bdi>{network}</bdi>
      </Fact>
      <Fact name={t(message('send.fee', 'Fee, at most'))}>
        {fee.kind === 'native' ? (
          <span>
            <TokenAmount
              amount={fee.amount}
              decimals={native.decimals}
              symbol={native.symbol}
              digits={feeDigits}
              up
            />
            {cost && ` ·\u00a0${cost}`}
          </span>
        ) : (
          t(sponsoredMessage)
        )}
        {fee.kind === 'native' && fee.rate && (
          <bdi dir="ltr" className="send-small p-num">
            {rateIn(language, fee.rate.value)} {fee.rate.unit}
          </bdi>
        )}
      </Fact>
      {amount !== outgoing && (
        <Fact name={t(message('send.arrives', 'Recipient gets'))}>
          <TokenAmount
            amount={amount}
            decimals={token.decimals}
            symbol={token.symbol}
            digits={allDigits}
          />
        </Fact>
      )}
      {change !== undefined && change > 0n && (
        <Fact name={t(message('send.change', 'Returned to you'))}>
          <TokenAmount
            amount={change}
            decimals={native.decimals}
            symbol={native.symbol}
            digits={allDigits}
          />
        </Fact>
      )}
    </Facts>
  )
}
/** Formats a chain's decimal text for a language; any other text stays as it is. */
function rateIn(language: string, value: string): string {
  return parseAmount(value, 255) === undefined
    ? value
    : displayQuantityIn(language, rateDigits)(value, true)
}

function Changes({ review }: { readonly review: Review }) {
  const t = useTranslate()
  return (
    <Facts title={t(changesMessage)}>
      {changesOf(review).map(({ token, by }, at) => {
        // An amount without a fee in it is exact.
        const isExact = -by === review.outgoing
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places, and two may have one symbol
          <Fact key={at} name={displayText(token.name) ?? displayText(token.symbol) ?? '?'}>
            <bdi dir="ltr" className="send-loss">
              −
              <TokenAmount
                amount={-by}
                decimals={token.decimals}
                symbol={token.symbol}
                digits={isExact ? allDigits : feeDigits}
                up={!isExact}
              />
            </bdi>
          </Fact>
        )
      })}
    </Facts>
  )
}

function Signing({ wallet, since }: { readonly wallet: string; readonly since: number }) {
  const t = useTranslate()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setSlow, Math.max(0, since + slowMs - performance.now()), true)
    return () => clearTimeout(timer)
  }, [since])
  return (
    <div className="send-status" role="status">
      <span>{t(openWalletMessage, { wallet })}</span>
      <Caption>{isSlow ? t(slowWalletMessage, { wallet }) : t(requestWaitsMessage)}</Caption>
    </div>
  )
}

import { currencySlice, type PricePeriod, type PricePoint } from '@portico/kernel/backend'
import type { Token } from '@portico/kernel/chain'
import { displaySymbol, message, textSlice } from '@portico/kernel/text'
import {
  Button,
  retryMessage,
  Segmented,
  Skeleton,
  useSlice,
  useStyles,
  useTranslate,
  whenMessage,
} from '@portico/ui'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import { curveHeight, curveWidth, drawCurve } from '../price-chart/price-curve.js'
import { changeOf, fewPoints, nearestPoint, periods } from '../price-chart/price-points.js'
import { priceIn, priceMessage } from './format-price.js'
import styles from './price-chart.css?inline'
import { usePriceHistory } from './use-price-history.js'

const periodMessages = {
  '1d': message('balances.period.day', '1D'),
  '1w': message('balances.period.week', '1W'),
  '1m': message('balances.period.month', '1M'),
  '1y': message('balances.period.year', '1Y'),
}

/**
 * Shows the price of a token over a period. Has the same size while it loads, without a history,
 * and after a failure.
 */
export default function PriceChart({ token }: { readonly token: Token }) {
  useStyles(styles)
  const t = useTranslate()
  // The balances may still be in the currency that was chosen before.
  const currency = useSlice(currencySlice, state => state.code)
  const [period, setPeriod] = useState<PricePeriod>('1d')
  const [answer, again] = usePriceHistory(token, period)
  return (
    <section className="p-chart" aria-label={t(message('balances.chart', 'Price history'))}>
      <div className="p-chart-place" aria-busy={answer.phase === 'loading' || undefined}>
        {answer.phase === 'loading' && (
          <>
            <Skeleton height={176} />
            <span className="p-hidden" role="status">
              {t(message('balances.chartLoading', 'Loading price history'))}
            </span>
          </>
        )}
        {answer.phase === 'failed' && (
          <div className="p-chart-lone">
            <p role="alert">
              {t(message('balances.chartFailed', 'The price history cannot be loaded right now.'))}
            </p>
            <Button variant="soft" icon="retry" onClick={again}>
              {t(retryMessage)}
            </Button>
          </div>
        )}
        {answer.phase === 'known' &&
          (answer.points.length > 1 ? (
            <Curve
              key={period}
              points={answer.points}
              period={period}
              symbol={displaySymbol(token.symbol)}
              currency={currency}
            />
          ) : (
            <p className="p-chart-lone" role="status">
              {t(message('balances.chartNone', 'No price history for this period'))}
            </p>
          ))}
      </div>
      <Segmented
        label={t(message('balances.period', 'Period'))}
        options={periods.map(id => ({ id, label: t(periodMessages[id]) }))}
        value={period}
        onChange={setPeriod}
      />
    </section>
  )
}

/** The rows of the table for screen readers. */
const tableRows = 12

function Curve({
  points,
  period,
  symbol,
  currency,
}: {
  readonly points: readonly PricePoint[]
  readonly period: PricePeriod
  readonly symbol: string
  readonly currency: string
}) {
  const t = useTranslate()
  const language = useSlice(textSlice, state => state.language)
  const [selected, select] = useState<number>()
  const curve = useMemo(() => drawCurve(points), [points])
  const change = useMemo(() => changeOf(points), [points])
  const [show, when] = useMemo(
    () => [priceIn(language, currency), timeIn(language, period)],
    [language, currency, period],
  )
  const last = points.length - 1
  const at = Math.min(selected ?? last, last)
  const point = points[at]
  const place = curve.places[at]
  const isFall = change?.startsWith('-') === true
  if (!point || !place) return null

  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const [begin, end] = [points[0]?.at ?? 0, points[last]?.at ?? 0]
    select(nearestPoint(points, begin + ((clientX - left) / (width || 1)) * (end - begin)))
  }
  const leave = ({ pointerType }: PointerEvent) => {
    // After a touch, the point that was read stays.
    if (pointerType === 'mouse') select(undefined)
  }
  const move = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.round(points.length / 10))
    const step = {
      ArrowRight: 1,
      ArrowUp: 1,
      ArrowLeft: -1,
      ArrowDown: -1,
      PageUp: page,
      PageDown: -page,
      Home: -last,
      End: last,
    }[event.key]
    if (step === undefined) return
    event.preventDefault()
    select(before => Math.max(0, Math.min(last, Math.min(before ?? last, last) + step)))
  }
  return (
    <>
      <p className="p-chart-read p-num" aria-hidden="true">
        {selected === undefined ? (
          <bdi dir="ltr" className={isFall ? 'p-chart-fall' : 'p-chart-rise'}>
            {changeText(language, change ?? '0')}
          </bdi>
        ) : (
          <>
            <bdi dir="ltr">{show(point.price)}</bdi> · <bdi>{when(point.at)}</bdi>
          </>
        )}
      </p>
      {/* Later is at the right in every language, as people know it from price charts. */}
      <div
        className="p-chart-curve"
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={t(message('balances.chartOf', 'Price of {symbol} over time'), { symbol })}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={`${show(point.price)}, ${when(point.at)}`}
        onKeyDown={move}
        onPointerDown={follow}
        onPointerMove={follow}
        onPointerLeave={leave}
        style={{ '--x': place.x, '--y': place.y } as CSSProperties}
      >
        <svg
          viewBox={`0 0 ${curveWidth} ${curveHeight}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path className="p-chart-area" d={curve.area} />
          <path className="p-chart-line" d={curve.line} />
        </svg>
        {selected !== undefined && <span className="p-chart-mark" />}
      </div>
      <p className="p-chart-ends p-num" dir="ltr" aria-hidden="true">
        <bdi>{when(points[0]?.at ?? 0)}</bdi>
        <bdi>{when(points[last]?.at ?? 0)}</bdi>
      </p>
      <div className="p-hidden">
        <table>
          <caption>
            {t(message('balances.chartTable', 'Prices of {symbol}, change {change}'), {
              symbol,
              change: changeText(language, change ?? '0'),
            })}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t(whenMessage)}</th>
              <th scope="col">{t(priceMessage)}</th>
            </tr>
          </thead>
          <tbody>
            {fewPoints(points, tableRows).map(row => (
              <tr key={row.at}>
                <td>{when(row.at)}</td>
                <td>{show(row.price)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** `+1.25%`. A change that is too large to be one in practice keeps its digits. */
const changeText = (language: string, change: string): string =>
  new Intl.NumberFormat(language, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 2,
    numberingSystem: 'latn',
  }).format(Number(change) / 100)

function timeIn(language: string, period: PricePeriod): (at: number) => string {
  const { format } = new Intl.DateTimeFormat(language, {
    numberingSystem: 'latn',
    ...(period === '1d' || period === '1w'
      ? { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }
      : { dateStyle: 'medium' }),
  })
  return at => format(new Date(at))
}

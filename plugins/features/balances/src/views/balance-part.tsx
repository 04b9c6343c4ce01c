import { type Holding, message, textSlice } from '@portico/kernel/contracts'
import {
  ageIn,
  hiddenAmount,
  IconButton,
  retryInMessage,
  retryMessage,
  Skeleton,
  Sum,
  TokenBalance,
  useFiat,
  useHidesAmounts,
  useRead,
  useSecondsUntil,
  useSlice,
  useStyles,
  useTranslate,
} from '@portico/ui'
import { useMemo } from 'react'
import { unavailableMessage } from '../errors.js'
import type { KnownPortfolio } from '../portfolio.js'
import { sift } from '../rules.js'
import { portfolioOf, subjectOf } from '../select.js'
import styles from './balances.css?inline'
import { useAskAgain, useFreshBalances } from './use-fresh-balances.js'

export const loadingMessage = /* @__PURE__ */ message('balances.loading', 'Loading tokens')

/** What the account is worth; in the native coin where nobody knows a price. */
export default function BalancePart() {
  useStyles(styles)
  const t = useTranslate()
  useFreshBalances(useRead(subjectOf)?.key)
  const { phase, known, retryAt = 0 } = useRead(portfolioOf)
  const isOld = phase === 'unavailable'
  return (
    <div className={isOld ? 'p-worth p-worth-old' : 'p-worth'} aria-busy={phase === 'asking' || undefined}>
      {known ? (
        <Worth known={known} />
      ) : (
        phase === 'asking' && (
          <>
            <Skeleton width={160} height={41} />
            <span className="p-hidden">{t(loadingMessage)}</span>
          </>
        )
      )}
      {isOld && <Unavailable at={known?.at} retryAt={retryAt} />}
      {!isOld && known?.instead && (
        <span className="p-worth-note">
          {t(message('balances.fromChain', 'The price service does not answer. These balances come from the network itself.'))}
        </span>
      )}
    </div>
  )
}

function Worth({ known }: { readonly known: KnownPortfolio }) {
  const hides = useHidesAmounts()
  const fiat = useFiat(known.currency)
  const figure = useMemo(() => fiat(sift(known.holdings, known).total), [fiat, known])
  const native = known.holdings.find(({ token }) => token.asset === 'native')
  if (figure === undefined) return native ? <Coin of={native} big /> : null
  return (
    <>
      <bdi dir="ltr" className="p-num p-worth-total" style={{ '--figures': hides ? hiddenAmount.length : figure.length } as object}>
        <Sum>{figure}</Sum>
      </bdi>
      {native && <Coin of={native} />}
    </>
  )
}
const Coin = ({ of: { amount, token }, big = false }: { readonly of: Holding; readonly big?: boolean }) => (
  <span className={big ? undefined : 'p-worth-note'}>
    <TokenBalance token={token} amount={amount} big={big} />
  </span>
)

/** What went wrong, how old the figure is, and when it can be asked for again. */
function Unavailable({ at, retryAt }: { readonly at: number | undefined; readonly retryAt: number }) {
  const t = useTranslate()
  const language = useSlice(textSlice, state => state.language)
  const again = useAskAgain()
  const seconds = useSecondsUntil(retryAt)
  return (
    <div className="p-worth-note">
      <span role="status">
        {at === undefined
          ? t(unavailableMessage)
          : t(message('balances.asOf', 'Token Balance Unavailable · as of {age}'), { age: ageIn(language, Date.now() - at) })}
      </span>
      {seconds > 0 ? <span>· {t(retryInMessage, { seconds })}</span> : <IconButton icon="retry" label={t(retryMessage)} onClick={again} />}
    </div>
  )
}

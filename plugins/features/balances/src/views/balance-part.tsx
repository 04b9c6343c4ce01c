import type { Holding } from '@portico/kernel/backend'
import { message, textSlice } from '@portico/kernel/text'
import {
  formatAge,
  HideableAmount,
  hiddenAmount,
  IconButton,
  retryInMessage,
  retryMessage,
  Skeleton,
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
import type { BalancesContext } from '../refs.js'
import { sift } from '../rules.js'
import { restoreSaved } from '../saved.js'
import { portfolioOf, subjectOf } from '../select.js'
import styles from './balances.css?inline'
import { useAskAgain, useFreshBalances } from './use-fresh-balances.js'

export const loadingMessage = /* @__PURE__ */ message('balances.loading', 'Loading tokens')

/**
 * Restores the stored data, and loads the part. The last known figure is therefore shown at once.
 */
export async function open(context: BalancesContext) {
  await restoreSaved(context)
  return { default: BalancePart }
}
/** Shows the value of the account, or its native coin where no price is known. */
export default function BalancePart() {
  useStyles(styles)
  const t = useTranslate()
  useFreshBalances(useRead(subjectOf)?.key)
  const { phase, known, retryAt = 0 } = useRead(portfolioOf)
  const isOld = phase === 'unavailable'
  return (
    <div
      className={isOld ? 'p-worth p-worth-old' : 'p-worth'}
      aria-busy={phase === 'asking' || undefined}
    >
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
          {t(
            message(
              'balances.fromChain',
              'The price service does not answer. These balances come from the network itself.',
            ),
          )}
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
      <bdi
        dir="ltr"
        className="p-num p-worth-total"
        style={{ '--figures': hides ? hiddenAmount.length : figure.length } as object}
      >
        <HideableAmount>{figure}</HideableAmount>
      </bdi>
      {native && <Coin of={native} />}
    </>
  )
}
const Coin = ({
  of: { amount, token },
  big = false,
}: {
  readonly of: Holding
  readonly big?: boolean
}) => (
  <span className={big ? undefined : 'p-worth-note'}>
    <TokenBalance token={token} amount={amount} big={big} />
  </span>
)

/** Shows what went wrong, how old the figure is, and when the next try is possible. */
function Unavailable({
  at,
  retryAt,
}: {
  readonly at: number | undefined
  readonly retryAt: number
}) {
  const t = useTranslate()
  const language = useSlice(textSlice, state => state.language)
  const again = useAskAgain()
  const seconds = useSecondsUntil(retryAt)
  return (
    <div className="p-worth-note">
      <span role="status">
        {at === undefined
          ? t(unavailableMessage)
          : t(message('balances.asOf', 'Token Balance Unavailable · as of {age}'), {
              age: formatAge(language, Date.now() - at),
            })}
      </span>
      {seconds > 0 ? (
        <span>· {t(retryInMessage, { seconds })}</span>
      ) : (
        <IconButton icon="retry" label={t(retryMessage)} onClick={again} />
      )}
    </div>
  )
}

import type { Holding } from '@portico/kernel/backend'
import { networkOf } from '@portico/kernel/chain'
import { displayText, message, textSlice } from '@portico/kernel/text'
import {
  formatAge,
  HideableAmount,
  hiddenAmount,
  Icon,
  IconButton,
  retryInMessage,
  retryMessage,
  Skeleton,
  TokenBalance,
  useFiat,
  useHidesAmounts,
  useKernel,
  usePreload,
  useRead,
  useSecondsUntil,
  useSlice,
  useStyles,
  useTranslate,
} from '@portico/ui'
import type { ReactNode } from 'react'
import { unavailableMessage } from '../errors.js'
import { hasNetworkList, walletTotal } from '../network-rows.js'
import type { KnownPortfolio } from '../portfolio.js'
import { type BalancesContext, networkBalancesMessage, networkBalancesView } from '../refs.js'
import { restoreSaved } from '../saved.js'
import { portfolioOf, subjectOf } from '../select.js'
import styles from './balances.css?inline'
import { useAskAgain, useFreshBalances, useFreshNetworks } from './use-fresh-balances.js'

/** A chevron. */
const downwards = 'M6 9l6 6 6-6'
const withoutMessage = /* @__PURE__ */ message(
  'balances.without',
  'Without {network}, which does not answer',
)
const withoutSomeMessage = /* @__PURE__ */ message(
  'balances.withoutSome',
  'Without {count} networks, which do not answer',
)
const outdatedMessage = /* @__PURE__ */ message(
  'balances.outdated',
  'With earlier values of networks that do not answer',
)
export const loadingMessage = /* @__PURE__ */ message('balances.loading', 'Loading tokens')

/**
 * Restores the stored data, and loads the part. The last known figure is therefore shown at once.
 */
export async function open(context: BalancesContext) {
  await restoreSaved(context)
  return { default: BalancePart }
}
/**
 * Shows the value of the connected accounts over their networks, or the native coin where no price
 * is known.
 */
export default function BalancePart() {
  useStyles(styles)
  const t = useTranslate()
  useFreshBalances(useRead(subjectOf)?.key)
  useFreshNetworks()
  const { phase, known, retryAt = 0 } = useRead(portfolioOf)
  const isOld = phase === 'unavailable'
  return (
    <div
      className={isOld ? 'p-worth p-worth-old' : 'p-worth'}
      aria-busy={phase === 'loading' || undefined}
    >
      {known ? (
        <Worth known={known} />
      ) : (
        phase === 'loading' && (
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
  const t = useTranslate()
  const hides = useHidesAmounts()
  const { total, isPartial, missing, missingCount, isOutdated } = useRead(walletTotal)
  const name = useRead(read => displayText(networkOf(read, missing)?.name)) ?? missing
  const figure = useFiat()(total)
  const native = known.holdings.find(({ token }) => token.asset === 'native')
  const coin = native && <Coin of={native} big={figure === undefined} />
  return (
    <>
      <NetworksButton>
        {figure === undefined ? (
          coin
        ) : (
          <bdi
            dir="ltr"
            className={isPartial ? 'p-num p-worth-total p-worth-partial' : 'p-num p-worth-total'}
            style={{ '--figures': hides ? hiddenAmount.length : figure.length } as object}
          >
            <HideableAmount>{figure}</HideableAmount>
          </bdi>
        )}
      </NetworksButton>
      {missing || (isOutdated && figure !== undefined) ? (
        <span className="p-worth-note" role="status">
          {missingCount > 1
            ? t(withoutSomeMessage, { count: missingCount })
            : missing
              ? t(withoutMessage, { network: name ?? '' })
              : t(outdatedMessage)}
        </span>
      ) : (
        figure !== undefined && coin
      )}
    </>
  )
}

/** Leads from the total to the list of networks, where there is more than one. */
function NetworksButton({ children }: { readonly children: ReactNode }) {
  const t = useTranslate()
  const { views } = useKernel()
  const preload = usePreload()
  const ready = () => preload(networkBalancesView)
  if (!useRead(hasNetworkList)) return children
  return (
    <button
      type="button"
      className="p-worth-open"
      title={t(networkBalancesMessage)}
      onClick={() => views.push(networkBalancesView)}
      onPointerEnter={ready}
      onFocus={ready}
    >
      {children}
      <Icon path={downwards} size={16} />
      <span className="p-hidden">{t(networkBalancesMessage)}</span>
    </button>
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

import type { Holding } from '@portico/kernel/backend'
import { networkOf } from '@portico/kernel/chain'
import { activeNetwork } from '@portico/kernel/session'
import { displayText, message } from '@portico/kernel/text'
import {
  Button,
  Caption,
  EmptyAccount,
  Icon,
  List,
  Note,
  Row,
  Skeleton,
  suspiciousMessage,
  TokenBalance,
  TokenIcon,
  unverifiedMessage,
  useFiat,
  useKernel,
  usePreload,
  useRead,
  useService,
  useSlice,
  useStyles,
  useTranslate,
} from '@portico/ui'
import { useCallback, useMemo, useState } from 'react'
import { walletTotal } from '../network-rows.js'
import type { KnownPortfolio } from '../portfolio.js'
import {
  addTokenMessage,
  hiddenTokensMessage,
  importTokenView,
  portfolioService,
  portfolioSlice,
  tokensMessage,
  tokenView,
} from '../refs.js'
import { isSpam, sift } from '../rules.js'
import { addedTokens, canAddTokens, portfolioOf } from '../select.js'
import { loadingMessage } from './balance-part.js'
import styles from './balances.css?inline'
import { Worth } from './worth.js'

/** The rows to show at first, and to add each time the person asks for more. */
const step = 50

/** Shows every token of the account with its value. */
export default function TokensTab() {
  useStyles(styles)
  const t = useTranslate()
  const { phase, known } = useRead(portfolioOf)
  const isEmpty = useRead(read => walletTotal(read).isEmpty)
  if (!known && phase === 'loading')
    return (
      <div aria-busy="true">
        <Skeleton rows={3} />
        <span className="p-hidden">{t(loadingMessage)}</span>
      </div>
    )
  return (
    <div className="p-tokens">
      {known ? (
        <Tokens known={known} />
      ) : (
        <Note kind="warn">
          {t(
            message('balances.failed', 'Your tokens cannot be loaded right now. Nothing was lost.'),
          )}
        </Note>
      )}
      <AddToken />
      {isEmpty && <EmptyAccount />}
    </div>
  )
}

function Tokens({ known }: { readonly known: KnownPortfolio }) {
  const t = useTranslate()
  const kernel = useKernel()
  const { showHidden } = useService(portfolioService)
  const showsHidden = useSlice(portfolioSlice, state => state.showsHidden)
  const added = useRead(addedTokens)
  const network = useRead(read => displayText(networkOf(read, activeNetwork(read))?.name) ?? '')
  const { shown, hidden } = useMemo(
    () =>
      sift(
        known.holdings,
        known,
        added.map(({ asset }) => asset),
      ),
    [known, added],
  )
  const toggle = () => {
    showHidden(!showsHidden).catch(error => kernel.report(error, 'feature/balances'))
  }
  return (
    <>
      {shown.length ? (
        <Rows label={t(tokensMessage)} holdings={shown} known={known} />
      ) : (
        <div className="p-token-lone">
          {t(message('balances.none', 'No tokens on {network} yet'), { network })}
          <Caption>
            {t(message('balances.noneDetail', 'Tokens that you receive appear here.'))}
          </Caption>
        </div>
      )}
      {hidden.length > 0 && (
        <>
          {showsHidden && <Rows label={t(hiddenTokensMessage)} holdings={hidden} known={known} />}
          <Button variant="plain" onClick={toggle}>
            {showsHidden
              ? t(message('balances.hideHidden', 'Hide small and suspicious tokens'))
              : t(message('balances.showHidden', 'Show hidden tokens ({count})'), {
                  count: hidden.length,
                })}
          </Button>
        </>
      )}
    </>
  )
}

function Rows({
  label,
  holdings,
  known,
}: {
  readonly label: string
  readonly holdings: readonly Holding[]
  readonly known: KnownPortfolio
}) {
  const t = useTranslate()
  const fiat = useFiat(known.currency)
  const { views } = useKernel()
  const preload = usePreload()
  const [count, setCount] = useState(step)
  const more = useCallback(() => setCount(before => before + step), [])
  const native = known.holdings.find(({ token }) => token.asset === 'native')?.token.symbol
  return (
    <>
      <List label={label}>
        {holdings.slice(0, count).map(holding => {
          const { token, amount } = holding
          const value = fiat(holding.value)
          return (
            <Row
              key={token.asset}
              surface="plain"
              icon={<TokenIcon token={token} />}
              title={token.name}
              detail={<TokenBalance token={token} amount={amount} />}
              value={value && <Worth>{value}</Worth>}
              tag={
                isSpam(holding, native, known)
                  ? t(suspiciousMessage)
                  : token.asset !== 'native' && known.imitations?.includes(token.asset)
                    ? t(unverifiedMessage)
                    : undefined
              }
              onClick={() => views.push(tokenView, { token })}
              preload={() => preload(tokenView)}
            />
          )
        })}
      </List>
      {holdings.length > count && (
        <Button variant="soft" onClick={more}>
          {t(message('balances.more', 'Show {count} more'), {
            count: Math.min(step, holdings.length - count),
          })}
        </Button>
      )}
    </>
  )
}

function AddToken() {
  const t = useTranslate()
  const { views } = useKernel()
  const preload = usePreload()
  if (!useRead(canAddTokens)) return null
  return (
    <List>
      <Row
        surface="plain"
        icon={<Icon name="plus" />}
        title={t(addTokenMessage)}
        onClick={() => views.push(importTokenView)}
        preload={() => preload(importTokenView)}
      />
    </List>
  )
}

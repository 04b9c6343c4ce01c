import { activeNetwork, displayText, type Holding, networkOf } from '@portico/kernel/contracts'
import {
  Button,
  Caption,
  Icon,
  List,
  Note,
  Row,
  Skeleton,
  Sum,
  TokenBalance,
  TokenIcon,
  useFiat,
  useKernel,
  usePreload,
  useRead,
  useService,
  useSlice,
  useStyles,
  useText,
} from '@portico/ui'
import { type CSSProperties, useCallback, useMemo, useState } from 'react'
import type { KnownPortfolio } from '../portfolio.js'
import { importTokenView, portfolio, portfolioSlice } from '../refs.js'
import { isSpam, sift } from '../rules.js'
import { addedTokens, canAddTokens, portfolioOf } from '../select.js'
import { en } from '../text/en.js'
import { balancesStyles } from './balances.styles.js'

/** Rows that are there at once; more of them when somebody wants to see them. */
const step = 50

/** Every token of the account with what it is worth. */
export default function TokensTab() {
  useStyles(balancesStyles)
  const t = useText(en)
  const { phase, known } = useRead(portfolioOf)
  if (!known && phase === 'asking')
    return (
      <div aria-busy="true">
        <Skeleton rows={3} />
        <span className="p-hidden">{t('balances.loading')}</span>
      </div>
    )
  return (
    <div className="p-tokens">
      {known ? <Tokens known={known} /> : <Note kind="warn">{t('balances.failed')}</Note>}
      <AddToken />
    </div>
  )
}

function Tokens({ known }: { readonly known: KnownPortfolio }) {
  const t = useText(en)
  const kernel = useKernel()
  const { showHidden } = useService(portfolio)
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
        <Rows label={t('balances.tokens')} holdings={shown} known={known} />
      ) : (
        <div className="p-token-lone">
          {t('balances.none', { network })}
          <Caption>{t('balances.noneDetail')}</Caption>
        </div>
      )}
      {hidden.length > 0 && (
        <>
          {showsHidden && <Rows label={t('balances.hidden')} holdings={hidden} known={known} />}
          <Button variant="plain" onClick={toggle}>
            {showsHidden ? t('balances.hideHidden') : t('balances.showHidden', { count: hidden.length })}
          </Button>
        </>
      )}
    </>
  )
}

function Rows({ label, holdings, known }: { readonly label: string; readonly holdings: readonly Holding[]; readonly known: KnownPortfolio }) {
  const t = useText(en)
  const fiat = useFiat(known.currency)
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
              value={
                value && (
                  <Sum>
                    <Worth>{value}</Worth>
                  </Sum>
                )
              }
              tag={isSpam(holding, native, known) ? t('balances.suspicious') : undefined}
            />
          )
        })}
      </List>
      {holdings.length > count && (
        <Button variant="soft" onClick={more}>
          {t('balances.more', { count: Math.min(step, holdings.length - count) })}
        </Button>
      )}
    </>
  )
}

/** Money runs from left to right in every language; a long figure is smaller, so that the name beside it can be read. */
const Worth = ({ children: figure }: { readonly children: string }) => (
  <bdi dir="ltr" style={{ '--figures': figure.length } as CSSProperties}>
    {figure}
  </bdi>
)

function AddToken() {
  const t = useText(en)
  const { views } = useKernel()
  const preload = usePreload()
  if (!useRead(canAddTokens)) return null
  return (
    <List>
      <Row
        surface="plain"
        icon={<Icon name="plus" />}
        title={t('balances.add')}
        onClick={() => views.push(importTokenView)}
        preload={() => preload(importTokenView)}
      />
    </List>
  )
}

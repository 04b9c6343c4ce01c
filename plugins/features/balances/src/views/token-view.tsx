import { accountActionsSlot } from '@portico/kernel/account'
import type { Holding } from '@portico/kernel/backend'
import { explorerPage, networkOf, type Token } from '@portico/kernel/chain'
import { activeNetwork } from '@portico/kernel/session'
import { displaySymbol, displayText, message, textSlice } from '@portico/kernel/text'
import { openLink, parseLink } from '@portico/kernel/wallet'
import {
  Address,
  Button,
  balanceUnavailableMessage,
  copyAddressMessage,
  explorerMessage,
  Fact,
  Facts,
  HideableAmount,
  LazyComponent,
  Note,
  networkMessage,
  Pill,
  Skeleton,
  SlotOutlet,
  suspiciousMessage,
  Title,
  TokenBalance,
  TokenIcon,
  unverifiedMessage,
  useFiat,
  useKernel,
  usePreload,
  useRead,
  useSlice,
  useSlot,
  useStyles,
  useTitle,
  useTranslate,
  type ViewProps,
} from '@portico/ui'
import { useMemo, useState } from 'react'
import type { KnownPortfolio } from '../portfolio.js'
import type { tokenView } from '../refs.js'
import { isSpam } from '../rules.js'
import { portfolioOf, subjectOf } from '../select.js'
import styles from './balances.css?inline'
import { priceIn, priceMessage } from './format-price.js'
import { useFreshBalances } from './use-fresh-balances.js'

/** Loads the chart and the library that draws it, for people who open a token. */
const chart = () => import('./price-chart.js')
/** The height of the chart with its periods, which is also that of `.p-token-chart`. */
const chartHeight = 228

/** Shows one token: balance, value, price and its history, contract, and its actions. */
export default function TokenView({ params }: ViewProps<typeof tokenView>) {
  useStyles(styles)
  const t = useTranslate()
  const known = useRead(read => portfolioOf(read).known)
  useFreshBalances(useRead(subjectOf)?.key)
  const holding = known?.holdings.find(({ token }) => isSame(token, params.token))
  const token = holding?.token ?? params.token
  const symbol = displaySymbol(token.symbol)
  useTitle(symbol)
  // Decided once: a chart that appears later would move what is below it. While the balances load,
  // the token may have a price, so the page has a chart.
  const [hasChart] = useState(!known || holding?.price !== undefined)
  const network = useRead(read => networkOf(read, token.network))
  const isActive = useRead(activeNetwork) === token.network
  return (
    <div className="p-token">
      <Head token={token} holding={holding} known={known} />
      {isActive && <Actions token={token} />}
      {hasChart && (
        <div className="p-token-chart">
          <LazyComponent
            load={chart}
            props={{ token }}
            waiting={<Skeleton height={chartHeight} />}
          />
        </div>
      )}
      <Facts>
        <Price holding={holding} known={known} />
        <Fact name={t(networkMessage)}>
          <bdi>{displayText(network?.name) ?? token.network}</bdi>
        </Fact>
        <Contract token={token} />
      </Facts>
      <Explorer token={token} />
    </div>
  )
}
const isSame = (one: Token, other: Token) =>
  one.network === other.network && one.asset.toLowerCase() === other.asset.toLowerCase()

function Head({
  token,
  holding,
  known,
}: {
  readonly token: Token
  readonly holding: Holding | undefined
  readonly known: KnownPortfolio | undefined
}) {
  const t = useTranslate()
  const value = useFiat(known?.currency)(holding?.value)
  const native = known?.holdings.find(one => one.token.asset === 'native')?.token.symbol
  const isListed = token.asset === 'native' || !known || known.vouched.includes(token.asset)
  const isImitation = token.asset !== 'native' && known?.imitations?.includes(token.asset) === true
  const isSuspicious = holding && known && isSpam(holding, native, known)
  return (
    <div className="p-token-head">
      <TokenIcon token={token} />
      <Title>
        <bdi>{displayText(token.name) ?? displaySymbol(token.symbol)}</bdi>
      </Title>
      {(isSuspicious || isImitation || !isListed) && (
        <Pill>{t(isSuspicious ? suspiciousMessage : unverifiedMessage)}</Pill>
      )}
      {holding ? (
        <TokenBalance token={token} amount={holding.amount} big />
      ) : (
        <p>{t(balanceUnavailableMessage)}</p>
      )}
      <span className="p-worth-note p-num">
        {value && (
          <HideableAmount>
            <bdi dir="ltr">{value}</bdi>
          </HideableAmount>
        )}
      </span>
      {isImitation && (
        <Note kind="warn">
          {t(
            message(
              'balances.imitation',
              'This token uses the name of a known token, but has another address. Compare the contract with a source that you trust.',
            ),
          )}
        </Note>
      )}
    </div>
  )
}

/** Send, Swap and Receive, where a feature brings them. */
function Actions({ token }: { readonly token: Token }) {
  const { views } = useKernel()
  const preload = usePreload()
  const t = useTranslate()
  const items = useSlot(accountActionsSlot)
  const isOffered = ({ view, openWith }: (typeof items)[number]) => openWith && views.has(view)
  if (!items.some(isOffered)) return null
  return (
    <div className="p-token-actions">
      <SlotOutlet of={accountActionsSlot} only={item => Boolean(isOffered(item))}>
        {({ label, icon, view, openWith }) => {
          const ready = () => preload(view)
          return (
            <Button
              variant="soft"
              icon={icon}
              onClick={() => openWith?.(token)}
              onPointerEnter={ready}
              onFocus={ready}
            >
              {t(label)}
            </Button>
          )
        }}
      </SlotOutlet>
    </div>
  )
}

function Price({
  holding,
  known,
}: {
  readonly holding: Holding | undefined
  readonly known: KnownPortfolio | undefined
}) {
  const t = useTranslate()
  const language = useSlice(textSlice, state => state.language)
  const show = useMemo(
    () => priceIn(language, known?.currency ?? 'usd'),
    [language, known?.currency],
  )
  const price = holding?.price
  const source = holding?.priceSource ?? known?.source ?? ''
  return (
    <>
      <Fact name={t(priceMessage)}>
        {price === undefined ? (
          t(message('balances.priceUnknown', 'Not known'))
        ) : (
          <bdi dir="ltr" className="p-num">
            {show(price)}
          </bdi>
        )}
      </Fact>
      {price !== undefined && (
        <Fact name={t(message('balances.priceFrom', 'Price from'))}>
          {t(sourceMessage(source))}
        </Fact>
      )}
    </>
  )
}
const sourceMessage = (source: string) =>
  source === 'backend'
    ? message('balances.fromBackend', 'The price service of this app')
    : source === 'feeds' || source.startsWith('chain ')
      ? message('balances.fromFeeds', 'The network itself')
      : message('balances.fromApp', 'This app')

function Contract({ token }: { readonly token: Token }) {
  const t = useTranslate()
  const address = addressOf(token)
  if (!address) return null
  return (
    <Fact
      name={t(message('balances.contract', 'Contract'))}
      copy={{ value: address, label: t(copyAddressMessage) }}
    >
      <Address value={address} full />
    </Fact>
  )
}
const addressOf = ({ asset }: Token): string | undefined =>
  asset === 'native' ? undefined : asset.slice(asset.lastIndexOf(':') + 1)

function Explorer({ token }: { readonly token: Token }) {
  const t = useTranslate()
  const kernel = useKernel()
  const network = useRead(read => networkOf(read, token.network))
  const address = addressOf(token)
  const link = address ? parseLink(explorerPage(network, { address })) : undefined
  if (!link) return null
  return (
    <Button
      variant="plain"
      icon="external"
      onClick={() => openLink(link, { report: error => kernel.report(error, 'feature/balances') })}
    >
      {t(explorerMessage, { explorer: displayText(network?.explorer?.name) ?? '' })}
    </Button>
  )
}

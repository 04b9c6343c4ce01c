import { chainsSlot } from '@portico/kernel/chain'
import { connectMethodsSlot, type NoWalletPartProps } from '@portico/kernel/connect-page'
import { type Connector, connectorsSlot } from '@portico/kernel/connector-kit'
import { sessionSlice } from '@portico/kernel/session'
import { shellSlice } from '@portico/kernel/shell'
import {
  browserLink,
  type DirectoryWallet,
  type Environment,
  environmentSlice,
  openLink,
  walletRoutesSlot,
} from '@portico/kernel/wallet'
import {
  List,
  Row,
  useKernel,
  usePreload,
  useRead,
  useSlice,
  useSlot,
  useStyles,
  useTranslate,
  WalletIcon,
  walletsMessage,
} from '@portico/ui'
import { type ReactNode, useMemo, useState } from 'react'
import { getWalletView } from '../refs.js'
import styles from './suggested-wallets.css?inline'
import { usePreloadedRoutes } from './use-preloaded-routes.js'

/**
 * How many are shown: two rows of tiles on a phone; on a desktop as many rows as stand beside a QR
 * code, where a login above them takes some of the height.
 */
const countOf = (kind: Environment['kind'], hasLogin: boolean) =>
  kind === 'mobile' ? 8 : hasLogin ? 4 : 6

/** Returns a component that suggests the first of these wallets for the chains of the page. */
export const suggest = (wallets: readonly DirectoryWallet[]) =>
  function SuggestedWallets({ listed = [] }: NoWalletPartProps): ReactNode {
    const here = useSlice(environmentSlice)
    const chains = useSlot(chainsSlot)
    const only = useRead(
      read => read.state(shellSlice).namespace ?? read.state(sessionSlice).filter,
    )
    const pick = usePick()
    usePreloadedRoutes()
    // As the view opened (decision 47).
    const [hasLogin] = useState(useSlot(connectMethodsSlot).length > 1)
    const connectors = useSlot(connectorsSlot)
    const offered = chains.filter(({ id }) => !only || id === only)
    // A wallet that appears late is listed in the place of the last suggestion (decision 47).
    const isLate = ({ type, namespace: chain, worksIn }: Connector) =>
      type !== 'AUTH' &&
      type !== 'EXTERNAL' &&
      (!only || chain === only) &&
      worksIn?.(here) !== false
    const hasLate = here.kind === 'desktop' && connectors.some(isLate)
    const shown = wallets
      .filter(
        wallet =>
          offered.some(({ id }) => wallet.namespaces.includes(id)) && !listed.includes(wallet.name),
      )
      .slice(0, countOf(here.kind, hasLogin))
      .slice(0, hasLate ? -1 : undefined)
    const View = here.kind === 'mobile' ? Tiles : Rows
    return shown.length > 0 && <View wallets={shown} pick={pick} />
  }

interface SuggestedProps {
  readonly wallets: readonly DirectoryWallet[]
  readonly pick: ReturnType<typeof usePick>
}

function Rows({ wallets, pick }: SuggestedProps) {
  const preload = usePreload()
  const t = useTranslate()
  return (
    <List label={t(walletsMessage)}>
      {wallets.map(wallet => (
        <Row
          key={wallet.id}
          icon={<WalletIcon name={wallet.name} image={wallet} />}
          title={wallet.name}
          preload={() => preload(pick.viewFor(wallet))}
          onClick={() => pick.open(wallet)}
        />
      ))}
    </List>
  )
}

/** Large icons, as on the screen of a phone. */
function Tiles({ wallets, pick }: SuggestedProps) {
  useStyles(styles)
  const t = useTranslate()
  return (
    // Safari takes the list role from a list without bullets.
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <ul className="p-suggested-grid" role="list" aria-label={t(walletsMessage)}>
      {wallets.map(wallet => (
        <li key={wallet.id}>
          <button type="button" className="p-suggested" onClick={() => pick.open(wallet)}>
            <WalletIcon name={wallet.name} image={wallet} size={56} />
            <span className="p-cut p-suggested-name" dir="auto">
              {wallet.name}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/**
 * Follows the route to a wallet. On a phone, a wallet without a route opens this page in its own
 * browser: only within the tap may an app open.
 */
function usePick() {
  const kernel = useKernel()
  return useMemo(() => {
    const report = (error: unknown) => kernel.report(error, 'connector/directory')
    const viewFor = (wallet: DirectoryWallet) =>
      walletRoutesSlot.combine(kernel.items(walletRoutesSlot), report, wallet, kernel) ??
      getWalletView
    return {
      viewFor,
      open(wallet: DirectoryWallet) {
        const view = viewFor(wallet)
        const { kind, walletBrowser } = kernel.state(environmentSlice)
        const link =
          view === getWalletView && kind === 'mobile' && !walletBrowser
            ? browserLink(wallet.browse, globalThis.location.href)
            : undefined
        if (link) openLink(link, { report })
        kernel.views.push(view, { wallet })
      },
    }
  }, [kernel])
}

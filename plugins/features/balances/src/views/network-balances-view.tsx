import { networkOf } from '@portico/kernel/chain'
import { unsupportedNetworkMessage } from '@portico/kernel/connect-page'
import { displayText, message } from '@portico/kernel/text'
import {
  Button,
  balanceUnavailableMessage,
  Caption,
  IconButton,
  List,
  NetworkIcon,
  Row,
  retryInMessage,
  retryMessage,
  Skeleton,
  Stack,
  TokenBalance,
  useFiat,
  useKernel,
  useRead,
  useSecondsUntil,
  useService,
  useStyles,
  useTask,
  useTranslate,
} from '@portico/ui'
import type { NetworkRow } from '../network-balances.js'
import { isSameRows, networkPlaces, networkRows, walletTotal } from '../network-rows.js'
import { networkBalancesMessage, networkBalancesService } from '../refs.js'
import styles from './balances.css?inline'
import { useAskAgain, useFreshNetworks } from './use-fresh-balances.js'
import { Worth } from './worth.js'

/** @public The kernel calls it before it shows the view. */
export { restoreSaved as prepare } from '../saved.js'

/** The value of the connected accounts by network. A network that is down can be retried. */
export default function NetworkBalancesView() {
  useStyles(styles)
  useFreshNetworks()
  const t = useTranslate()
  const rows = useRead(networkRows, isSameRows)
  const isMore = useRead(read => networkPlaces(read).isMore)
  const { total, isUnpriced } = useRead(walletTotal)
  const figure = useFiat()(total)
  const { showAll } = useService(networkBalancesService)
  const [{ busy }, show] = useTask(() => showAll())
  if (!rows.length)
    return (
      <Stack align="center">
        <Caption>{t(message('balances.nobody', 'Connect a wallet to see what it has.'))}</Caption>
      </Stack>
    )
  return (
    <Stack gap={12}>
      <div className="p-tokens">
        <List label={t(networkBalancesMessage)}>
          {rows.map(row => (
            <Network key={row.id} row={row} />
          ))}
        </List>
        {figure !== undefined && rows.length > 1 && (
          <div className="p-worth-sum">
            <span>{t(message('balances.total', 'Total'))}</span>
            <Worth>{figure}</Worth>
          </div>
        )}
      </div>
      {figure !== undefined && isUnpriced && (
        <Caption>
          {t(message('balances.unpriced', 'The total leaves out coins without a known price.'))}
        </Caption>
      )}
      {isMore && (
        <Button variant="soft" busy={busy} onClick={show}>
          {t(message('balances.allNetworks', 'Show all networks'))}
        </Button>
      )}
    </Stack>
  )
}

function Network({
  row: { id, network, phase, summary, retryAt, isActive },
}: {
  readonly row: NetworkRow
}) {
  const t = useTranslate()
  const known = useRead(read => networkOf(read, network))
  const value = useFiat(summary?.currency)(summary?.total)
  const name = displayText(known?.name) ?? t(unsupportedNetworkMessage)
  const isOld = phase === 'unavailable'
  return (
    <Row
      surface="plain"
      icon={<NetworkIcon name={name} network={known} />}
      title={name}
      detail={
        isOld ? (
          <Unavailable retryAt={retryAt} />
        ) : summary?.native ? (
          <TokenBalance token={summary.native.token} amount={summary.native.amount} />
        ) : phase === 'loading' ? (
          <Skeleton width={72} height={12} />
        ) : (
          // Some sources leave out a native coin of which there is nothing.
          !summary && t(balanceUnavailableMessage)
        )
      }
      value={value !== undefined && <Worth>{value}</Worth>}
      tag={isOld && <Retry id={id} name={name} retryAt={retryAt} isActive={isActive} />}
    />
  )
}

function Unavailable({ retryAt }: { readonly retryAt: number | undefined }) {
  const t = useTranslate()
  const seconds = useSecondsUntil(retryAt)
  return (
    <>
      <span role="status">{t(message('balances.silent', 'Does not answer'))}</span>
      {seconds > 0 && ` · ${t(retryInMessage, { seconds })}`}
    </>
  )
}

function Retry({
  id,
  name,
  retryAt,
  isActive,
}: {
  readonly id: string
  readonly name: string
  readonly retryAt: number | undefined
  readonly isActive: boolean
}) {
  const t = useTranslate()
  const { report } = useKernel()
  const { retry } = useService(networkBalancesService)
  const askActive = useAskAgain()
  const seconds = useSecondsUntil(retryAt)
  if (seconds > 0) return null
  return (
    <IconButton
      icon="retry"
      label={`${t(retryMessage)}: ${name}`}
      onClick={() =>
        isActive ? askActive() : retry(id).catch(error => report(error, 'feature/balances'))
      }
    />
  )
}

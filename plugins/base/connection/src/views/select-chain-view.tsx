import { chainsSlot } from '@portico/kernel/chain'
import type { selectChainView } from '@portico/kernel/connect-page'
import { activeNamespace, connectionService, sessionSlice } from '@portico/kernel/session'
import { message } from '@portico/kernel/text'
import { groupWallets } from '@portico/kernel/wallet'
import {
  Caption,
  List,
  NetworkIcon,
  Note,
  Row,
  Stack,
  useRead,
  useService,
  useSlice,
  useSlot,
  useTitle,
  useTranslate,
  type ViewProps,
  WalletIcon,
} from '@portico/ui'
import { useState } from 'react'
import { type ApprovalGroup, groupApprovals } from '../discovery/approval-groups.js'
import { listedConnectors } from '../discovery/discover-wallets.js'
import { connectorNotFoundMessage } from '../errors.js'
import { connectedMessage } from './wallet-list.js'

const selectChainMessage = /* @__PURE__ */ message('connection.title.select', 'Select chain')

/**
 * Chooses a chain of a wallet that approves each chain on its own. The rows keep their places, also
 * when the wallet goes away.
 */
export default function SelectChainView({ params }: ViewProps<typeof selectChainView>) {
  const connectors = useRead(listedConnectors)
  const namespace = useRead(activeNamespace)
  const order = useSlot(chainsSlot).map(({ id }) => id)
  const wallet = groupWallets(connectors).find(({ id }) => id === params.wallet)
  const connections = useSlice(sessionSlice, state => state.connections)
  const isConnected = (id: string) =>
    Object.values(connections).some(
      ({ connector, phase }) => connector === id && phase.name === 'connected',
    )
  const [opened] = useState(
    wallet && {
      ...wallet,
      groups: groupApprovals(wallet, order, namespace, ({ id }) => isConnected(id)),
    },
  )
  const t = useTranslate()
  useTitle(t(selectChainMessage))
  // The wallet went away in the moment of the click.
  if (!opened) return <Note>{t(connectorNotFoundMessage)}</Note>

  const { name, groups } = opened
  const isHere = ({ connector }: ApprovalGroup) => connectors.some(({ id }) => id === connector)
  return (
    <Stack gap={16}>
      <Stack gap={12} align="center">
        <WalletIcon name={name} image={opened} size={64} />
        <Caption>
          {t(
            message(
              'connection.select',
              '{wallet} supports several chains and asks about each one separately. Which one first?',
            ),
            { wallet: name },
          )}
        </Caption>
      </Stack>
      <List label={t(selectChainMessage)}>
        {groups.map(group => (
          <ApprovalGroupRow
            key={group.connector}
            group={group}
            connected={isConnected(group.connector)}
            gone={!isHere(group)}
          />
        ))}
      </List>
    </Stack>
  )
}

/** One approval, with the chains that it covers. */
function ApprovalGroupRow({
  group: { connector, namespaces },
  connected,
  gone,
}: {
  readonly group: ApprovalGroup
  readonly connected: boolean
  readonly gone: boolean
}) {
  const { connect } = useService(connectionService)
  const known = useSlot(chainsSlot)
  const t = useTranslate()
  const own = namespaces.flatMap(id => known.find(chain => chain.id === id) ?? [])
  const title = own.map(({ name }) => name).join(' · ')
  return (
    <Row
      icon={<NetworkIcon name={title} network={own[0]?.networks[0]} />}
      title={title}
      tag={connected && t(connectedMessage)}
      tagKind="good"
      disabled={gone}
      // The waiting view reads a failure from the session.
      onClick={() => void connect(connector).catch(() => undefined)}
    />
  )
}

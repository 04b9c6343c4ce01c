import { activeNamespace, chains, connection, groupWallets, type selectChainView, session } from '@portico/kernel/contracts'
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
  useText,
  useTitle,
  type ViewProps,
  WalletIcon,
} from '@portico/ui'
import { useState } from 'react'
import { listedConnectors } from '../discovery.js'
import { errorWords } from '../text/error-words.js'
import { selectWords } from '../text/select-words.js'
import { type Way, waysTo } from '../ways.js'

/** Which chain of a wallet that approves each on its own. The rows keep their places, also when the wallet goes away. */
export default function SelectChainView({ params }: ViewProps<typeof selectChainView>) {
  const connectors = useRead(listedConnectors)
  const namespace = useRead(activeNamespace)
  const order = useSlot(chains).map(({ id }) => id)
  const wallet = groupWallets(connectors).find(({ id }) => id === params.wallet)
  const connections = useSlice(session, state => state.connections)
  const isConnected = (id: string) => Object.values(connections).some(({ connector, phase }) => connector === id && phase.name === 'connected')
  const [opened] = useState(wallet && { ...wallet, ways: waysTo(wallet, order, namespace, ({ id }) => isConnected(id)) })
  const t = useText(selectWords)
  const tell = useText(errorWords)
  useTitle(t('connection.title.select'))
  // It went away in the moment of the click.
  if (!opened) return <Note>{tell('connection.error.CONNECTOR_NOT_FOUND')}</Note>

  const { name, imageUrl, ways } = opened
  const isHere = ({ connector }: Way) => connectors.some(({ id }) => id === connector)
  return (
    <Stack gap={16}>
      <Stack gap={12} align="center">
        <WalletIcon name={name} src={imageUrl} size={64} />
        <Caption>{t('connection.select', { wallet: name })}</Caption>
      </Stack>
      <List label={t('connection.title.select')}>
        {ways.map(way => (
          <WayRow key={way.connector} way={way} connected={isConnected(way.connector)} gone={!isHere(way)} />
        ))}
      </List>
    </Stack>
  )
}

/** One approval: the chains that it is good for. */
function WayRow({ way: { connector, namespaces }, connected, gone }: { readonly way: Way; readonly connected: boolean; readonly gone: boolean }) {
  const { connect } = useService(connection)
  const known = useSlot(chains)
  const t = useText(selectWords)
  const own = namespaces.flatMap(id => known.find(chain => chain.id === id) ?? [])
  const title = own.map(({ name }) => name).join(' · ')
  return (
    <Row
      icon={<NetworkIcon name={title} src={own[0]?.networks[0].assets?.imageUrl} />}
      title={title}
      tag={connected && t('connection.connected')}
      tagKind="good"
      disabled={gone}
      // Its failure stands in the session, where the waiting view reads it.
      onClick={() => void connect(connector).catch(() => undefined)}
    />
  )
}

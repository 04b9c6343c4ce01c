import { type NetworkId, networkOf } from '@portico/kernel/chain'
import { unsupportedNetworkMessage } from '@portico/kernel/connect-page'
import { shellService } from '@portico/kernel/shell'
import { displayText } from '@portico/kernel/text'
import {
  Icon,
  List,
  NetworkIcon,
  Row,
  useKernel,
  useRead,
  useService,
  useTitle,
  useTranslate,
} from '@portico/ui'
import { historyService } from '../refs.js'
import { activityPlaces, filterOf } from '../select.js'
import { allNetworksMessage, filterMessage } from './verbs.js'

/** The networks by which the activity is filtered: the active one first, all of them last. */
export default function ActivityNetworksView() {
  const t = useTranslate()
  const kernel = useKernel()
  useTitle(t(filterMessage))
  const { filter } = useService(historyService)
  const { back } = useService(shellService)
  const networks = useRead(read => activityPlaces(read).map(({ network }) => network))
  const chosen = useRead(filterOf) ?? networks[0]
  const choose = (choice: NetworkId | 'all') => {
    filter(choice).then(back, error => kernel.report(error, 'feature/history'))
  }
  return (
    <List label={t(filterMessage)}>
      {networks.map(network => (
        <NetworkRow
          key={network}
          network={network}
          current={network === chosen}
          onClick={() => choose(network)}
        />
      ))}
      <Row
        surface="plain"
        icon={<Icon name="globe" />}
        title={t(allNetworksMessage)}
        current={chosen === 'all'}
        onClick={() => choose('all')}
      />
    </List>
  )
}

function NetworkRow({
  network: id,
  ...row
}: {
  readonly network: NetworkId
  readonly current: boolean
  readonly onClick: () => void
}) {
  const t = useTranslate()
  const network = useRead(read => networkOf(read, id))
  const name = displayText(network?.name) ?? t(unsupportedNetworkMessage)
  return (
    <Row
      {...row}
      surface="plain"
      icon={<NetworkIcon name={name} network={network} />}
      title={name}
    />
  )
}

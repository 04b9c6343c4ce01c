import { chainOf, type Network, parseNetworkId } from '@portico/kernel/chain'
import { activeConnection, activeNetwork, connectionService } from '@portico/kernel/session'
import { toastsService } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'
import {
  Button,
  Caption,
  disconnectMessage,
  List,
  Stack,
  Title,
  useRead,
  useService,
  useTask,
  useTranslate,
  WalletIcon,
} from '@portico/ui'
import { ChangeInWallet, NetworkRow, SwitchProblem, useSwitching } from './network-row.js'

const unsupportedHintMessage = /* @__PURE__ */ message(
  'connection.unsupportedHint',
  'Switch to a network that works here',
)

/**
 * What is wrong in one sentence, the networks that work, and the button to disconnect. The
 * controller leaves the view once the network works.
 */
export default function UnsupportedChainView() {
  const state = useRead(activeConnection, Object.is)
  const network = useRead(activeNetwork)
  const chain = useRead(read => (network ? chainOf(read, network) : undefined), Object.is)
  const { disconnect } = useService(connectionService)
  const { fail } = useService(toastsService)
  const switching = useSwitching(() => undefined)
  const [{ busy }, leave] = useTask(() => disconnect(state?.id).catch(fail))
  const t = useTranslate()
  if (!state || !network) return null

  const { wallet } = state
  // A network for which the wallet approved no account does not help.
  const isUsable = ({ caipNetworkId }: Network) =>
    caipNetworkId !== network &&
    (state.accounts.length > 0 || state.approved?.includes(caipNetworkId))
  return (
    <Stack gap={16}>
      <Stack gap={12} align="center">
        <WalletIcon name={wallet.name} image={wallet} size={64} />
        <Title>
          {t(
            message(
              'connection.unsupported',
              '{wallet} is on a network with the id {id}, which this app does not support',
            ),
            {
              wallet: wallet.name,
              id: parseNetworkId(network)?.reference ?? network,
            },
          )}
        </Title>
        <ChangeInWallet namespace={state.namespace} />
        <Caption>{t(unsupportedHintMessage)}</Caption>
      </Stack>
      <SwitchProblem error={switching.error} />
      {chain && (
        <List label={t(unsupportedHintMessage)}>
          {chain.networks.filter(isUsable).map(one => (
            <NetworkRow
              key={one.caipNetworkId}
              network={one}
              current={false}
              switching={switching}
            />
          ))}
        </List>
      )}
      <Button variant="danger" busy={busy} onClick={leave}>
        {t(disconnectMessage)}
      </Button>
    </Stack>
  )
}

import { activeConnection, activeNetwork, chainOf, connection, type Network, parseNetworkId, toasts } from '@portico/kernel/contracts'
import { Button, Caption, List, Stack, Title, useRead, useService, useTask, useText, WalletIcon } from '@portico/ui'
import { networkWords } from '../text/network-words.js'
import { NetworkRow, SwitchProblem, useSwitching } from './network-row.js'

/** What is wrong in one sentence, the networks that work, and the way out. Being somewhere else again is what the controller notices. */
export default function UnsupportedChainView() {
  const state = useRead(activeConnection, Object.is)
  const network = useRead(activeNetwork)
  const chain = useRead(read => (network ? chainOf(read, network) : undefined), Object.is)
  const { disconnect } = useService(connection)
  const { fail } = useService(toasts)
  const switching = useSwitching(() => undefined)
  const [{ busy }, leave] = useTask(() => disconnect(state?.id).catch(fail))
  const t = useText(networkWords)
  if (!state || !network) return null

  const { name, imageUrl } = state.wallet
  // Where the wallet approved accounts for some networks only, none of the others is a way out.
  const isUsable = ({ caipNetworkId }: Network) => caipNetworkId !== network && (state.accounts.length > 0 || state.approved?.includes(caipNetworkId))
  return (
    <Stack gap={16}>
      <Stack gap={12} align="center">
        <WalletIcon name={name} src={imageUrl} size={64} />
        <Title>{t('connection.unsupported', { wallet: name, id: parseNetworkId(network)?.reference ?? network })}</Title>
        <Caption>{t('connection.unsupportedHint')}</Caption>
      </Stack>
      <SwitchProblem error={switching.error} />
      {chain && (
        <List label={t('connection.unsupportedHint')}>
          {chain.networks.filter(isUsable).map(one => (
            <NetworkRow key={one.caipNetworkId} network={one} current={false} switching={switching} />
          ))}
        </List>
      )}
      <Button variant="danger" busy={busy} onClick={leave}>
        {t('connection.disconnect')}
      </Button>
    </Stack>
  )
}

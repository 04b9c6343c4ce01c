import { networksCapability } from '@portico/kernel/capabilities'
import type { Network, NetworkId } from '@portico/kernel/chain'
import { activeConnection, connectionService } from '@portico/kernel/session'
import { displayText, ModalError, message } from '@portico/kernel/text'
import {
  Caption,
  NetworkIcon,
  Note,
  Row,
  useCapability,
  useRead,
  useService,
  useTask,
  useTranslate,
} from '@portico/ui'
import { useState } from 'react'
import { canSwitch } from '../networks/can-switch.js'

export interface Switching {
  /** The requested network. */
  readonly target: NetworkId | undefined
  readonly error: unknown
  start(network: NetworkId): void
}
/** One switch at a time; `done` runs when it succeeded. */
export function useSwitching(done: () => void): Switching {
  const { switchNetwork } = useService(connectionService)
  const [target, setTarget] = useState<NetworkId>()
  const [{ busy, error }, start] = useTask(async (signal, network: NetworkId) => {
    setTarget(network)
    await switchNetwork(network)
    if (!signal.aborted) done()
  })
  return { target: busy ? target : undefined, error, start }
}

/** The wallet of this namespace if only the person can change its network. */
function useFixedWallet(namespace: string) {
  const state = useRead(read => activeConnection(read, namespace), Object.is)
  const networks = useCapability(networksCapability, namespace)
  const { live } = useService(connectionService)
  return state?.phase.name === 'connected' && !canSwitch(networks, live(state.id))
    ? state
    : undefined
}

/** Says where to change the network of this namespace, if it cannot be changed here. */
export function ChangeInWallet({ namespace }: { readonly namespace: string }) {
  const fixed = useFixedWallet(namespace)
  const t = useTranslate()
  if (!fixed) return null
  return (
    <Caption>
      {t(message('connection.changeInWallet', 'Change the network in {wallet}'), {
        wallet: fixed.wallet.name,
      })}
    </Caption>
  )
}

export function NetworkRow({
  network,
  current,
  switching,
}: {
  readonly network: Network
  readonly current: boolean
  readonly switching: Switching
}) {
  const { caipNetworkId: id, namespace } = network
  const name = displayText(network.name) ?? id
  const { phase, wallet, approved } =
    useRead(read => activeConnection(read, namespace), Object.is) ?? {}
  const fixed = useFixedWallet(namespace)
  // The network that the wallet is on needs no request, so its namespace can be activated.
  const isReachable = !fixed || (!current && fixed.network === id)
  const isConnected = phase?.name === 'connected'
  const isApproved = !isConnected || !approved || approved.includes(id)
  const t = useTranslate()
  const values = { wallet: wallet?.name ?? '' }
  return (
    <Row
      icon={<NetworkIcon name={name} network={network} />}
      title={name}
      detail={
        switching.target === id && isConnected
          ? t(message('connection.switching', 'Open {wallet} to switch'), values)
          : undefined
      }
      current={current}
      disabled={!isApproved}
      reason={t(message('connection.unapproved', 'Not enabled in {wallet}'), values)}
      onClick={isReachable ? () => switching.start(id) : undefined}
    />
  )
}

/** Why the last switch failed. */
export function SwitchProblem({ error }: { readonly error: unknown }) {
  const t = useTranslate()
  if (!error) return null
  return (
    <Note kind="bad">
      {error instanceof ModalError
        ? t(error.userMessage)
        : t(message('connection.switchFailed', 'The network was not switched. Try again.'))}
    </Note>
  )
}

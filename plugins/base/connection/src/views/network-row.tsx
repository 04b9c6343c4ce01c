import type { Network, NetworkId } from '@portico/kernel/chain'
import { activeConnection, connectionService } from '@portico/kernel/session'
import { displayText, ModalError, message } from '@portico/kernel/text'
import { NetworkIcon, Note, Row, useRead, useService, useTask, useTranslate } from '@portico/ui'
import { useState } from 'react'

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
      onClick={() => switching.start(id)}
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

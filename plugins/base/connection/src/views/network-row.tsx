import { activeConnection, connection, displayText, ModalError, type Network, type NetworkId } from '@portico/kernel/contracts'
import { NetworkIcon, Note, Row, useRead, useSay, useService, useTask, useText } from '@portico/ui'
import { useState } from 'react'
import { networkWords } from '../text/network-words.js'

export interface Switching {
  /** The network that a wallet is being asked for. */
  readonly target: NetworkId | undefined
  readonly error: unknown
  start(network: NetworkId): void
}
/** One switch at a time; `done` follows when it succeeded. */
export function useSwitching(done: () => void): Switching {
  const { switchNetwork } = useService(connection)
  const [target, setTarget] = useState<NetworkId>()
  const [{ busy, error }, start] = useTask(async (signal, network: NetworkId) => {
    setTarget(network)
    await switchNetwork(network)
    if (!signal.aborted) done()
  })
  return { target: busy ? target : undefined, error, start }
}

export function NetworkRow({ network, current, switching }: { readonly network: Network; readonly current: boolean; readonly switching: Switching }) {
  const { caipNetworkId: id, chainNamespace, assets } = network
  const name = displayText(network.name) ?? id
  const { phase, wallet, approved } = useRead(read => activeConnection(read, chainNamespace), Object.is) ?? {}
  const isConnected = phase?.name === 'connected'
  const isApproved = !isConnected || !approved || approved.includes(id)
  const t = useText(networkWords)
  const values = { wallet: wallet?.name ?? '' }
  return (
    <Row
      icon={<NetworkIcon name={name} src={assets?.imageUrl} />}
      title={name}
      detail={switching.target === id && isConnected ? t('connection.switching', values) : undefined}
      current={current}
      disabled={!isApproved}
      reason={t('connection.unapproved', values)}
      onClick={() => switching.start(id)}
    />
  )
}

/** Why the last switch did not happen. */
export function SwitchProblem({ error }: { readonly error: unknown }) {
  const say = useSay()
  const t = useText(networkWords)
  if (!error) return null
  return <Note kind="bad">{error instanceof ModalError ? say(error.userMessage) : t('connection.switchFailed')}</Note>
}

import { connection, connectors, type Message, walletProblem } from '@portico/kernel/contracts'
import { useKernel, useRead, useService, useSlice } from '@portico/ui'
import { useCallback, useEffect, useState } from 'react'
import { namespaceOfConnector } from '../connector-id.js'
import { type PairingState, pairing } from '../refs.js'

export interface PairingView extends PairingState {
  /** Why it came to nothing; `declined`: by the person, in the wallet. */
  readonly failure: { readonly declined: boolean; readonly problem: Message } | undefined
  /** Asks for a link, anew after a failure. */
  ask(): void
}

/** Pairs as long as the view stands: it asks when it comes, and whoever leaves it has given up. `namespaces`: the chains that the wallet knows, if one was chosen. */
export function usePairing(connector: string | undefined, namespaces?: readonly string[]): PairingView {
  const { connect, discover } = useService(connection)
  const kernel = useKernel()
  const state = useSlice(pairing)
  const fitting = useRead(
    read => read.items(connectors).find(({ id, chain }) => namespaceOfConnector(id) === chain && (!namespaces || namespaces.includes(chain)))?.id,
  )
  const id = connector || fitting
  const [failure, setFailure] = useState<PairingView['failure']>()
  const ask = useCallback(() => {
    setFailure(undefined)
    if (id) connect(id).catch(error => setFailure({ declined: walletProblem(error.cause ?? error).kind === 'declined', problem: error.userMessage }))
  }, [connect, id])
  useEffect(() => {
    // Whoever came here without the Connect view has not looked for wallets yet; this one is listed with them.
    discover().catch(error => kernel.report(error, 'connector/walletconnect'))
  }, [discover, kernel])
  useEffect(ask, [ask])
  // Its own words say more than what the connection makes of them.
  const { phase } = state
  return { ...state, failure: failure && phase.name === 'failed' ? { ...failure, problem: phase.problem } : failure, ask }
}

/** The time, in milliseconds since the epoch, read again every second. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

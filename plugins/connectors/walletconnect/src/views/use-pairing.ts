import { chains, connection, connectors, type DirectoryWallet, type Message, remoteSessions, walletProblem } from '@portico/kernel/contracts'
import { useKernel, useRead, useService, useSlice } from '@portico/ui'
import { useCallback, useEffect, useState } from 'react'
import { namespaceOfConnector } from '../connector-id.js'
import { WalletConnectError } from '../errors.js'
import { type PairingState, pairing } from '../refs.js'

export interface PairingView extends PairingState {
  /** Why it came to nothing; `declined`: by the person, in the wallet. */
  readonly failure: { readonly declined: boolean; readonly problem: Message } | undefined
  /** Asks for a link, anew after a failure. */
  ask(): void
}

/** Milliseconds before the next attempt, after so many that did not reach the relay: 2, 4, 8 … 30 s. */
const retryAfter = (unreached: number) => Math.min(1_000 * 2 ** unreached, 30_000)

/** Pairs as long as the view stands: it asks when it comes, and whoever leaves it has given up. `wallet`: the one that was chosen, which knows some chains. */
export function usePairing(connector: string | undefined, wallet?: DirectoryWallet): PairingView {
  const namespaces = wallet?.namespaces
  const { connect, discover } = useService(connection)
  const kernel = useKernel()
  const state = useSlice(pairing)
  const fitting = useRead(
    read => read.items(connectors).find(({ id, chain }) => namespaceOfConnector(id) === chain && (!namespaces || namespaces.includes(chain)))?.id,
  )
  const canFit = useRead(read => read.items(chains).some(({ id }) => (!namespaces || namespaces.includes(id)) && read.capability(remoteSessions, id)))
  const id = connector || fitting
  const [failure, setFailure] = useState<PairingView['failure']>()
  const [isSearched, setSearched] = useState(false)
  /** How many attempts in a row did not reach the relay. */
  const [unreached, setUnreached] = useState(0)

  const search = useCallback(() => {
    setSearched(false)
    // Whoever came here without the Connect view has not looked for wallets yet; this one is listed with them.
    discover()
      .catch(error => kernel.report(error, 'connector/walletconnect'))
      .finally(() => setSearched(true))
  }, [discover, kernel])
  useEffect(search, [search])
  const attempt = useCallback(() => {
    if (!id) return
    connect(id, wallet && { wallet }).catch(error => {
      const { cause, code, userMessage } = Object(error)
      const declined = walletProblem(cause ?? error).kind === 'declined'
      // What has no words of its own is code that did not arrive.
      if (!userMessage && !declined) kernel.report(error, 'connector/walletconnect')
      setFailure({ declined, problem: userMessage ?? new WalletConnectError('LOAD_FAILED').userMessage })
      // The connection may have given it words of its own.
      const isUnreached = [code, Object(cause).code].includes('RELAY_UNREACHABLE')
      setUnreached(before => (isUnreached ? before + 1 : 0))
    })
  }, [connect, id, kernel, wallet])
  const pair = useCallback(() => {
    setFailure(undefined)
    setUnreached(0)
    attempt()
  }, [attempt])
  useEffect(pair, [pair])
  // A relay that is back is used without a click. The failure stays on screen until there is a link.
  useEffect(() => {
    if (!unreached) return
    const timer = setTimeout(attempt, retryAfter(unreached))
    return () => clearTimeout(timer)
  }, [unreached, attempt])

  const { phase } = state
  const isOffered = phase.name === 'offered'
  useEffect(() => {
    if (!isOffered) return
    setFailure(undefined)
    setUnreached(0)
  }, [isOffered])
  const ask = id ? pair : search
  // Its own words say more than what the connection makes of them.
  if (id) return { ...state, failure: failure && phase.name === 'failed' ? { ...failure, problem: phase.problem } : failure, ask }
  const missing = isSearched ? { declined: false, problem: new WalletConnectError(canFit ? 'LOAD_FAILED' : 'NOTHING_TO_ASK').userMessage } : undefined
  return { ...state, failure: missing, ask }
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

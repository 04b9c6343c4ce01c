import { remoteSessionsCapability } from '@portico/kernel/capabilities'
import { chainsSlot } from '@portico/kernel/chain'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { connectionService } from '@portico/kernel/session'
import type { Message } from '@portico/kernel/text'
import { type DirectoryWallet, walletProblem } from '@portico/kernel/wallet'
import { useKernel, useRead, useService, useSlice } from '@portico/ui'
import { useCallback, useEffect, useState } from 'react'
import { namespaceOfConnector } from '../connector-id.js'
import { WalletConnectError } from '../errors.js'
import { type PairingState, pairingSlice } from '../refs.js'

export interface PairingView extends PairingState {
  /** Why the pairing failed; `declined`: the person declined in the wallet. */
  readonly failure: { readonly declined: boolean; readonly problem: Message } | undefined
  /** Requests a link; requests it again after a failure. */
  ask(): void
}

/** A pairing that has not begun, for what only keeps its place. */
export const noPairing: PairingView = {
  phase: { name: 'idle' },
  isRelayLost: false,
  failure: undefined,
  ask: () => undefined,
}

/**
 * Returns the milliseconds before the next attempt: 2, 4, 8 … 30 s.
 * `unreached`: the attempts in a row that did not reach the relay.
 */
const retryAfter = (unreached: number) => Math.min(1_000 * 2 ** unreached, 30_000)

/**
 * Pairs while the view is mounted: starts on mount, and aborts on unmount.
 * `wallet`: the chosen wallet, which supports only some chains. `start` replaces the connection
 * that pairs.
 */
export function usePairing(
  connector: string | undefined,
  wallet?: DirectoryWallet,
  start?: (connector: string) => Promise<unknown>,
): PairingView {
  const namespaces = wallet?.namespaces
  const { connect, discover } = useService(connectionService)
  const kernel = useKernel()
  const state = useSlice(pairingSlice)
  const fitting = useRead(
    read =>
      read
        .items(connectorsSlot)
        .find(
          ({ id, namespace: chain }) =>
            namespaceOfConnector(id) === chain && (!namespaces || namespaces.includes(chain)),
        )?.id,
  )
  const canFit = useRead(read =>
    read
      .items(chainsSlot)
      .some(
        ({ id }) =>
          (!namespaces || namespaces.includes(id)) && read.capability(remoteSessionsCapability, id),
      ),
  )
  const id = connector || fitting
  const [failure, setFailure] = useState<PairingView['failure']>()
  const [isSearched, setSearched] = useState(false)
  /** The number of attempts in a row that did not reach the relay. */
  const [unreached, setUnreached] = useState(0)

  const search = useCallback(() => {
    setSearched(false)
    // Without a visit to the Connect view, wallets have not been discovered yet, and this connector
    // is listed by the discovery.
    discover()
      .catch(error => kernel.report(error, 'connector/walletconnect'))
      .finally(() => setSearched(true))
  }, [discover, kernel])
  useEffect(search, [search])
  const attempt = useCallback(() => {
    if (!id) return
    const paired = start ? start(id) : connect(id, wallet && { wallet })
    paired.catch(error => {
      const { cause, code, userMessage } = Object(error)
      const declined = walletProblem(cause ?? error).kind === 'declined'
      // An error without a message of its own is code that failed to load.
      if (!userMessage && !declined) kernel.report(error, 'connector/walletconnect')
      setFailure({
        declined,
        problem: userMessage ?? new WalletConnectError('LOAD_FAILED').userMessage,
      })
      // The connection may have wrapped the error in one with its own message.
      const isUnreached = [code, Object(cause).code].includes('RELAY_UNREACHABLE')
      setUnreached(before => (isUnreached ? before + 1 : 0))
    })
  }, [connect, id, kernel, start, wallet])
  const pair = useCallback(() => {
    setFailure(undefined)
    setUnreached(0)
    attempt()
  }, [attempt])
  useEffect(pair, [pair])
  // When the relay is back, the pairing restarts without a click. The failure stays on screen until
  // there is a link.
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
  // The pairing's own message says more than the message of the connection.
  if (id)
    return {
      ...state,
      failure:
        failure && phase.name === 'failed' ? { ...failure, problem: phase.problem } : failure,
      ask,
    }
  const missing = isSearched
    ? {
        declined: false,
        problem: new WalletConnectError(canFit ? 'LOAD_FAILED' : 'NOTHING_TO_ASK').userMessage,
      }
    : undefined
  return { ...state, failure: missing, ask }
}

/** Returns the current time in milliseconds since the epoch, updated every second. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

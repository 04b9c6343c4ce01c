/** Connects the wallet of the person who has just logged in. */
import { connectionService } from '@portico/kernel/session'
import { EmbeddedError } from '../errors.js'
import type { FrameClient } from '../frame/frame-client.js'
import { type EmbeddedContext, walletUserSlice } from '../refs.js'

/** Milliseconds in which the accounts are read. */
export const connectMs = 30_000

/** A wallet of another device is recovered in the frame, where the person has what it takes. */
export const recoverIfElsewhere =
  (openFrame: () => FrameClient, signal: AbortSignal, onRecovery?: () => void) =>
  async (error: unknown): Promise<void> => {
    if (!(error instanceof EmbeddedError) || error.code !== 'WALLET_ELSEWHERE') throw error
    onRecovery?.()
    await openFrame().request('RECOVER_WALLET', undefined, signal)
  }

/** `listConnectors` answers the ids of the wallet's connectors, in the order of the chains. */
export async function connectWallet(
  context: EmbeddedContext,
  listConnectors: () => readonly string[],
  signal: AbortSignal,
): Promise<void> {
  context.patch(walletUserSlice, { wasUsed: true })
  const [first] = listConnectors()
  const connections = context.find(connectionService)
  if (!first || !connections) throw new EmbeddedError('NETWORK_UNKNOWN')
  const stop = () => connections.cancel(first)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await connections.connect(first)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

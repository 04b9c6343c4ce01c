/** Notifies wallets of a disconnect. */
import { withTimeout } from '@portico/kernel'
import { type ConnectionId, connectionId } from '@portico/kernel/account'
import { connectorsSlot, type WalletSession } from '@portico/kernel/connector-kit'
import { liveConnections } from '@portico/kernel/session'
import type { ConnectionContext } from '../refs.js'

/** Milliseconds that a wallet has to answer a disconnect. */
const timeoutMs = 5_000

export type Disconnects = ReturnType<typeof createDisconnects>
export function createDisconnects(context: ConnectionContext) {
  const running = new Map<ConnectionId, Promise<unknown>>()
  const approvalOf = (id: ConnectionId) =>
    context
      .items(connectorsSlot)
      .find(({ namespace, id: connector }) => connectionId(namespace, connector) === id)?.approval
  /**
   * Another chain of the same wallet goes on with the same approval: a disconnect would end that
   * too.
   */
  const isShared = (id: ConnectionId) => {
    const approval = approvalOf(id)
    return (
      approval !== undefined &&
      liveConnections(context).some(other => approvalOf(other.id) === approval)
    )
  }
  const disconnect = async (id: ConnectionId, walletSession: WalletSession): Promise<void> => {
    const answer = withTimeout(
      async signal => walletSession.disconnect(signal),
      timeoutMs,
      context.signal,
    )
    running.set(
      id,
      answer.catch(() => undefined),
    )
    try {
      await answer
    } finally {
      running.delete(id)
    }
  }
  return {
    /**
     * Settles when the wallet has answered a disconnect of this connection; undefined when none is
     * running.
     */
    running: (id: ConnectionId) => running.get(id),
    /** One promise for each wallet that is notified. */
    start(handles: ReadonlyMap<ConnectionId, WalletSession>): readonly Promise<void>[] {
      return [...handles]
        .filter(([id]) => !isShared(id))
        .map(([id, walletSession]) => disconnect(id, walletSession))
    },
  }
}

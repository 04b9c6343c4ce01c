/**
 * Remote sessions for the chains' plugins: one live handle per connection, with the wallet's
 * updates.
 */
import type { Dispose } from '@portico/kernel'
import type { RemoteSession } from '@portico/kernel/capabilities'
import { type NetworkId, namespaceOf } from '@portico/kernel/chain'
import { sendWalletRequest, type WalletRequestOptions } from '@portico/kernel/connector-kit'
import { WalletConnectError } from '../errors.js'
import type { Granted, PairedSession } from '../pairing/paired-session.js'

type Listener = Parameters<RemoteSession['watch']>[0]
export type SessionEvent = Parameters<Listener>[0]

interface Handle {
  readonly namespace: string
  session: PairedSession
  readonly listeners: Set<Listener>
  isClosed: boolean
}
export interface Wire extends WalletRequestOptions {
  request(
    topic: string,
    network: NetworkId,
    method: string,
    params: unknown,
    signal: AbortSignal,
  ): Promise<unknown>
  /**
   * Ends the session for this namespace. The wallet is notified when no other namespace uses the
   * session.
   */
  leave(namespace: string, topic: string, signal: AbortSignal): Promise<void>
}

const nothing: Granted = { accounts: [], networks: [], methods: [] }

export type RemoteHandles = ReturnType<typeof createHandles>
export function createHandles(wire: Wire) {
  const handles = new Set<Handle>()

  const tell = (handle: Handle, event: SessionEvent) => {
    if (handle.isClosed) return
    handle.isClosed = event.name === 'closed'
    for (const listener of [...handle.listeners]) {
      try {
        listener(event)
      } catch (error) {
        wire.report(error)
      }
    }
    if (handle.isClosed) handles.delete(handle)
  }
  const of = (topic: string) => [...handles].filter(({ session }) => session.topic === topic)

  return {
    /**
     * Opens a namespace's part of a session.
     * Also returns `drop`, which releases the part without notifying the wallet. `network`: the
     * initial network.
     */
    open(
      session: PairedSession,
      namespace: string,
      network: NetworkId | undefined,
    ): { readonly remote: RemoteSession; drop(): void } {
      const handle: Handle = { namespace, session, listeners: new Set(), isClosed: false }
      handles.add(handle)
      const granted = () => handle.session.namespaces[namespace] ?? nothing
      const drop = () => {
        handle.isClosed = true
        handles.delete(handle)
      }
      const remote: RemoteSession = {
        get accounts() {
          return granted().accounts
        },
        get approved() {
          return granted().networks
        },
        get methods() {
          return granted().methods
        },
        ...(network && { network }),
        ...(session.properties && { properties: session.properties }),
        async request(method, params, on, signal) {
          if (handle.isClosed) throw new WalletConnectError('SESSION_OVER')
          return sendWalletRequest(
            method,
            () => wire.request(session.topic, on, method, params, signal),
            wire,
            signal,
          )
        },
        watch(listener): Dispose {
          handle.listeners.add(listener)
          return () => {
            handle.listeners.delete(listener)
            if (!handle.listeners.size) handles.delete(handle)
          }
        },
        async close(signal) {
          drop()
          await wire.leave(namespace, session.topic, signal)
        },
      }
      return { remote, drop }
    },
    /** Applies a changed approval. A namespace that the wallet took away is closed. */
    update(session: PairedSession): void {
      for (const handle of of(session.topic)) {
        const before = JSON.stringify(handle.session.namespaces[handle.namespace])
        handle.session = session
        const now = session.namespaces[handle.namespace]
        if (!now) tell(handle, { name: 'closed', data: undefined })
        else if (JSON.stringify(now) !== before)
          tell(handle, { name: 'sessionUpdated', data: undefined })
      }
    },
    /** Emits an event of the wallet about one network. */
    event(topic: string, event: SessionEvent & { readonly network: NetworkId }): void {
      for (const handle of of(topic))
        if (handle.namespace === namespaceOf(event.network)) tell(handle, event)
    },
    close(topic: string): void {
      for (const handle of of(topic)) tell(handle, { name: 'closed', data: undefined })
    },
    topics: () => [...new Set([...handles].map(({ session }) => session.topic))],
  }
}

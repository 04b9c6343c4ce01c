/** The wallet as a connector of each of its chains. */
import { remoteSessionsCapability } from '@portico/kernel/capabilities'
import { chainsSlot } from '@portico/kernel/chain'
import { type Connector, connectorsSlot, type WalletSession } from '@portico/kernel/connector-kit'
import { EmbeddedError } from '../errors.js'
import type { FrameClient } from '../frame/frame-client.js'
import { type EmbeddedContext, walletUserSlice } from '../refs.js'
import { createFrameSession } from './frame-session.js'
import { icon } from './icon.js'

export interface Connectors {
  /** Lists the connectors that are missing, and returns the ids of all, in the host's order. */
  list(): readonly string[]
}

export function createConnectors(
  context: EmbeddedContext,
  namespaces: readonly string[],
  openFrame: () => FrameClient,
): Connectors {
  const listed = new Set<string>()
  /** All chains are approved by the one login. */
  const approval = {}
  const forget = (namespace: string): void =>
    context.update(walletUserSlice, state => {
      delete state.users[namespace]
    })
  /** The last session that ends logs the person out. */
  const close = async (namespace: string, signal: AbortSignal): Promise<void> => {
    forget(namespace)
    if (Object.keys(context.state(walletUserSlice).users).length > 0) return
    context.patch(walletUserSlice, { wasUsed: false })
    await openFrame().request('SIGN_OUT', undefined, signal)
  }

  const open = async (
    namespace: string,
    network: string | undefined,
    signal: AbortSignal,
  ): Promise<WalletSession | undefined> => {
    const sessions = context.capability(remoteSessionsCapability, namespace)
    if (!sessions) throw new EmbeddedError('NETWORK_UNKNOWN')
    const frame = openFrame()
    const { isConnected } = await frame.request('IS_CONNECTED', undefined, signal)
    if (!isConnected) return undefined
    const { networks, methods } = await sessions.scope()
    const wanted = networks.find(id => id === network) ?? networks[0]
    if (!wanted) throw new EmbeddedError('NETWORK_UNKNOWN')
    const user = await frame.request('GET_USER', { chainId: wanted }, signal)
    const session = createFrameSession({
      context,
      openFrame,
      network: wanted,
      networks,
      methods,
      address: user.address,
      onExpired: () => forget(namespace),
      close: ending => close(namespace, ending),
    })
    const walletSession = await sessions.open(session, signal)
    context.update(walletUserSlice, state => {
      state.users[namespace] = user
    })
    return walletSession
  }

  const connectorOf = (namespace: string): Connector => ({
    id: `${namespace}:embedded`,
    name: 'E-mail',
    type: 'AUTH',
    namespace,
    imageUrl: icon,
    approval,
    async connect({ network }, signal) {
      const walletSession = await open(namespace, network, signal)
      if (!walletSession) throw new EmbeddedError('SESSION_EXPIRED')
      return walletSession
    },
    restore: ({ network }, signal) => open(namespace, network, signal),
  })

  return {
    list() {
      const chains = context.items(chainsSlot).filter(({ id }) => namespaces.includes(id))
      for (const { id } of chains)
        if (!listed.has(id)) {
          listed.add(id)
          context.contribute(connectorsSlot, connectorOf(id))
        }
      return chains.map(({ id }) => `${id}:embedded`)
    },
  }
}

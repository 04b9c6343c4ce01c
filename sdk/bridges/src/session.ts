/**
 * What all bridges read of a session. Nothing is copied: each call reads the state of the kernel.
 */
import type { Kernel } from '@portico/kernel'
import { chainOf } from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'
import {
  activeConnection,
  activePhase,
  type ConnectionState,
  connectionService,
} from '@portico/kernel/session'
import { modalClosedEvent, type OpenOptions } from '@portico/kernel/shell'
import { walletProblem } from '@portico/kernel/wallet'
import { BridgeError, declined, notConnected, nothingConnected } from './errors.js'

/** The part of a Portico that bridges use: pass what `createPortico` returned. */
export interface PorticoSession {
  readonly kernel: Kernel
  start(): Promise<void>
  open(options?: OpenOptions): void
}

/** Throws a BridgeError for anything but a Portico that has the chain. */
export function checkPortico(portico: PorticoSession): void {
  if (typeof portico !== 'object' || portico === null || !('kernel' in portico))
    throw new BridgeError(
      'BRIDGE_NO_PORTICO',
      'A bridge takes what createPortico() returned. Create the Portico before the bridge.',
    )
}
function checkChain({ kernel }: PorticoSession, namespace: string): void {
  if (!chainOf(kernel, namespace))
    throw new BridgeError(
      'BRIDGE_NO_CHAIN_PLUGIN',
      `No plugin of this Portico serves ${namespace}. Add ${namespace}() to the plugins.`,
    )
}

/** The active connection of the namespace, or undefined unless it is connected. */
export function connectedState(kernel: Kernel, namespace: string): ConnectionState | undefined {
  const state = activeConnection(kernel, namespace)
  return state?.phase.name === 'connected' ? state : undefined
}
/** The addresses of a connection, the active one first. */
export function addressesOf(state: ConnectionState | undefined): readonly string[] {
  if (!state) return []
  const all = state.accounts.map(({ address }) => address)
  const { address: active } = state
  return active === undefined ? all : [active, ...all.filter(address => address !== active)]
}

/** Returns the connected wallet of the namespace. Throws BRIDGE_NOT_CONNECTED without one. */
export function connectedWallet(
  { kernel }: PorticoSession,
  namespace: string,
): { readonly state: ConnectionState; readonly via: Connection } {
  const state = connectedState(kernel, namespace)
  const via = state && kernel.find(connectionService)?.live(state.id)
  if (!state || !via) throw notConnected(namespace)
  return { state, via }
}

/** Starts Portico and waits until the connection of an earlier visit is restored or given up. */
export async function restored(portico: PorticoSession, namespace: string): Promise<void> {
  checkChain(portico, namespace)
  await portico.start()
  const { kernel } = portico
  const isSettled = () => activePhase(kernel, namespace) !== 'reconnecting'
  await until(kernel, isSettled)
}

/** Resolves as soon as `holds` is true, at once if it is. */
function until(kernel: Kernel, holds: () => boolean): Promise<void> {
  return new Promise(resolve => {
    if (holds()) return resolve()
    const stop = kernel.subscribe(() => {
      if (!holds()) return
      stop()
      resolve()
    })
  })
}

const opened = new WeakMap<PorticoSession, Map<string, Promise<void>>>()
/**
 * Resolves when a wallet of the namespace is connected, and opens the modal if none is. Callers at
 * the same time share one modal. Rejects with BRIDGE_DECLINED when the person closes the modal.
 */
export async function connectByModal(portico: PorticoSession, namespace: string): Promise<void> {
  await restored(portico, namespace)
  if (connectedState(portico.kernel, namespace)) return
  const running = opened.get(portico) ?? new Map<string, Promise<void>>()
  opened.set(portico, running)
  const open = running.get(namespace) ?? openModal(portico, namespace)
  running.set(namespace, open)
  try {
    await open
  } finally {
    running.delete(namespace)
  }
}
function openModal(portico: PorticoSession, namespace: string): Promise<void> {
  const { kernel } = portico
  const isConnected = () => connectedState(kernel, namespace) !== undefined
  return new Promise((resolve, reject) => {
    const settle = (run: () => void) => {
      stopWatching()
      stopListening()
      run()
    }
    const stopWatching = kernel.subscribe(() => {
      if (isConnected()) settle(resolve)
    })
    const stopListening = kernel.on(modalClosedEvent, () =>
      settle(() => (isConnected() ? resolve() : reject(nothingConnected()))),
    )
    try {
      portico.open({ namespace })
    } catch (error) {
      settle(() => reject(error))
    }
  })
}

/** Disconnects the active wallet of the namespace. Does nothing without one. */
export async function disconnectWallet(portico: PorticoSession, namespace: string): Promise<void> {
  const state = connectedState(portico.kernel, namespace)
  if (state) await portico.kernel.use(connectionService).disconnect(state.id)
}

/**
 * Rethrows a decline as BRIDGE_DECLINED, and what the wallet cannot do as BRIDGE_METHOD. Everything
 * else is thrown as it is.
 */
export function rethrow(error: unknown): never {
  const { code } = Object(error) as { readonly code?: unknown }
  if (error instanceof BridgeError) throw error
  if (code === 'CANCELLED' || code === 'DECLINED' || walletProblem(error).kind === 'declined')
    throw declined(error)
  if (code === 'WALLET_UNSUPPORTED')
    throw new BridgeError('BRIDGE_METHOD', 'The connected wallet cannot do that.', { cause: error })
  throw error
}

/** Calls `listener` with the selected value after each change. */
export function watch<Value>(
  kernel: Kernel,
  select: () => Value,
  isSame: (one: Value, other: Value) => boolean,
  listener: (next: Value, previous: Value) => void,
): () => void {
  let previous = select()
  return kernel.subscribe(() => {
    const next = select()
    if (isSame(previous, next)) return
    const before = previous
    previous = next
    try {
      listener(next, before)
    } catch (error) {
      kernel.report(error, 'bridges')
    }
  })
}

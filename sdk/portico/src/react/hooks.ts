import type { NetworkId } from '@portico/kernel/chain'
import {
  type AccountState,
  accountState,
  activeConnection,
  type ConnectionState,
  connectionService,
  liveConnections,
  type NetworkState,
  networkState,
} from '@portico/kernel/session'
import { type OpenOptions, shellSlice } from '@portico/kernel/shell'
import { useRead } from '@portico/ui/react'
import { useContext, useMemo } from 'react'
import type { AddressOf } from '../actions/signer.js'
import { warnOfNamespace } from '../check-options.js'
import { SdkError } from '../errors.js'
import type { Portico } from '../portico.js'
import { withoutProvider } from './check-provider.js'
import { PorticoContext } from './provider.js'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** The account of a namespace, with its address as libraries of that namespace type it. */
export type AccountStateOf<Namespace extends string> = Omit<AccountState, 'address'> & {
  readonly address: AddressOf<Namespace> | undefined
}

/** The Portico of the nearest provider. Throws when there is none. */
export function usePortico(): Portico {
  const portico = useContext(PorticoContext)
  // Production builds only have the code, as those of the kernel.
  if (!portico)
    throw new SdkError(
      'NO_PROVIDER',
      process.env.NODE_ENV !== 'production' ? withoutProvider(PorticoContext) : 'NO_PROVIDER',
    )
  return portico
}

/**
 * The account that the person works with (in this namespace). `disconnect` ends every connection,
 * or that of the namespace.
 */
export function useAccount<const Namespace extends string = string>(
  namespace?: Namespace,
): AccountStateOf<Namespace> & { disconnect(): Promise<void> } {
  const { kernel } = usePortico()
  if (process.env.NODE_ENV !== 'production') warnOfNamespace('useAccount()', namespace, kernel)
  const state = useRead(read => accountState(read, namespace))
  return useMemo(() => {
    const disconnect = async () => {
      const own = namespace === undefined ? undefined : activeConnection(kernel, namespace)?.id
      if (own || namespace === undefined) await kernel.use(connectionService).disconnect(own)
    }
    return { ...(state as AccountStateOf<Namespace>), disconnect }
  }, [state, kernel, namespace])
}

/** The active network (of this namespace), and how to change it. */
export function useNetwork(
  namespace?: string,
): NetworkState & { switchNetwork(network: NetworkId): Promise<void> } {
  const { kernel } = usePortico()
  if (process.env.NODE_ENV !== 'production') warnOfNamespace('useNetwork()', namespace, kernel)
  const state = useRead(read => networkState(read, namespace))
  return useMemo(
    () => ({
      ...state,
      switchNetwork: network => kernel.use(connectionService).switchNetwork(network),
    }),
    [state, kernel],
  )
}

/** Every wallet that is connected, in the order in which they came. */
export function useConnections(): readonly ConnectionState[] {
  return useRead(liveConnections)
}

/** Opens and closes the modal. */
export function useModal(): {
  readonly isOpen: boolean
  open(options?: OpenOptions): void
  close(): boolean
} {
  const portico = usePortico()
  const isOpen = useRead(read => read.state(shellSlice).open)
  return useMemo(() => ({ isOpen, open: portico.open, close: portico.close }), [isOpen, portico])
}

/** What `usePrefetch` gives a button. */
export interface PrefetchProps {
  readonly onPointerEnter?: () => void
  readonly onFocus?: () => void
  readonly onTouchStart?: () => void
}
/**
 * Props for a button of your own that opens the modal:
 * `<button {...usePrefetch()} onClick={() => open()}>`. None with the option `prefetch: 'none'`.
 */
export function usePrefetch(): PrefetchProps {
  const { prefetch, prefetchStage } = usePortico()
  return useMemo(() => {
    if (prefetchStage === 'none') return {}
    const onNear = () => void prefetch()
    return { onPointerEnter: onNear, onFocus: onNear, onTouchStart: onNear }
  }, [prefetch, prefetchStage])
}

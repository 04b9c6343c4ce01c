/** Hooks over actions: connect, switch, sign, send. */
import type { Account } from '@portico/kernel/account'
import type { NetworkId } from '@portico/kernel/chain'
import { type Connector, connectorsSlot } from '@portico/kernel/connector-kit'
import { connectionService } from '@portico/kernel/session'
import { useRead } from '@portico/ui/react'
import { useCallback, useEffect, useMemo } from 'react'
import {
  type ConnectOptions,
  connect,
  type DisconnectOptions,
  disconnect,
  switchChain,
} from '../actions/connections.js'
import {
  type SendTransactionOptions,
  type SentTransactionData,
  sendTransaction,
} from '../actions/send-transaction.js'
import {
  type SignMessageOptions,
  type SignTypedDataOptions,
  signMessage,
  signTypedData,
} from '../actions/sign.js'
import type { NetworkChoice, SignatureOf } from '../actions/signer.js'
import type { Portico } from '../portico.js'
import { usePortico } from './hooks.js'
import { type ActionResult, useAction } from './use-action.js'

/**
 * Connects a wallet without the modal: `connect({ connector })`. `connectors`: the wallets that are
 * available now; the hook starts their discovery. Rejects as `connect`.
 */
export function useConnect(): ActionResult<'connect', [ConnectOptions], Account> & {
  readonly connectors: readonly Connector[]
} {
  const { kernel } = usePortico()
  useEffect(() => {
    kernel
      .find(connectionService)
      ?.discover()
      .catch(error => kernel.report(error, 'sdk'))
  }, [kernel])
  const connectors = useRead(read => read.items(connectorsSlot))
  const result = useAction('connect', connect)
  return useMemo(() => ({ ...result, connectors }), [result, connectors])
}

/** Disconnects a connection, a namespace, or all: `disconnect({ namespace })`. */
export function useDisconnect(): ActionResult<'disconnect', [options?: DisconnectOptions], void> {
  return useAction('disconnect', disconnect)
}

/**
 * Switches the network: `switchChain({ chainId: 8453 })`, or `{ network }`, a CAIP-2 id or a
 * network. The status is `pending` until the wallet has answered. Rejects as `switchChain`.
 */
export function useSwitchChain(): ActionResult<'switchChain', [NetworkChoice], NetworkId> {
  return useAction('switchChain', switchChain)
}

/**
 * Signs a text with the active account (of this namespace): `signMessage({ message })`. Rejects as
 * `signMessage`: `DECLINED`, `NO_ACCOUNT`, ….
 */
export function useSignMessage<const Namespace extends string = string>(
  namespace?: Namespace,
): ActionResult<'signMessage', [Omit<SignMessageOptions, 'namespace'>], SignatureOf<Namespace>> {
  const run = useCallback(
    (portico: Portico, options: Omit<SignMessageOptions, 'namespace'>) =>
      signMessage<Namespace>(portico, {
        ...options,
        ...(namespace !== undefined && { namespace }),
      }),
    [namespace],
  )
  return useAction('signMessage', run)
}

/** Signs typed data (EIP-712): `signTypedData({ domain, types, primaryType, message })`. */
export function useSignTypedData(): ActionResult<
  'signTypedData',
  [SignTypedDataOptions],
  `0x${string}`
> {
  return useAction('signTypedData', signTypedData)
}

/**
 * Sends transactions of the host: the wallet is asked once, and the transaction is stored and
 * followed. Needs the plugin `transactions()`. Rejects as `sendTransaction`.
 */
export function useSendTransaction(): ActionResult<
  'sendTransaction',
  [SendTransactionOptions],
  SentTransactionData
> {
  return useAction('sendTransaction', sendTransaction)
}

/**
 * What the capabilities of this plugin need of a wallet, injected or remote. Results have the right
 * shape and are otherwise unchecked.
 */
import type { Account } from '@portico/kernel/account'
import { accountMessage, type SignInFields } from '@portico/kernel/capabilities'
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'

export interface SolanaHandle {
  /** Requests a signature over bytes. `signed`: the bytes that the wallet reports as signed. */
  signMessage?(
    address: string,
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<{ readonly signature: Uint8Array; readonly signed: Uint8Array }>
  /**
   * Lets the wallet write and sign a sign-in text. Returns the reported signer. `chainId`: the
   * cluster's name, as wallets write it.
   */
  signIn?(
    fields: Omit<SignInFields, 'chainId'> & { readonly chainId: string },
    signal: AbortSignal,
  ): Promise<{
    readonly address: unknown
    readonly signature: Uint8Array
    readonly signed: Uint8Array
  }>
  /** Requests the whole signed transaction, in wire format. */
  signTransaction?(
    address: string,
    wire: Uint8Array,
    network: NetworkId,
    signal: AbortSignal,
  ): Promise<Uint8Array>
  /** Requests to sign and send. Returns the account's signature. */
  signAndSend?(
    address: string,
    wire: Uint8Array,
    network: NetworkId,
    signal: AbortSignal,
  ): Promise<Uint8Array>
  /**
   * Switches the page, because these wallets have no current network. Throws a ChainError
   * WALLET_NETWORK when the wallet has no account there.
   */
  switchNetwork(network: NetworkId): void
}

const handles = new WeakSet<object>()

export function createHandle(handle: SolanaHandle): SolanaHandle {
  handles.add(handle)
  return handle
}
/** Returns the handle of a connection. Throws a ChainError for a connection of another plugin. */
export function handleOf(via: Connection): SolanaHandle {
  const { handle } = via
  if (typeof handle !== 'object' || handle === null || !handles.has(handle))
    throw new ChainError('WALLET_UNSUPPORTED')
  return handle as SolanaHandle
}
/**
 * Returns the handle for one account. Throws a ChainError for an account that is not in the wallet.
 */
export function portFor(via: Connection, { address }: Pick<Account, 'address'>): SolanaHandle {
  if (!via.accounts.some(account => account.address === address))
    throw new ChainError('WALLET_UNSUPPORTED', accountMessage)
  return handleOf(via)
}

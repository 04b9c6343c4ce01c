/** Who signs, on which network, and what errors of wallets become. */
import type { CapabilityRef, Kernel } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import { type Network, type NetworkId, namespaceOf } from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'
import {
  activeAccount,
  activeNamespace,
  activeNetwork,
  connectionService,
} from '@portico/kernel/session'
import { ModalError } from '@portico/kernel/text'
import { walletProblem } from '@portico/kernel/wallet'
import { SdkError } from '../errors.js'

/** The addresses of a namespace as its libraries type them. */
export type AddressOf<Namespace extends string> = Namespace extends 'eip155'
  ? `0x${string}`
  : string
/** The signatures of a namespace: hex for eip155 and polkadot. */
export type SignatureOf<Namespace extends string> = Namespace extends 'eip155'
  ? `0x${string}`
  : Namespace extends 'polkadot'
    ? `0x${string}`
    : string

/** A network. Default: the active one. */
export interface NetworkChoice {
  /** A CAIP-2 id, or a network such as those of `useNetwork().requestedCaipNetworks`. */
  readonly network?: NetworkId | Pick<Network, 'caipNetworkId'>
  /** Of an EVM network. */
  readonly chainId?: number
}
export interface SignerOptions extends NetworkChoice {
  /** Default: the active account of the namespace. */
  readonly account?: Account
  /** Default: that of `network` or `account`, else the active one. */
  readonly namespace?: string
  /** Stops waiting for the wallet. The promise rejects with an AbortError. */
  readonly signal?: AbortSignal
}
export const chosenNetwork = ({ network, chainId }: NetworkChoice): NetworkId | undefined =>
  (typeof network === 'object' ? network?.caipNetworkId : network) ??
  (chainId === undefined ? undefined : `eip155:${chainId}`)
export const unending = (): AbortSignal => new AbortController().signal

/**
 * Returns account, network and wallet session for a request. Throws an SdkError: `NO_ACCOUNT`, or
 * `NOT_SUPPORTED` where the chain does not offer the capability.
 */
export function signerOf<Capability>(
  kernel: Kernel,
  capability: CapabilityRef<Capability>,
  options: SignerOptions,
): {
  readonly offer: Capability
  readonly via: Connection
  readonly from: Account
  readonly network: NetworkId
} {
  const chosen = chosenNetwork(options)
  const namespace =
    options.namespace ??
    options.account?.namespace ??
    (chosen ? namespaceOf(chosen) : activeNamespace(kernel))
  const network = chosen ?? activeNetwork(kernel, namespace)
  const from = options.account ?? activeAccount(kernel, namespace)
  if (!network || !from) throw noAccount(`sign on ${network ?? namespace ?? 'any network'}`)
  const offer = kernel.capability(capability, network)
  if (!offer) throw notSupported(capability.id, network)
  return { offer, from, network, via: kernel.use(connectionService).require(from) }
}
export const noAccount = (what: string) =>
  new SdkError('NO_ACCOUNT', `No account is connected that could ${what}. Connect a wallet first.`)
export const notSupported = (what: string, network: NetworkId) =>
  new SdkError(
    'NOT_SUPPORTED',
    `No plugin offers "${what}" on ${network}. Use a network whose chain offers it.`,
  )

/**
 * Runs a wallet request. Rejects with an SdkError `DECLINED` where the person declined, and
 * `WALLET_FAILED` where the wallet threw something that is no error; else with what was thrown.
 */
export async function askWallet<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request()
  } catch (error) {
    throw walletError(error)
  }
}
export function walletError(error: unknown): Error {
  // Our own errors say it already; an abort is the caller's.
  if (error instanceof ModalError || (error instanceof Error && error.name === 'AbortError'))
    return error
  if (walletProblem(error).kind === 'declined')
    return new SdkError('DECLINED', 'The person declined in the wallet. Nothing was sent.', error)
  return asError(error)
}
/**
 * What was thrown, as an Error: of what is none, such as the objects and texts of some wallets, an
 * SdkError `WALLET_FAILED` with the original as its `cause`.
 */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  const { message = 'The wallet failed without a message.' } = walletProblem(thrown)
  return new SdkError('WALLET_FAILED', message, thrown)
}

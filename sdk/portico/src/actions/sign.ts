/** Signs messages and typed data with the wallet of an account. */
import { messagesCapability } from '@portico/kernel/capabilities'
import type { Portico } from '../portico.js'
import {
  askWallet,
  notSupported,
  type SignatureOf,
  type SignerOptions,
  signerOf,
  unending,
} from './signer.js'

export interface SignMessageOptions<Namespace extends string = string> extends SignerOptions {
  /** Shown to the person as it is. */
  readonly message: string
  readonly namespace?: Namespace
}
/**
 * Requests a signature of a text, and returns it in the encoding of the chain: hex (eip155,
 * polkadot), base58 (solana), base64 (bip122).
 *
 * Rejects with an SdkError: `DECLINED`, `NO_ACCOUNT`, `NOT_SUPPORTED`; else with what the wallet
 * or the connection threw.
 */
export async function signMessage<const Namespace extends string = string>(
  { kernel }: Pick<Portico, 'kernel'>,
  options: SignMessageOptions<Namespace>,
): Promise<SignatureOf<Namespace>> {
  const { offer, via, from } = signerOf(kernel, messagesCapability, options)
  const { signature } = await askWallet(() =>
    offer.sign(via, from, options.message, options.signal ?? unending()),
  )
  return signature as SignatureOf<Namespace>
}

/** Typed data of EIP-712, as viem and wagmi take it. */
export interface TypedData {
  readonly domain: Readonly<Record<string, unknown>>
  readonly types: Readonly<
    Record<string, readonly { readonly name: string; readonly type: string }[]>
  >
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}
export interface SignTypedDataOptions extends SignerOptions, TypedData {}
/** Requests a signature of typed data (EIP-712). Rejects as `signMessage`. */
export async function signTypedData(
  { kernel }: Pick<Portico, 'kernel'>,
  options: SignTypedDataOptions,
): Promise<`0x${string}`> {
  const { domain, types, primaryType, message, signal = unending() } = options
  const { offer, via, from, network } = signerOf(kernel, messagesCapability, options)
  const { signTyped } = offer
  if (!signTyped) throw notSupported('typed data', network)
  const { signature } = await askWallet(() =>
    signTyped(via, from, { domain, types, primaryType, message }, signal),
  )
  return signature as `0x${string}`
}

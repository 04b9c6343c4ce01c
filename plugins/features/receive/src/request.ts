/** Builds the text of the code from the requested token and amount. */
import type { Read } from '@portico/kernel'
import {
  addressesCapability,
  digitsMessage,
  notAmountMessage,
  type PaymentRequest,
} from '@portico/kernel/capabilities'
import { networkOf, type Token } from '@portico/kernel/chain'
import { activeAccount, activeNetwork } from '@portico/kernel/session'
import { type Message, parseAmount, withValues } from '@portico/kernel/text'
import type { ReceiveParams } from './refs.js'

/**
 * Returns the account, network and chain to be paid on.
 * Undefined while no wallet is connected, or on a network that the host does not list.
 */
export function placeOf(read: Read) {
  const account = activeAccount(read)
  const network = networkOf(read, activeNetwork(read))
  return account && network ? { address: account.address, network } : undefined
}
export type Place = NonNullable<ReturnType<typeof placeOf>>

/** Returns the requested token if it is on this network, else the native coin. */
export function tokenOf({ network }: Place, params: ReceiveParams | undefined): Token {
  const { token } = params ?? {}
  return token?.network === network.caipNetworkId
    ? token
    : { asset: 'native', network: network.caipNetworkId, ...network.nativeCurrency }
}

/**
 * Returns the requested amount as decimal text.
 * Empty for a token of another network: the same amount of the native coin would be something else.
 */
export function amountOf(place: Place, { token, amount = '' }: ReceiveParams = {}): string {
  return token && token.network !== place.network.caipNetworkId ? '' : amount
}

/**
 * Parses decimal text into base units. Undefined for empty text and for zero: the payer may choose.
 */
export function readAmount(
  text: string,
  token: Token,
): { readonly amount: bigint } | { readonly problem: Message } | undefined {
  if (!text) return undefined
  const amount = parseAmount(text, token.decimals)
  if (amount !== undefined) return amount ? { amount } : undefined
  const isTooFine = /^\d*\.\d+$/.test(text) && parseAmount(text, 255) !== undefined
  return { problem: isTooFine ? digitsProblem(token) : notAmountMessage }
}
/** Says how many decimals the token has. */
export const digitsProblem = ({ symbol, decimals }: Token): Message =>
  withValues(digitsMessage, { symbol, digits: decimals })

/**
 * Returns a payment request where the chain has a scheme for it, else the address. Throws what the
 * chain throws.
 */
export async function writeRequest(
  read: Read,
  request: PaymentRequest,
  signal: AbortSignal,
): Promise<string> {
  const chain = read.capability(addressesCapability, request.network)
  return (await chain?.uri?.(request, signal)) ?? request.address
}

/** What the code says, and what was asked for. */
import type { Read } from '@portico/kernel'
import {
  activeAccount,
  activeNetwork,
  addresses,
  digitsMessage,
  type Message,
  networkOf,
  notAmountMessage,
  type PaymentRequest,
  parseAmount,
  type Token,
  withValues,
} from '@portico/kernel/contracts'
import type { ReceiveParams } from './refs.js'

/** Who is paid, where, and in what; undefined while nobody is connected, or on a network that the host does not list. */
export function placeOf(read: Read) {
  const account = activeAccount(read)
  const network = networkOf(read, activeNetwork(read))
  return account && network ? { address: account.address, network } : undefined
}
export type Place = NonNullable<ReturnType<typeof placeOf>>

/** The token that is asked for: the one of the parameters where it is of this network, else the native coin. */
export function tokenOf({ network }: Place, params: ReceiveParams | undefined): Token {
  const { token } = params ?? {}
  return token?.network === network.caipNetworkId ? token : { asset: 'native', network: network.caipNetworkId, ...network.nativeCurrency }
}

/** As typed: decimal text. Nothing where a token of another network was meant: so much of the native coin is something else. */
export function amountOf(place: Place, { token, amount = '' }: ReceiveParams = {}): string {
  return token && token.network !== place.network.caipNetworkId ? '' : amount
}

/** What was typed as base units. Undefined: nothing was, and the payer may choose. */
export function readAmount(text: string, { decimals, symbol }: Token): { readonly amount: bigint } | { readonly problem: Message } | undefined {
  if (!text) return undefined
  const amount = parseAmount(text, decimals)
  if (amount) return { amount }
  const isTooFine = amount === undefined && /^\d*\.\d+$/.test(text) && parseAmount(text, 255) !== undefined
  return {
    problem: isTooFine ? withValues(digitsMessage, { symbol, digits: decimals }) : notAmountMessage,
  }
}

/** What the code says: a payment request where the chain has a scheme for it, else the address. Throws what the chain threw. */
export async function writeRequest(read: Read, request: PaymentRequest, signal: AbortSignal): Promise<string> {
  const chain = read.capability(addresses, request.network)
  return (await chain?.uri?.(request, signal)) ?? request.address
}

/**
 * Compares the request to the wallet with what was confirmed, field by field, in case
 * a script replaced built-in functions and changed the request (threat S2). Uses operators and own
 * properties only, which no script can replace.
 */
import { type Eip155Transaction, type NetworkId, TransferError } from '@portico/kernel/chain'
import { message } from '@portico/kernel/text'
import { namespace } from '../networks.js'

type Fields<Field extends keyof Eip155Transaction> = {
  readonly [Name in Field]?: Eip155Transaction[Name] | undefined
}
/** A call as JSON-RPC encodes it. */
export type WireCall = { readonly [Name in keyof Eip155Transaction]?: string }

export const isSameCall = (
  wire: WireCall,
  call: Fields<'to' | 'data' | 'value'> | undefined,
): boolean =>
  wire.to === call?.to && wire.data === call?.data && quantityIn(wire.value) === call?.value

export const isSameTransaction = (
  wire: WireCall,
  transaction: Eip155Transaction | undefined,
): boolean =>
  isSameCall(wire, transaction) &&
  quantityIn(wire.gas) === transaction?.gas &&
  quantityIn(wire.maxFeePerGas) === transaction?.maxFeePerGas &&
  quantityIn(wire.maxPriorityFeePerGas) === transaction?.maxPriorityFeePerGas &&
  quantityIn(wire.nonce) === transaction?.nonce

export const isSameChain = (chainId: string, network: NetworkId): boolean =>
  `${namespace}:${quantityIn(chainId)}` === network

export const altered = () =>
  new TransferError(
    'TRANSFER_REFUSED',
    message(
      'eip155.error.altered',
      'Something in this page changed the transaction. Nothing was sent.',
    ),
  )

const digits: Readonly<Record<string, bigint | undefined>> = {
  ...{ 0: 0n, 1: 1n, 2: 2n, 3: 3n, 4: 4n, 5: 5n, 6: 6n, 7: 7n, 8: 8n, 9: 9n },
  ...{ a: 10n, b: 11n, c: 12n, d: 13n, e: 14n, f: 15n },
}
/** Parses a hex quantity. -1n: malformed. */
function quantityIn(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined
  let quantity = 0n
  for (let at = 2; at < text.length; at++) {
    const digit = digits[text[at] as string]
    if (digit === undefined) return -1n
    quantity = quantity * 16n + digit
  }
  return quantity
}

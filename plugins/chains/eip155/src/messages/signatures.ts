/** Hashes and verifies signatures of keys, with viem's utilities. Makes no requests. */

import { ChainError, type Hex } from '@portico/kernel/chain'
import { message } from '@portico/kernel/text'
import {
  getTypesForEIP712Domain,
  hashMessage,
  hashTypedData,
  recoverAddress,
  serializeTypedData,
  stringToHex,
  type TypedDataDefinition,
} from 'viem'
import { readChainId } from '../wallets/wallet-answers.js'

/** The hash that `personal_sign` signs (EIP-191). */
export const hashText = (text: string): Hex => hashMessage(text)
/** Encodes a text as UTF-8 in hex, as wallets expect it. */
export const textBytes = (text: string): Hex => stringToHex(text)

/**
 * Normalises a key's signature of 65 bytes: the last byte becomes 27 or 28, because some hardware
 * returns 0 or 1. Undefined for any other form.
 */
export function normalSignature(signature: Hex): Hex | undefined {
  const [, body, last = ''] = /^0x([\da-fA-F]{128})(1[bcBC]|0[01])$/.exec(signature) ?? []
  return body ? `0x${body}${{ '00': '1b', '01': '1c' }[last] ?? last.toLowerCase()}` : undefined
}

/** Recovers the address whose key signed. Undefined for an impossible signature. */
export async function recoverSigner(hash: Hex, signature: Hex): Promise<Hex | undefined> {
  try {
    return await recoverAddress({ hash, signature })
  } catch {
    // The numbers are not on the curve.
    return undefined
  }
}

export interface ReadTypedData {
  readonly hash: Hex
  /** In the form for wallets, with the types of the domain. */
  readonly json: string
  /** The chain that the domain names. */
  readonly chainId?: number
}
/**
 * Reads structured data (EIP-712): `{ domain, types, primaryType, message }`. Throws a ChainError
 * for malformed data, or data that does not match its types.
 */
export function readTypedData(data: unknown): ReadTypedData {
  try {
    const given = data as TypedDataDefinition
    const typed = {
      ...given,
      types: { EIP712Domain: getTypesForEIP712Domain({ domain: given.domain }), ...given.types },
    } as TypedDataDefinition
    const hash = hashTypedData(typed)
    const json = serializeTypedData(typed)
    const named = typed.domain?.chainId
    const chainId =
      named === undefined
        ? undefined
        : readChainId(typeof named === 'bigint' ? String(named) : named)
    if (named !== undefined && chainId === undefined) throw unreadable()
    return { hash, json, ...(chainId !== undefined && { chainId }) }
  } catch (error) {
    throw error instanceof ChainError ? error : unreadable(error)
  }
}
const unreadable = (cause?: unknown) =>
  new ChainError(
    'WALLET_UNSUPPORTED',
    message('eip155.error.typed', 'Wallets cannot sign this data.'),
    { cause },
  )

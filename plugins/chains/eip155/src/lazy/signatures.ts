/** Hashes and signatures of keys, by viem's utilities. Asks nobody anything. */

import { ChainError, type Hex, message } from '@portico/kernel/contracts'
import { getTypesForEIP712Domain, hashMessage, hashTypedData, recoverAddress, serializeTypedData, stringToHex, type TypedDataDefinition } from 'viem'
import { readChainId } from './wallet-answers.js'

/** The hash that `personal_sign` signs (EIP-191). */
export const hashText = (text: string): Hex => hashMessage(text)
/** The UTF-8 of a text, as wallets take it. */
export const textBytes = (text: string): Hex => stringToHex(text)

/** A key's signature, 65 bytes, its last one 27 or 28 as contracts want it (some hardware says 0 or 1); undefined for any other form. */
export function normalSignature(signature: Hex): Hex | undefined {
  const [, body, last = ''] = /^0x([\da-fA-F]{128})(1[bcBC]|0[01])$/.exec(signature) ?? []
  return body ? `0x${body}${{ '00': '1b', '01': '1c' }[last] ?? last.toLowerCase()}` : undefined
}

/** The address whose key made a signature; undefined when none can have. */
export async function recoverSigner(hash: Hex, signature: Hex): Promise<Hex | undefined> {
  try {
    return await recoverAddress({ hash, signature })
  } catch {
    // Numbers that are on no curve.
    return undefined
  }
}

export interface ReadTypedData {
  readonly hash: Hex
  /** As wallets take it, with the types of the domain. */
  readonly json: string
  /** The chain that the domain names. */
  readonly chainId?: number
}
/** Reads structured data (EIP-712): `{ domain, types, primaryType, message }`. Throws a ChainError for what is none, or does not fit its own types. */
export function readTypedData(data: unknown): ReadTypedData {
  try {
    const given = data as TypedDataDefinition
    const typed = { ...given, types: { EIP712Domain: getTypesForEIP712Domain({ domain: given.domain }), ...given.types } } as TypedDataDefinition
    const hash = hashTypedData(typed)
    const json = serializeTypedData(typed)
    const named = typed.domain?.chainId
    const chainId = named === undefined ? undefined : readChainId(typeof named === 'bigint' ? String(named) : named)
    if (named !== undefined && chainId === undefined) throw unreadable()
    return { hash, json, ...(chainId !== undefined && { chainId }) }
  } catch (error) {
    throw error instanceof ChainError ? error : unreadable(error)
  }
}
const unreadable = (cause?: unknown) =>
  new ChainError('WALLET_UNSUPPORTED', message('eip155.error.typed', 'This is nothing that a wallet could sign.'), { cause })

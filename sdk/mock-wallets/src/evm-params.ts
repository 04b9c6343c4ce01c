import { invalidParams } from './errors.js'
import type { Hex } from './evm-options.js'

/** The parameters of a request as a list; empty for anything else. */
export const listOf = (params: unknown): readonly unknown[] => (Array.isArray(params) ? params : [])

/** The first parameter as an object. @throws WalletRpcError -32602 */
export function objectOf(params: unknown, index = 0): Readonly<Record<string, unknown>> {
  const value = listOf(params)[index]
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidParams(`Expected an object as parameter ${index + 1}.`)
  return value as Record<string, unknown>
}

/**
 * The chain id of EIP-695: hex, no leading zeros, not zero, not above what is exact in a number.
 * @throws WalletRpcError -32602
 */
export function chainIdOf(value: unknown): number {
  const id =
    typeof value === 'string' && /^0x[1-9a-fA-F][0-9a-fA-F]*$/.test(value)
      ? Number(value)
      : Number.NaN
  if (!Number.isSafeInteger(id))
    throw invalidParams(`Expected a hex chain id, not ${JSON.stringify(value)}.`)
  return id
}

/** Bytes as hex; `undefined` stays. @throws WalletRpcError -32602 */
export function bytesOf(value: unknown): Hex | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(value))
    throw invalidParams(`Expected bytes as hex, not ${JSON.stringify(value)}.`)
  return value as Hex
}

/** A quantity as hex; `undefined` stays. @throws WalletRpcError -32602 */
export function quantityOf(value: unknown): bigint | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value))
    throw invalidParams(`Expected a quantity as hex, not ${JSON.stringify(value)}.`)
  return BigInt(value)
}

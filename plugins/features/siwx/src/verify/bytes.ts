import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** Decodes hex digits after 0x, in any case; undefined for anything else. */
export const bytesOfHex = (text: string): Uint8Array | undefined =>
  /^0x(?:[\da-f]{2})*$/i.test(text) ? hexToBytes(text.slice(2)) : undefined
export const hexOf = (bytes: Uint8Array): `0x${string}` => `0x${bytesToHex(bytes)}`
export const bytesOfText = (text: string): Uint8Array => utf8ToBytes(text)
/** True for equal bytes. */
export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

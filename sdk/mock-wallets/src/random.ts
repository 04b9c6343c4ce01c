/**
 * Random bytes as lower-case hex digits without a prefix. Works on pages that are no secure
 * context, where `randomUUID` does not exist.
 */
export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** A UUID of version 4, as RFC 9562 writes it. */
export function randomUuid(): string {
  const hex = randomHex(16)
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

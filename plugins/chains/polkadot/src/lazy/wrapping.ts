/** Text as wallets sign it: wrapped, so that it can never be a transaction. What is wrapped already stays as it is. */
export function wrapped(text: string): Uint8Array {
  return new TextEncoder().encode(/^<Bytes>.*<\/Bytes>$/s.test(text) ? text : `<Bytes>${text}</Bytes>`)
}

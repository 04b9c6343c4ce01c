/** An image of at most 256 KiB that is itself the text: png, jpeg, webp, gif or svg. What a wallet may announce (EIP-6963). For `img` only: an svg elsewhere may run code. */
export function parseDataImage(text: unknown): string | undefined {
  const data = /^data:image\/(?:(?:png|jpeg|webp|gif|svg\+xml)(?:;charset=[\w-]+)?;base64,[\w+/]+={0,2}|svg\+xml(?:;(?:charset=[\w-]+|utf8))*,.+)$/s
  return typeof text === 'string' && text.length <= 262_144 && data.test(text) ? text : undefined
}

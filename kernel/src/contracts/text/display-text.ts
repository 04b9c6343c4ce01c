/**
 * Text from outside (wallet, token, network and profile names, error messages) made fit to be shown
 * in one line; undefined when nothing readable is left.
 *
 * Control, bidi, zero-width and other invisible characters go, white space becomes one space,
 * piled-up accents are thinned. At most `limit` characters as people count them remain, the last of
 * them `…` where something was cut. The result is text, never markup.
 */
export function displayText(text: unknown, limit = 64): string | undefined {
  if (typeof text !== 'string') return undefined
  // Most are plain: the tables of Unicode that the rest needs take a millisecond to make.
  if (text.length <= limit && /^[!-~]+( [!-~]+)*$/.test(text)) return text
  const visible = text
    .slice(0, limit * 64)
    .replace(/(?!\s)[\p{C}\p{DI}]|\uFEFF/gu, '')
    .replace(/[\s\u2800]+/g, ' ')
    // An accent with nothing below it.
    .replace(/^[ \p{M}]+/u, '')
    .trimEnd()
  const characters = visible.match(/(?:\p{RI}{2}|\P{M})[\p{M}\p{EMod}]{0,4}/gu) ?? []
  return (
    (characters.length > limit
      ? `${characters
          .slice(0, limit - 1)
          .join('')
          .trimEnd()}…`
      : characters.join('')) || undefined
  )
}

/**
 * The symbol of a token, which is untrusted, as views show it and logs record it: at most 16
 * characters, `?` when nothing readable is left.
 */
export const displaySymbol = (symbol: unknown): string => displayText(symbol, 16) ?? '?'

/**
 * Whether a name has letters of alphabets that look alike: `MetaMask` with a Cyrillic letter. Such
 * a name imitates another one.
 */
export function mixesAlphabets(name: string): boolean {
  // Most names are plain: the tables of Unicode take a millisecond to make.
  return (
    /[^ -~]/.test(name) &&
    /\p{Script=Latin}/u.test(name) &&
    /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(name)
  )
}

/**
 * An image of at most 256 KiB that is itself the text: png, jpeg, webp, gif or svg. What a wallet
 * may announce (EIP-6963). For `img` only: an svg in another element may run code.
 */
export function parseDataImage(text: unknown): string | undefined {
  const data =
    /^data:image\/(?:(?:png|jpeg|webp|gif|svg\+xml)(?:;charset=[\w-]+)?;base64,[\w+/]+={0,2}|svg\+xml(?:;(?:charset=[\w-]+|utf8))*,.+)$/s
  return typeof text === 'string' && text.length <= 262_144 && data.test(text) ? text : undefined
}

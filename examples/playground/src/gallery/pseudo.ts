/**
 * An invented language that is readable: it shows what is not translated, and what does not fit.
 */
const accented = 'àƀçďéƒğħîĵķļɱñöþǫŕšţûṽŵẋýžÀƁÇĎÉƑĞĦÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ'
const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const letters = new Map([...plain].map((letter, at) => [letter, [...accented][at] as string]))
/** How much longer a translation may be than English. */
const longer = 0.4

/**
 * An English sentence with accents, in brackets, 40 % longer. What stands for a value (`{wallet}`)
 * stays as it is.
 */
export function pseudo(text: string): string {
  const words = text.replace(/\{\w+\}|[a-zA-Z]/g, part => letters.get(part) ?? part)
  const more = Math.ceil([...text].length * longer)
  // In short words, as languages have them: one long word would only show where a single word
  // breaks.
  const padding = Array.from({ length: more }, (_, at) => (at % 7 === 0 ? ' ' : 'ö')).join('')
  return `[${words}${padding}]`
}

/** The digits of a text. Keyboards of Arabic, Persian and Japanese write digits of their own. */
export const digitsOf = (text: string): string =>
  text
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, digit =>
      // Each of these ranges begins at a multiple of 16.
      String(digit.charCodeAt(0) & 15),
    )
    .replace(/\D/g, '')

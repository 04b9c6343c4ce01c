/**
 * Amounts are bigint base units or decimal text, never floating-point numbers. Only this file
 * converts between them.
 */

import { refusal } from '../../error.js'

// Longer than two uint256, one on each side of the point: no real amount is, and parsing more would
// only cost time.
const longest = 400
const plain = /^(?=\.?\d)(\d*)\.?(\d*)$/

/**
 * Parses typed text as base units: `'1.5'` with 6 decimals is `1500000n`.
 *
 * Returns undefined for anything that is not a plain decimal number (sign, exponent, separator,
 * space), and for more decimals than the token has: cutting them off would send less than the
 * person sees.
 */
export function parseAmount(text: string, decimals: number): bigint | undefined {
  const parts = isDecimals(decimals) ? partsOf(text) : undefined
  if (!parts || parts.fraction.length > decimals) return undefined
  return BigInt(parts.whole + parts.fraction.padEnd(decimals, '0'))
}

/**
 * Base units as exact decimal text, no exponent, no zeros at the end: `1500000n` with 6 decimals is
 * `'1.5'`. Throws a KernelError `BAD_ARGUMENT` for decimals that no token has.
 */
export function formatAmount(amount: bigint, decimals: number): string {
  if (!isDecimals(decimals))
    throw refusal('BAD_ARGUMENT', undefined, ['0 to 255 decimals', decimals])
  return pointed(amount, decimals)
}

/** Digits of an amount that is shown whole. */
export const allDigits: number = Number.POSITIVE_INFINITY

/**
 * Shows base units of a token in a language; see `displayQuantityIn`. Throws a KernelError
 * `BAD_ARGUMENT` for decimals that no token has.
 */
export function displayAmountIn(
  locale: string,
  digits = 3,
  style?: Intl.NumberFormatOptions,
): (amount: bigint, decimals: number, up?: boolean) => string {
  const show = displayQuantityIn(locale, digits, style)
  return (amount, decimals, up) => show(formatAmount(amount, decimals), up)
}

/**
 * Significant digits of an amount below one, and the digit after the point below which an amount is
 * dust.
 */
const [significant, dustDigits] = [4, 8]
/**
 * Shows decimal text of a token in a language (decisions 63 and 64). From one on it has at most
 * `digits` after the point; below one it has four significant digits, and `<0.00000001` for less
 * than that; with `allDigits` it is shown whole. What a person has or gets is cut, never rounded
 * up. `up`: what something costs is never rounded down instead. Throws a RangeError for what is no
 * language tag.
 */
export function displayQuantityIn(
  locale: string,
  digits = 3,
  style?: Intl.NumberFormatOptions,
): (text: string, up?: boolean) => string {
  return writer(locale, text => digitsOf(text, digits), style)
}

function digitsOf(text: string, digits: number): number {
  const { whole = '0', fraction = '' } = partsOf(text.replace(/^-/, '')) ?? {}
  const first = fraction.search(/[1-9]/)
  if (digits === allDigits || whole !== '0' || first < 0) return digits
  return first < dustDigits ? first + significant : dustDigits
}

/**
 * Shows decimal text in a language with at most `digits` after the point, as money and percentages
 * are: cut, and `<0.01` for what is less than the last digit and not nought. `up`: up to the next
 * last digit instead, for what something costs at most. Throws a RangeError for what is no language
 * tag.
 */
export function displayDecimalIn(
  locale: string,
  digits: number,
  style?: Intl.NumberFormatOptions,
): (text: string, up?: boolean) => string {
  return writer(locale, () => digits, style)
}

/** Digits after the point that every supported browser can format. A token may have up to 255. */
const mostDigits = 20
/**
 * Exact at any size. Latin digits, which the fields for amounts take: engines disagree on the
 * digits of Arabic.
 */
function writer(
  locale: string,
  digitsFor: (text: string) => number,
  style?: Intl.NumberFormatOptions,
): (text: string, up?: boolean) => string {
  const { format } = new Intl.NumberFormat(locale, {
    ...style,
    maximumFractionDigits: mostDigits,
    numberingSystem: 'latn',
  })
  return (text, up = false) => {
    const most = Math.min(digitsFor(text), mostDigits)
    const cut = floorDecimal(text, most)
    const isCut = (partsOf(text)?.fraction.length ?? 0) > most
    const isLess = isCut && !/[1-9]/.test(cut)
    const shown =
      isCut && (up || isLess) ? formatAmount(BigInt(cut.replace('.', '')) + 1n, most) : cut
    // Decimal text, because Intl reads it exactly where a number would have lost digits above 2^53.
    return (isLess && !up ? '<' : '') + format(shown as Intl.StringNumericLiteral)
  }
}

/**
 * Cuts decimal text to exactly this many digits after the point. Returns zero for other text, so
 * that an unknown balance is shown as none.
 */
export function floorDecimal(text: unknown, digits = 3): string {
  const negative = typeof text === 'string' && text.startsWith('-')
  const { whole = '0', fraction = '' } =
    (typeof text === 'string' && partsOf(negative ? text.slice(1) : text)) || {}
  const cut = whole + (digits > 0 ? `.${fraction.slice(0, digits).padEnd(digits, '0')}` : '')
  return negative && /[1-9]/.test(cut) ? `-${cut}` : cut
}

/**
 * Multiplies an amount by a price per whole token, as exact decimal text: 1.5 tokens at `'2.01'`
 * are `'3.015'`. Undefined for a price that is no plain decimal number.
 */
export function worth(amount: bigint, decimals: number, price: string): string | undefined {
  const parts = isDecimals(decimals) ? partsOf(price) : undefined
  return (
    parts &&
    pointed(amount * BigInt(parts.whole + parts.fraction), decimals + parts.fraction.length)
  )
}

/** Splits a plain decimal number at the point, without leading and trailing zeros. */
function partsOf(text: string): { whole: string; fraction: string } | undefined {
  const [, whole = '', fraction = ''] = (text.length <= longest && plain.exec(text)) || []
  return whole + fraction
    ? { whole: whole.replace(/^0+(?=\d)/, '') || '0', fraction: withoutZeros(fraction) }
    : undefined
}

function pointed(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? '-' : ''
  const digits = String(sign ? -amount : amount).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = withoutZeros(digits.slice(point))
  return sign + digits.slice(0, point) + (fraction && `.${fraction}`)
}

const withoutZeros = (fraction: string): string => fraction.replace(/0+$/, '')
// ERC-20 keeps decimals in one byte; a larger claim would only make the page write zeros.
const isDecimals = (decimals: number): boolean => (decimals & 255) === decimals

const plain = /^(?=\.?\d)(\d{0,80})\.?(\d{0,80})$/

/**
 * Converts a figure of a service to plain decimal text without needless zeros: `1e-7` is
 * `'0.0000001'`.
 * Undefined for an invalid or negative figure: null, NaN, `'1e3'`, `'1,5'`, -1.
 */
export function decimalText(figure: unknown): string | undefined {
  const text =
    typeof figure === 'number' && Number.isFinite(figure) && Math.abs(figure) < 1e21
      ? written(figure)
      : figure
  const [, whole = '', fraction = ''] = (typeof text === 'string' && plain.exec(text)) || []
  if (!(whole + fraction)) return undefined
  const rest = fraction.replace(/0+$/, '')
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (rest && `.${rest}`)
}

/** Returns the shortest digits for this number, without an exponent. */
function written(figure: number): string {
  const [digits = '', exponent] = String(figure).split('e-')
  if (exponent === undefined) return digits
  const sign = digits.startsWith('-') ? '-' : ''
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${digits.replace(/[-.]/g, '')}`
}

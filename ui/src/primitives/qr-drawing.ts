import { encode } from 'uqr'

export interface QrDrawing {
  /** Modules along one side, including the quiet zone. */
  readonly size: number
  /** The dark modules as an SVG path of lines, one unit wide with round ends. */
  readonly path: string
  /**
   * The upper left corners of the three finder patterns of 7 × 7 modules, which are not in `path`.
   */
  readonly eyes: readonly (readonly [x: number, y: number])[]
}
const quiet = 4
/** Modules of one side of a finder pattern. */
const eye = 7

/**
 * Encodes a text as a QR code. `covered`: an icon covers the middle, so the code has more error
 * correction.
 *
 * The mask is fixed: trying all eight takes most of the time, and none is better for the random
 * content of a pairing link.
 */
export function drawQr(text: string, covered: boolean): QrDrawing {
  const { data, size } = encode(text, { ecc: covered ? 'Q' : 'M', border: quiet, maskPattern: 0 })
  const far = size - quiet - eye
  const eyes = [
    [quiet, quiet],
    [far, quiet],
    [quiet, far],
  ] as const
  const isEye = (x: number, y: number) =>
    eyes.some(([left, top]) => x >= left && x < left + eye && y >= top && y < top + eye)
  const lines = data.flatMap((row, y) => {
    const found: string[] = []
    for (let x = 0; x < size; x++) {
      if (!row[x] || isEye(x, y)) continue
      const from = x
      while (row[x + 1] && !isEye(x + 1, y)) x++
      found.push(`M${from + 0.5} ${y + 0.5}h${x - from}`)
    }
    return found
  })
  return { size, path: lines.join(''), eyes }
}

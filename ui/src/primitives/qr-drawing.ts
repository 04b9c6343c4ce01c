import { encode } from 'uqr'

export interface QrDrawing {
  /** Modules along one side, with the quiet zone. */
  readonly size: number
  /** The dark modules as an SVG path of lines, one unit wide with round ends. */
  readonly path: string
  /** The upper left corners of the three squares of 7 × 7 by which a scanner finds the code; they are not in `path`. */
  readonly eyes: readonly (readonly [x: number, y: number])[]
}
const quiet = 4
/** Modules of one side of an eye. */
const eye = 7

/**
 * A text as a QR code. `covered`: something stands in its middle, so that more of it can be made good.
 *
 * Which of the eight masks is laid over it is not chosen by trial, which takes most of the time: what a pairing link holds is random, so that none is better.
 */
export function drawQr(text: string, covered: boolean): QrDrawing {
  const { data, size } = encode(text, { ecc: covered ? 'Q' : 'M', border: quiet, maskPattern: 0 })
  const far = size - quiet - eye
  const eyes = [
    [quiet, quiet],
    [far, quiet],
    [quiet, far],
  ] as const
  const isEye = (x: number, y: number) => eyes.some(([left, top]) => x >= left && x < left + eye && y >= top && y < top + eye)
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

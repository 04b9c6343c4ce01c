import { encode } from 'uqr'

export interface QrDrawing {
  /** Modules along one side, with the quiet zone. */
  readonly size: number
  /** The dark modules as an SVG path of lines, one unit wide with round ends. */
  readonly path: string
}
/** A text as a QR code. `covered`: something stands in its middle, so that more of it can be made good. */
export function drawQr(text: string, covered: boolean): QrDrawing {
  const { data, size } = encode(text, { ecc: covered ? 'Q' : 'M', border: 4 })
  const lines = data.flatMap((row, y) => {
    const found: string[] = []
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue
      const from = x
      while (row[x + 1]) x++
      found.push(`M${from + 0.5} ${y + 0.5}h${x - from}`)
    }
    return found
  })
  return { size, path: lines.join('') }
}

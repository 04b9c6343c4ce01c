import { standardOf, type VariableName } from './variables.js'

/** sRGB as a screen gets it, 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** WCAG 2.2: relative luminance, 0 to 1. */
export function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map(part => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
/** WCAG 2.2: contrast ratio, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}
export const hexOf = (colour: Rgb): string =>
  `#${colour.map(part => part.toString(16).padStart(2, '0')).join('')}`

/** Reads CSS colours as this browser does, one painted over the other. */
export type Paint = (...colours: readonly string[]) => Rgb
/** Makes a `Paint` of one pixel. A colour that the browser does not know paints nothing. */
export function createPaint(): Paint {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const pixel = canvas.getContext('2d', { willReadFrequently: true })
  return (...colours) => {
    if (!pixel) return [0, 0, 0]
    pixel.clearRect(0, 0, 1, 1)
    for (const colour of colours) {
      if (!CSS.supports('color', colour)) continue
      pixel.fillStyle = colour
      pixel.fillRect(0, 0, 1, 1)
    }
    const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data
    return [red, green, blue]
  }
}

type Variables = Readonly<Record<`portico-${string}`, string>>
/**
 * The value that a variable has now: what was set, or our own, with the accent put into what
 * follows from it.
 */
export function currentOf(name: VariableName, variables: Variables, at: 0 | 1): string {
  const set = variables[`portico-${name}`]
  if (set !== undefined) return set
  const own = standardOf(name, at)
  return own.includes('var(--_accent)')
    ? own.replaceAll('var(--_accent)', currentOf('accent', variables, at))
    : own
}

export interface Pair {
  readonly label: string
  readonly ratio: number
  /** What WCAG AA asks of text of this size. */
  readonly least: number
}
const pairs: readonly (readonly [label: string, text: VariableName, ...under: VariableName[]])[] = [
  ['Text on the panel', 'text', 'surface'],
  ['Second lines on a row', 'text-muted', 'surface', 'surface-raised'],
  ['Primary button', 'on-accent', 'surface', 'accent'],
  ['Accent as text', 'accent-text', 'surface'],
  ['Success', 'good', 'surface', 'good-soft'],
  ['Warning', 'warn', 'surface', 'warn-soft'],
  ['Failure', 'bad', 'surface', 'bad-soft'],
]
/** The contrast of every text with what it stands on, as this browser paints them. */
export function contrasts(paint: Paint, variables: Variables, at: 0 | 1): readonly Pair[] {
  const page = at ? 'white' : 'black'
  return pairs.map(([label, text, ...under]) => {
    const ground = [page, ...under.map(name => currentOf(name, variables, at))]
    return {
      label,
      ratio: contrast(paint(...ground), paint(...ground, currentOf(text, variables, at))),
      least: 4.5,
    }
  })
}

import { describe, expect, it } from 'vitest'
import buttonStyles from '../primitives/button.css?inline'
import { accentTextLightness, tokens } from './tokens.js'

/**
 * How the primary button changes the light of its accent under a pointer: by one factor below black
 * text, by the other below white text.
 */
const hoverLight = (() => {
  const [, onBlack, difference] =
    /calc\(y \* \(([\d.]+) - ([\d.]+) \* clamp\(0, \(0\.179 - y\)/.exec(buttonStyles) ?? []
  return { onBlack: Number(onBlack), onWhite: Number(onBlack) - Number(difference) }
})()

/** Linear sRGB and alpha. */
type Colour = readonly [red: number, green: number, blue: number, alpha: number]

/** CSS Color 4: oklch to linear sRGB, clipped to the gamut as a screen does it. */
function parse(text: string): Colour {
  const [, l = '', c = '', h = '', alpha = '1'] =
    /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?:\/([\d.]+))?\)$/.exec(text) ?? []
  expect(l, text).not.toBe('')
  return oklch(Number(l), Number(c), Number(h), Number(alpha))
}
function oklch(l: number, chroma: number, hue: number, alpha = 1): Colour {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (part: number) => Math.min(1, Math.max(0, part))
  return [
    clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
    alpha,
  ]
}
const encode = (part: number) =>
  part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055
const decode = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
/** As a browser lays one over another: in encoded sRGB. */
const over = (top: Colour, [red, green, blue]: Colour): Colour => {
  const mix = (a: number, b: number) => decode(encode(a) * top[3] + encode(b) * (1 - top[3]))
  return [mix(top[0], red), mix(top[1], green), mix(top[2], blue), 1]
}
/** WCAG 2.2. */
const luminance = ([red, green, blue]: Colour) => 0.2126 * red + 0.7152 * green + 0.0722 * blue
const contrast = (a: Colour, b: Colour) => {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}
/** oklch of an sRGB hex, for accents that hosts write so. */
function lch(hex: string): readonly [l: number, c: number, h: number] {
  const [red, green, blue] = [1, 3, 5].map(at =>
    decode(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  ) as [number, number, number]
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    Math.hypot(a, b),
    (Math.atan2(b, a) * 180) / Math.PI,
  ]
}

const modes = [
  { name: 'dark', at: 0 },
  { name: 'light', at: 1 },
] as const
/** Blue, orange, green, violet, yellow, near black: what hosts bring. */
const accents = ['#3b82f6', '#ff6600', '#16a34a', '#8b5cf6', '#ffe600', '#111318']

describe.each(modes)('the colors on $name', ({ at }) => {
  const of = (name: keyof typeof tokens) => parse(tokens[name][at])
  const page = (name: 'surface' | 'surface-raised' | 'surface-hover') => of(name)
  const surfaces = [page('surface'), page('surface-raised'), page('surface-hover')]

  it.each(['text', 'text-muted', 'good', 'warn', 'bad'] as const)(
    'The color %s passes WCAG AA on every surface',
    name => {
      for (const surface of surfaces)
        expect(contrast(of(name), surface)).toBeGreaterThanOrEqual(name === 'text' ? 7 : 4.5)
    },
  )

  it.each(['good', 'warn', 'bad'] as const)(
    'Text and muted text pass WCAG AA on the soft surface of %s',
    name => {
      const soft = over(of(`${name}-soft`), page('surface'))
      for (const text of ['text', 'text-muted'] as const)
        expect(contrast(of(text), soft)).toBeGreaterThanOrEqual(4.5)
    },
  )

  it.each(['good', 'warn', 'bad'] as const)(
    'The color %s passes WCAG AA on its own soft surface',
    name => {
      expect(contrast(of(name), over(of(`${name}-soft`), page('surface')))).toBeGreaterThanOrEqual(
        4.5,
      )
    },
  )

  it.each(accents)('The accent %s passes WCAG AA as text and as a surface', accent => {
    const [l, c, h] = lch(accent)
    const colour = oklch(l, c, h)
    // The rule of `derived['on-accent']`: white below a luminance of .179, black above.
    const on: Colour = luminance(colour) < 0.179 ? [1, 1, 1, 1] : [0, 0, 0, 1]
    expect(contrast(on, colour)).toBeGreaterThanOrEqual(4.5)
    // Under a pointer, by the rule of the primary button.
    const light = on[0] ? hoverLight.onWhite : hoverLight.onBlack
    const hovered = colour.map((part, index) =>
      index < 3 ? Math.min(1, part * light) : part,
    ) as unknown as Colour
    expect(contrast(on, hovered)).toBeGreaterThanOrEqual(contrast(on, colour))
    const limit = Number(accentTextLightness[at])
    const text = oklch(at ? Math.min(l, limit) : Math.max(l, limit), c, h)
    const soft = over(
      [...colour.slice(0, 3), at ? 0.1 : 0.14] as unknown as Colour,
      page('surface'),
    )
    for (const surface of [...surfaces, soft])
      expect(contrast(text, surface)).toBeGreaterThanOrEqual(4.5)
  })

  it('The default accent passes WCAG AA as text and as a surface', () => {
    const colour = of('accent')
    expect(
      contrast(luminance(colour) < 0.179 ? [1, 1, 1, 1] : [0, 0, 0, 1], colour),
    ).toBeGreaterThanOrEqual(4.5)
  })
})

it('The initial of a wallet without an icon passes WCAG AA on a tint of every hue', () => {
  for (let hue = 0; hue < 360; hue++)
    expect(contrast([1, 1, 1, 1], oklch(0.53, 0.13, hue))).toBeGreaterThanOrEqual(4.5)
})

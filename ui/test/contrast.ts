/** Contrast as WCAG 2.2 counts it, for colours as the theme writes them. */
import { expect } from 'vitest'

/** Linear sRGB and alpha. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number]

/** CSS Color 4: oklch to linear sRGB, clipped to the gamut as a screen does it. */
export function parse(text: string): Colour {
  const [, l = '', c = '', h = '', alpha = '1'] =
    /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?:\/([\d.]+))?\)$/.exec(text) ?? []
  expect(l, text).not.toBe('')
  return oklch(Number(l), Number(c), Number(h), Number(alpha))
}
export function oklch(l: number, chroma: number, hue: number, alpha = 1): Colour {
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
export const over = (top: Colour, [red, green, blue]: Colour): Colour => {
  const mix = (a: number, b: number) => decode(encode(a) * top[3] + encode(b) * (1 - top[3]))
  return [mix(top[0], red), mix(top[1], green), mix(top[2], blue), 1]
}
/** WCAG 2.2. */
export const luminance = ([red, green, blue]: Colour) =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue
export const contrast = (a: Colour, b: Colour) => {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}
/** oklch of an sRGB hex, for accents that hosts write so. */
export function lch(hex: string): readonly [l: number, c: number, h: number] {
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

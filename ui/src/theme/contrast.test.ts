import { describe, expect, it } from 'vitest'
import { type Colour, contrast, lch, luminance, oklch, over, parse } from '../../test/contrast.js'
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

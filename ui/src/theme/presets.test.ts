import type { ThemeState, ThemeVariable } from '@portico/kernel/shell'
import { describe, expect, it } from 'vitest'
import { type Colour, contrast, luminance, oklch, over, parse } from '../../test/contrast.js'
import * as presets from './presets.js'
import { accentTextLightness, tokens } from './tokens.js'

it('there are six presets, in both modes', () => {
  const modes = Object.values(presets).map(({ mode }) => mode)
  expect(modes.length).toBe(6)
  expect(new Set(modes)).toEqual(new Set(['dark', 'light']))
})

describe.each(Object.entries<ThemeState>(presets))(
  'the preset %s',
  (_name, { mode, variables }) => {
    const at = mode === 'light' ? 1 : 0
    const textFor = (name: keyof typeof tokens) =>
      variables[`portico-${name}` satisfies ThemeVariable] ?? tokens[name][at]
    const of = (name: keyof typeof tokens) => parse(textFor(name))
    const surfaces = [of('surface'), of('surface-raised'), of('surface-hover')]

    it.each(['text', 'text-muted', 'good', 'warn', 'bad'] as const)(
      'the colour %s of a preset passes WCAG AA on its surfaces',
      name => {
        for (const surface of surfaces)
          expect(contrast(of(name), surface)).toBeGreaterThanOrEqual(name === 'text' ? 7 : 4.5)
      },
    )

    it('text and muted text of a preset pass WCAG AA on the soft surfaces of messages', () => {
      for (const soft of ['good-soft', 'warn-soft', 'bad-soft'] as const)
        for (const text of ['text', 'text-muted'] as const)
          expect(
            contrast(of(text), over(of(soft), of('surface'))),
            `${text} on ${soft}`,
          ).toBeGreaterThanOrEqual(4.5)
    })

    it('the accent of a preset passes WCAG AA below its text, and as text', () => {
      const accent = of('accent')
      const on: Colour = luminance(accent) < 0.179 ? [1, 1, 1, 1] : [0, 0, 0, 1]
      expect(contrast(on, accent)).toBeGreaterThanOrEqual(4.5)
      const [, l = '', c = '', h = ''] = /oklch\((\S+) (\S+) (\S+)\)/.exec(textFor('accent')) ?? []
      const limit = Number(accentTextLightness[at])
      const lightness = at ? Math.min(Number(l), limit) : Math.max(Number(l), limit)
      for (const surface of surfaces)
        expect(contrast(oklch(lightness, Number(c), Number(h)), surface)).toBeGreaterThanOrEqual(
          4.5,
        )
    })
  },
)

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, currentOf, hexOf, luminance, type Rgb } from './colour.js'

const part = fc.integer({ min: 0, max: 255 })
const colours: fc.Arbitrary<Rgb> = fc.tuple(part, part, part)

describe('contrast', () => {
  // Figures of WCAG's own examples and checkers.
  it.each<[Rgb, Rgb, number]>([
    [[0, 0, 0], [255, 255, 255], 21],
    [[255, 255, 255], [255, 255, 255], 1],
    [[118, 118, 118], [255, 255, 255], 4.54],
    [[255, 0, 0], [255, 255, 255], 4],
    [[0, 0, 255], [255, 255, 255], 8.59],
  ])('the contrast of %j and %j is %d', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1)
  })

  it('the contrast is the same in both directions, and between 1 and 21', () => {
    fc.assert(
      fc.property(colours, colours, (one, other) => {
        expect(contrast(one, other)).toBe(contrast(other, one))
        expect(contrast(one, other)).toBeGreaterThanOrEqual(1)
        expect(contrast(one, other)).toBeLessThanOrEqual(21)
        expect(luminance(one)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('a colour is written as hex with two digits for each part', () => {
    fc.assert(
      fc.property(colours, colour => {
        expect([1, 3, 5].map(at => Number.parseInt(hexOf(colour).slice(at, at + 2), 16))).toEqual(
          colour,
        )
      }),
    )
  })
})

describe('a theme variable', () => {
  it('a theme variable has the set value, else the default of the mode, and follows a derived accent', () => {
    expect(currentOf('surface', { 'portico-surface': 'navy' }, 0)).toBe('navy')
    expect(currentOf('surface', {}, 1)).toBe('oklch(1 0 0)')
    expect(currentOf('accent-text', { 'portico-accent': 'teal' }, 0)).toMatch(/^oklch\(from teal /)
  })
})

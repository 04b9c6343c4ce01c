import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryAfter, scrollFor, windowOf } from './long-list-window.js'

const grid = { columns: 4, rowHeight: 104 }
const { columns, rowHeight } = grid
const shownHeight = 440

describe('the window of a long list', () => {
  it.each([
    ['at the top', 5_000, 0, [0, 24]],
    ['in the middle', 5_000, 100 * rowHeight, [99 * columns, 106 * columns]],
    ['at the end', 5_000, 1_246 * rowHeight, [1_245 * columns, 5_000]],
    ['of a short list', 3, 0, [0, 3]],
    ['of none', 0, 0, [0, 0]],
  ] as const)(
    'The window has the visible tiles and one row beyond each edge %s',
    (_, count, top, expected) => {
      expect(windowOf(grid, count, top, shownHeight)).toEqual(expected)
    },
  )

  it('The window of the list has every visible entry and at most three rows more', () => {
    fc.assert(
      fc.property(
        fc.nat(20_000),
        fc.nat(600_000),
        fc.integer({ min: 50, max: 1_200 }),
        (count, top, height) => {
          const [from, to] = windowOf(grid, count, top, height)
          expect(from).toBeLessThanOrEqual(to)
          expect(to - from).toBeLessThanOrEqual((Math.ceil(height / rowHeight) + 3) * columns)
          for (const edge of [top, top + height - 1]) {
            const first = Math.floor(edge / rowHeight) * columns
            if (first < count) {
              expect(from).toBeLessThanOrEqual(first)
              expect(to).toBeGreaterThan(first)
            }
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('a key in a long list', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowLeft', 0, 0],
    ['ArrowLeft', 5, 4],
    ['ArrowDown', 1, 5],
    ['ArrowUp', 5, 1],
    ['ArrowUp', 2, 2],
    ['ArrowDown', 7, 9],
    ['ArrowDown', 9, 9],
    ['ArrowRight', 9, 9],
    ['Home', 7, 0],
    ['End', 0, 9],
    ['PageDown', 0, 9],
    ['PageUp', 9, 0],
    ['Enter', 3, undefined],
    ['a', 3, undefined],
  ])('The key %s leads from tile %d of ten to %s', (key, at, to) => {
    expect(entryAfter(grid, key, at, 10, shownHeight, false)).toBe(to)
  })

  it('Left and right arrow keys are swapped where the first column is on the right', () => {
    expect(entryAfter(grid, 'ArrowLeft', 5, 10, shownHeight, true)).toBe(6)
    expect(entryAfter(grid, 'ArrowRight', 5, 10, shownHeight, true)).toBe(4)
    expect(entryAfter(grid, 'ArrowDown', 1, 10, shownHeight, true)).toBe(5)
  })

  it('A key leads nowhere in an empty list', () => {
    expect(entryAfter(grid, 'End', 0, 0, shownHeight, false)).toBeUndefined()
  })

  it('A key always leads to a tile of the list, which is scrolled into view', () => {
    const key = fc.constantFrom(
      'ArrowRight',
      'ArrowLeft',
      'ArrowDown',
      'ArrowUp',
      'Home',
      'End',
      'PageDown',
      'PageUp',
    )
    fc.assert(
      fc.property(
        key,
        fc.integer({ min: 1, max: 5_000 }),
        fc.nat(),
        fc.boolean(),
        fc.nat(500_000),
        (key, count, from, isMirrored, top) => {
          const to = entryAfter(grid, key, from % count, count, shownHeight, isMirrored) ?? -1
          expect(to).toBeGreaterThanOrEqual(0)
          expect(to).toBeLessThan(count)
          const scrolled = scrollFor(grid, to, top, shownHeight)
          const edge = Math.floor(to / columns) * rowHeight
          expect(edge).toBeGreaterThanOrEqual(scrolled)
          expect(edge + rowHeight).toBeLessThanOrEqual(scrolled + shownHeight)
        },
      ),
      { numRuns: 500 },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawCurve } from './price-curve.js'
import { changeOf, digitsOf, fewPoints, nearestPoint, splitAtGaps } from './price-points.js'
import { soundPoints } from './sound-points.js'

const now = Date.UTC(2026, 10, 27)
const minute = 60_000
const at = (minutesAgo: number, price = '1') => ({ at: now - minutesAgo * minute, price })

describe('the points of a price history', () => {
  it('prices that are missing, zero, negative or no decimal text are left out', () => {
    const wrong = ['0', '0.000', '-1', '1e5', 'NaN', 'Infinity', '', ' 1', null, undefined, 3, {}]
    const answer = [
      at(2, '3000.000000000000000001'),
      ...wrong.map(price => ({ at: now, price })),
      null,
      'nonsense',
    ]
    expect(soundPoints(answer, '1d', now)).toEqual([at(2, '3000.000000000000000001')])
    for (const none of [undefined, null, 'nonsense', {}, 7])
      expect(soundPoints(none, '1d', now)).toEqual([])
  })

  it('times from 1970, from the future, before the period, or that are no number are left out', () => {
    const times = [0, 1, now + 7_200_000, now - 3 * 86_400_000, Number.NaN, -1, '5', undefined]
    const answer = [...times.map(time => ({ at: time, price: '1' })), at(1)]
    expect(soundPoints(answer, '1d', now)).toEqual([at(1)])
    expect(soundPoints([{ at: now - 3 * 86_400_000, price: '1' }], '1w', now)).toHaveLength(1)
  })

  it('points are sorted by time, and two of the same time are one', () => {
    expect(soundPoints([at(1, '1'), at(3, '3'), at(1, '9'), at(2, '2')], '1d', now)).toEqual([
      at(3, '3'),
      at(2, '2'),
      at(1, '9'),
    ])
  })

  it('more points than a chart can show are cut to the newest thousand', () => {
    const many = Array.from({ length: 1_400 }, (_, index) => at(index))
    const sound = soundPoints(many, '1d', now)
    expect(sound).toHaveLength(1_000)
    expect(sound.at(-1)).toEqual(at(0))
  })

  it('a gap of more than four usual steps splits the line, and a usual step does not', () => {
    const points = [at(60), at(55), at(50), at(20), at(15), at(0)]
    expect(splitAtGaps(points).map(part => part.length)).toEqual([3, 3])
    expect(splitAtGaps([at(60), at(0)])).toHaveLength(1)
    expect(splitAtGaps([])).toEqual([])
  })

  it('the change in percent is exact for prices that no floating-point number holds', () => {
    expect(changeOf([at(2, '3000'), at(1, '2962.5')])).toBe('-1.25')
    expect(changeOf([at(2, `1${'0'.repeat(60)}`), at(1, `2${'0'.repeat(60)}`)])).toBe('100')
    expect(changeOf([at(2, `0.${'0'.repeat(50)}4`), at(1, `0.${'0'.repeat(50)}5`)])).toBe('25')
    expect(changeOf([at(1)])).toBeUndefined()
    expect(changeOf([])).toBeUndefined()
  })

  it('a table has the first and the last point, and at most its rows', () => {
    const many = Array.from({ length: 300 }, (_, index) => at(300 - index))
    const few = fewPoints(many, 12)
    expect([few.length, few[0], few.at(-1)]).toEqual([12, many[0], many.at(-1)])
    expect(fewPoints(many.slice(0, 3), 12)).toHaveLength(3)
  })

  it('the point nearest to a time is found, also before the first and after the last one', () => {
    const points = [at(30), at(20), at(5)]
    expect(
      [-1e15, now - 26 * minute, now - 24 * minute, now, 1e15].map(time =>
        nearestPoint(points, time),
      ),
    ).toEqual([0, 0, 1, 2, 2])
  })

  it('a price below one shows four digits from the first one above zero', () => {
    expect(['3000.5', '0.5', '0.0000123456', '0', `0.${'0'.repeat(40)}1`].map(digitsOf)).toEqual([
      2, 4, 8, 2, 20,
    ])
  })
})

describe('the curve of a price history', () => {
  it('the highest price is at the top, and the lowest at the bottom', () => {
    const { places } = drawCurve([at(10, '1'), at(5, '3'), at(0, '2')])
    expect(places.map(({ x }) => x)).toEqual([0, 0.5, 1])
    expect(places[1]?.y).toBeLessThan(places[2]?.y ?? 0)
    expect(places[2]?.y).toBeLessThan(places[0]?.y ?? 0)
  })

  it('a price that does not change is a line in the middle', () => {
    expect(drawCurve([at(10), at(0)]).places.map(({ y }) => y)).toEqual([0.5, 0.5])
  })

  it('a gap begins a new line', () => {
    const lines = (points: Parameters<typeof drawCurve>[0]) =>
      drawCurve(points).line.split('M').length - 1
    expect(lines([at(60), at(55), at(50), at(20), at(15)])).toBe(2)
    expect(lines([at(60), at(55), at(50), at(45), at(40)])).toBe(1)
  })

  it('every sound history is drawn with finite coordinates inside the drawing', () => {
    const price = fc
      .tuple(fc.bigInt({ min: 1n, max: 10n ** 80n }), fc.nat(60))
      .map(([whole, zeros]) => (zeros > 30 ? `0.${'0'.repeat(zeros)}${whole}` : `${whole}`))
      .filter(text => text.length < 100)
    const history = fc.array(fc.record({ at: fc.nat(86_400_000).map(ago => now - ago), price }))
    fc.assert(
      fc.property(history, answer => {
        const points = soundPoints(answer, '1d', now)
        if (points.length < 2) return
        const { line, area, places } = drawCurve(points)
        expect(`${line}${area}`).not.toMatch(/NaN|Infinity|undefined/)
        for (const { x, y } of places)
          expect(x >= 0 && x <= 1 && y >= 0 && y <= 1, `${x} ${y}`).toBe(true)
      }),
    )
  })
})

import { afterEach, expect, it, vi } from 'vitest'
import { isRestricted } from './time-zones.js'

afterEach(() => vi.restoreAllMocks())
const { resolvedOptions } = Intl.DateTimeFormat.prototype
const clockOf = (timeZone: string) => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), timeZone }
  })
}

it.each([
  ['Asia/Shanghai', true],
  ['Asia/Urumqi', true],
  ['Asia/Chongqing', true],
  ['Asia/Harbin', true],
  ['Asia/Kashgar', true],
  ['Asia/Macau', true],
  ['Asia/Hong_Kong', true],
  ['Asia/Macao', true],
  ['Asia/Beijing', true],
  ['Asia/Taipei', false],
  ['Asia/Singapore', false],
  ['Europe/Zurich', false],
  ['UTC', false],
])('[S9.36] a clock in the time zone %s restricts swaps: %s', (timeZone, held) => {
  clockOf(timeZone)
  expect(isRestricted(undefined)).toBe(held)
})

it('[D36] the host can name other restricted time zones, or none', () => {
  clockOf('Asia/Shanghai')
  expect(isRestricted([])).toBe(false)
  expect(isRestricted(['Europe/Zurich'])).toBe(false)
  clockOf('Europe/Zurich')
  expect(isRestricted(['Europe/Zurich'])).toBe(true)
})

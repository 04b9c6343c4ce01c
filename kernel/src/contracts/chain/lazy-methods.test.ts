import { describe, expect, it, vi } from 'vitest'
import { lazyMethods } from './lazy-methods.js'

describe('what is deferred', () => {
  const face = {
    sum: async (...all: readonly number[]) => all.reduce((one, other) => one + other, 0),
    hidden: async () => 'not asked for',
  }

  it('A deferred module is loaded by the first call, and passes on what it is given and what it answers', async () => {
    const load = vi.fn(async () => face)
    const later = lazyMethods(load, 'sum')
    expect(load).not.toHaveBeenCalled()
    expect(await later.sum(1, 2, 3)).toBe(6)
    expect(Object.keys(later)).toEqual(['sum'])
  })
  it('A deferred module rejects when it cannot be loaded, and is asked for again by the next call', async () => {
    const lost = new TypeError('offline')
    const load = vi.fn(async () => face).mockRejectedValueOnce(lost)
    const later = lazyMethods(load, 'sum')
    await expect(later.sum(1)).rejects.toBe(lost)
    expect(await later.sum(1)).toBe(1)
  })
})

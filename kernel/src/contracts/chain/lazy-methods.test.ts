import { describe, expect, it, vi } from 'vitest'
import { lazyMethods, lazyParts } from './lazy-methods.js'

describe('a deferred module', () => {
  const methods = {
    sum: async (...all: readonly number[]) => all.reduce((one, other) => one + other, 0),
    hidden: async () => 'not requested',
  }

  it('A deferred module is loaded by the first call, and passes arguments and results on', async () => {
    const load = vi.fn(async () => methods)
    const later = lazyMethods(load, 'sum')
    expect(load).not.toHaveBeenCalled()
    expect(await later.sum(1, 2, 3)).toBe(6)
    expect(Object.keys(later)).toEqual(['sum'])
  })
  it('A deferred module whose code does not load rejects the call, and is loaded again by the next call', async () => {
    const lost = new TypeError('offline')
    const load = vi.fn(async () => methods).mockRejectedValueOnce(lost)
    const later = lazyMethods(load, 'sum')
    await expect(later.sum(1)).rejects.toBe(lost)
    expect(await later.sum(1)).toBe(1)
  })
  it('A call of a method that the loaded code lacks rejects with NO_METHOD and the name', async () => {
    const lacking = { ...methods, sum: undefined } as unknown as typeof methods
    await expect(lazyMethods(async () => lacking, 'sum').sum(1)).rejects.toMatchObject({
      code: 'NO_METHOD',
      message: expect.stringContaining('"sum"'),
    })
    const parts = lazyParts(async () => ({}) as { readonly balances: typeof methods })
    await expect(parts('balances', 'sum').sum(1)).rejects.toMatchObject({ code: 'NO_METHOD' })
  })
})

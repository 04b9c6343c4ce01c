import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { KernelError, refusal } from './error.js'

describe('KernelError', () => {
  it('A KernelError says a sentence and a hint, and carries code, plugin, hint and cause', () => {
    const cause = new RangeError('why')
    const error = refusal('UNDECLARED', 'swap', ['swap', 'toasts', 'needs'], cause)
    expect(error).toBeInstanceOf(KernelError)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'KernelError',
      code: 'UNDECLARED',
      plugin: 'swap',
      hint: 'add it to its needs.',
      message: '"swap" does not declare "toasts". Hint: add it to its needs.',
      cause,
    })
  })

  it('A KernelError has a sentence for every code, ending with a full stop, as its hint does', () => {
    const codes = [
      ...readFileSync(new URL('./error.ts', import.meta.url), 'utf8').matchAll(/^ {8}([A-Z_]+):/gm),
    ].map(([, code]) => code as KernelError['code'])
    expect(codes.length).toBeGreaterThan(15)
    for (const code of codes)
      expect(refusal(code, undefined, ['a', 'b', 'c', 'd']).message, code).toMatch(
        /^.+\.( Hint: .+\.)?$/,
      )
  })

  it('A KernelError hints at a plugin in general where the ref names no package', () => {
    expect(refusal('MISSING_NEED', 'swap', ['swap', 'toasts', undefined]).hint).toBe(
      'include a plugin that does.',
    )
    expect(refusal('VIEW_UNKNOWN', 'swap', ['Page', undefined]).hint).toBe(
      'include the one that does, or ask views.has() first.',
    )
    expect(refusal('SERVICE_UNKNOWN', undefined, ['toasts', undefined]).hint).toBe(
      'include one that does.',
    )
  })

  it('A KernelError says its code and the names in a build for production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    vi.resetModules()
    const production = await import('./error.js')
    vi.unstubAllEnvs()
    vi.resetModules()
    expect(production.refusal('MISSING_NEED', 'swap', ['swap', 'toasts'])).toMatchObject({
      code: 'MISSING_NEED',
      message: 'MISSING_NEED swap,toasts',
      hint: undefined,
    })
  })
})

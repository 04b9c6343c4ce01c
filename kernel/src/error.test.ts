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

  const mainnet = { caipNetworkId: 'eip155:1', namespace: 'eip155' }
  it.each([
    [[], 'The chain "eip155" has no network. Hint: pass at least one in `networks`.'],
    [
      [undefined],
      'networks[0] is not a Portico network of the chain "eip155". Hint: use `mainnet` from @portico/plugin-eip155 or `fromChain(chain)`.',
    ],
    [
      [mainnet, { caipNetworkId: 'solana:x', namespace: 'solana' }],
      'networks[1] of "eip155" is "solana:x", of another chain. Hint: pass it to the plugin of its chain.',
    ],
  ])('BAD_NETWORKS names the chain, the network and what is wrong: %j', (networks, message) => {
    expect(refusal('BAD_NETWORKS', undefined, ['eip155', networks]).message).toBe(message)
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

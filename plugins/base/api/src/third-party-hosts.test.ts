import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createThirdPartyHosts } from './third-party-hosts.js'

const host = 'https://untrusted.example'

describe('third-party hosts', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('third-party hosts get at most 6 requests at once, in the order of the calls', async () => {
    const begun: number[] = []
    const ends: (() => void)[] = []
    const ask = createThirdPartyHosts()
    const all = Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        ask(host, () => {
          begun.push(at)
          return new Promise<number>(resolve => ends.push(() => resolve(at)))
        }),
      ),
    )
    await vi.advanceTimersByTimeAsync(200)
    expect(begun).toEqual([0, 1, 2, 3, 4, 5])
    for (let at = 0; at < 20; at++) {
      ends[at]?.()
      await vi.advanceTimersByTimeAsync(200)
    }
    expect(await all).toEqual(begun)
  })

  it('[D40b] a third-party host is not requested again once the policy of the page has blocked it', async () => {
    const page = new EventTarget()
    vi.stubGlobal('document', page)
    let disposition = 'enforce'
    const requests: string[] = []
    const ask = createThirdPartyHosts()
    const tried = (origin: string, name: string) =>
      ask(origin, async () => {
        requests.push(name)
        const reason = {
          effectiveDirective: 'connect-src',
          disposition,
          blockedURI: `${origin}/a.png`,
        }
        setTimeout(() =>
          page.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), reason)),
        )
        throw new TypeError('Failed to fetch')
      }).catch(
        (error: { readonly code?: string; readonly name: string }) => error.code ?? error.name,
      )
    const both = Promise.all([tried(host, 'a'), tried(host, 'b')])
    await vi.advanceTimersByTimeAsync(200)
    expect(await both).toEqual(['TypeError', 'HTTP_UNREACHABLE'])
    expect(await tried(host, 'c')).toBe('HTTP_UNREACHABLE')
    expect(requests).toEqual(['a'])

    disposition = 'report'
    const other = Promise.all([
      tried('https://other.example', 'd'),
      tried('https://other.example', 'e'),
    ])
    await vi.advanceTimersByTimeAsync(200)
    expect(await other).toEqual(['TypeError', 'TypeError'])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientKey, createRateLimit } from './rate-limit.js'

describe('the limit of requests', () => {
  it('the rate limit allows a burst, then the refill rate, and names the time of the next allowed request', () => {
    let now = 0
    const limit = createRateLimit({ burst: 3, perSecond: 2 }, () => now)
    expect(Array.from({ length: 4 }, () => limit.take('a'))).toEqual([0, 0, 0, 1])
    expect(limit.take('b')).toBe(0)
    now = 500
    expect([limit.take('a'), limit.take('a')]).toEqual([0, 1])
    now = 60_000
    expect(Array.from({ length: 4 }, () => limit.take('a'))).toEqual([0, 0, 0, 1])
  })

  it('the rate limit never allows more than the burst and the refill together', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 }), waits => {
        let now = 0
        const limit = createRateLimit({ burst: 5, perSecond: 10 }, () => now)
        const passed = waits.filter(wait => {
          now += wait
          return limit.take('a') === 0
        }).length
        expect(passed).toBeLessThanOrEqual(5 + (now / 1_000) * 10)
      }),
    )
  })
})

describe('a client', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::ffff:102:304', '1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['', ''],
    ['unknown', 'unknown'],
  ])('[R8] a client at %j is counted as %j', (address, key) => {
    expect(clientKey(address)).toBe(key)
  })
})

import { describe, expect, it } from 'vitest'
import { type FramedPage, framingOrigins } from './framing-origins.js'

const framed = (ancestorOrigins: unknown, referrer = ''): FramedPage => ({
  self: 1,
  top: 2,
  location: { origin: 'https://app.example', ancestorOrigins: ancestorOrigins as ArrayLike<unknown> },
  document: { referrer },
})
const evil = 'https://evil.example'
const throwing = (key: 'location' | 'document') =>
  Object.defineProperty(framed([evil], `${evil}/`), key, {
    get: () => {
      throw new TypeError('gone')
    },
  })

describe('the origins of the framing pages', () => {
  it('[S12] are undefined for a page that is not framed, whatever its referrer', () => {
    expect(framingOrigins({ ...framed([], `${evil}/`), top: 1 })).toBeUndefined()
  })
  it('[S12] the framing origins are undefined where every ancestor has the own origin, and named where one between has another', () => {
    const own = 'https://app.example'
    expect(framingOrigins(framed([own, own]))).toBeUndefined()
    expect(framingOrigins(framed([own, evil, own]))).toEqual([evil])
  })
  it.each([
    ['one page', [evil], [evil]],
    ['a page on a port without TLS', ['http://localhost:8080'], ['http://localhost:8080']],
    ['two pages of one origin', [evil, evil], [evil]],
    ['a page inside another one', ['https://shop.example', evil], ['https://shop.example', evil]],
    ['a page deep inside another one', ['https://shop.example', 'https://ads.example', evil], ['https://shop.example', 'https://ads.example', evil]],
  ])('[S12] are those that the browser lists for %s', (_, list, origins) => {
    expect(framingOrigins(framed(list, 'https://other.example/'))).toEqual(origins)
  })
  it.each([
    ['is missing', undefined],
    ['is empty', []],
    ['is longer than any real one', Array.from({ length: 17 }, () => 'https://shop.example')],
    ['is a string', evil],
    ['names an opaque origin', ['null']],
    ['names an opaque origin at its end', [evil, 'null']],
    ['has a script address', ['javascript:alert(1)']],
    ['has a data address', ['data:text/html,x']],
    ['has a path', [`${evil}/https://app.example`]],
    ['has a user name', ['https://app.example@evil.example']],
    ['has capitals that the browser would not write', ['HTTPS://EVIL.EXAMPLE']],
    ['has characters that turn the text around', ['https://evil.example\u202e']],
    ['has a name of 10 kB', [`https://${'a'.repeat(10_000)}.example`]],
    ['has numbers', [1]],
    ['has objects', [{ toString: () => evil }]],
    ['claims an endless length', { length: Number.POSITIVE_INFINITY }],
    [
      'throws',
      new Proxy([], {
        get: () => {
          throw new TypeError('gone')
        },
      }),
    ],
  ])('[S12] are that of the referrer where the list %s', (_, list) => {
    expect(framingOrigins(framed(list, 'https://shop.example/cart?id=1'))).toEqual(['https://shop.example'])
    expect(framingOrigins(framed(list))).toEqual([])
  })
  it.each(['', 'null', 'https://app.example/next', 'javascript:alert(1)', `https://${'a'.repeat(10_000)}.example/`, 'https://'])(
    '[S12] are none where the referrer is "%s"',
    referrer => {
      expect(framingOrigins(framed(undefined, referrer))).toEqual([])
    },
  )
  it('[S12] are taken from the other source where one getter throws', () => {
    expect(framingOrigins(throwing('location'))).toEqual([])
    expect(framingOrigins(throwing('document'))).toEqual([evil])
  })
})

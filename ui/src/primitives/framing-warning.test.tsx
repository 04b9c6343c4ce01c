import { definePlugin } from '@portico/kernel'
import { textSlice } from '@portico/kernel/text'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { kernelWith } from '../../test/render.js'
import { ConfirmButton, KernelProvider } from '../index.js'
import de from '../text/de.js'
import { type FramedPage, framingOrigins } from './framing-warning.js'

const speaking = definePlugin({
  id: 'test/speaking',
  owns: [textSlice],
  setup: context =>
    context.update(textSlice, state => void Object.assign(state, { language: 'de', messages: de })),
})
/** The text of a confirmation in this window. */
function textIn(window: object, kernel = kernelWith().kernel): string {
  vi.stubGlobal('window', window)
  const markup = renderToString(
    <KernelProvider kernel={kernel}>
      <ConfirmButton>Sign</ConfirmButton>
    </KernelProvider>,
  )
  return markup.replaceAll(/<!-- -->|<[^>]+>/g, '')
}
const framedBy = (ancestorOrigins?: readonly string[]) => ({
  self: 1,
  top: 2,
  location: { ancestorOrigins },
  document: { referrer: '' },
})
afterEach(() => vi.unstubAllGlobals())

describe('a confirmation', () => {
  it('[S12] A confirmation names the origin of the page that frames this one', () => {
    const words =
      'This page is shown inside https://evil.example. Continue only if you trust that website.'
    expect(textIn(framedBy(['https://evil.example']))).toBe(`${words}Sign`)
  })
  it('[S12] A confirmation names the nearest and the topmost of several framing pages', () => {
    expect(textIn(framedBy(['https://shop.example', 'https://evil.example']))).toContain(
      'inside https://shop.example, https://evil.example.',
    )
  })
  it('[S12] A confirmation says that the page is framed where the browser names no origin', () => {
    expect(textIn(framedBy())).toBe(
      'This page is shown inside another website. Continue only if you trust that website.Sign',
    )
  })
  it('[S12] A confirmation warns of the framing page in the language on screen', () => {
    expect(textIn(framedBy(['https://evil.example']), kernelWith(speaking).kernel)).toContain(
      'Diese Seite wird innerhalb von https://evil.example angezeigt.',
    )
  })
  it('[S12] A confirmation shows no warning where the page is not framed', () => {
    expect(textIn({ ...framedBy(['https://evil.example']), top: 1 })).toBe('Sign')
  })
})

const framed = (ancestorOrigins: unknown, referrer = ''): FramedPage => ({
  self: 1,
  top: 2,
  location: {
    origin: 'https://app.example',
    ancestorOrigins: ancestorOrigins as ArrayLike<unknown>,
  },
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
  it('[S12] framingOrigins returns undefined for a page that is not framed, with any referrer', () => {
    expect(framingOrigins({ ...framed([], `${evil}/`), top: 1 })).toBeUndefined()
  })
  it('[S12] framingOrigins names only ancestors whose origin differs from that of the page', () => {
    const own = 'https://app.example'
    expect(framingOrigins(framed([own, own]))).toBeUndefined()
    expect(framingOrigins(framed([own, evil, own]))).toEqual([evil])
  })
  it.each([
    ['one page', [evil], [evil]],
    ['a page on a port without TLS', ['http://localhost:8080'], ['http://localhost:8080']],
    ['two pages of one origin', [evil, evil], [evil]],
    ['a page inside another one', ['https://shop.example', evil], ['https://shop.example', evil]],
    [
      'a page deep inside another one',
      ['https://shop.example', 'https://ads.example', evil],
      ['https://shop.example', 'https://ads.example', evil],
    ],
  ])(
    '[S12] framingOrigins returns the origins that the browser lists for %s',
    (_, list, origins) => {
      expect(framingOrigins(framed(list, 'https://other.example/'))).toEqual(origins)
    },
  )
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
  ])('[S12] framingOrigins returns the origin of the referrer where the list %s', (_, list) => {
    expect(framingOrigins(framed(list, 'https://shop.example/cart?id=1'))).toEqual([
      'https://shop.example',
    ])
    expect(framingOrigins(framed(list))).toEqual([])
  })
  it.each([
    '',
    'null',
    'https://app.example/next',
    'javascript:alert(1)',
    `https://${'a'.repeat(10_000)}.example/`,
    'https://',
  ])('[S12] framingOrigins returns no origin where the referrer is "%s"', referrer => {
    expect(framingOrigins(framed(undefined, referrer))).toEqual([])
  })
  it('[S12] framingOrigins reads the other source where one getter throws', () => {
    expect(framingOrigins(throwing('location'))).toEqual([])
    expect(framingOrigins(throwing('document'))).toEqual([evil])
  })
})

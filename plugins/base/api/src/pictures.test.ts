import type { Http } from '@portico/kernel/backend'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pictureFrom } from './picture-bytes.js'
import { createPictures } from './pictures.js'

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
const blob = (bytes: Uint8Array<ArrayBuffer> | string, type: string) => new Blob([bytes], { type })
describe('untrusted bytes', () => {
  it.each([
    ['png', blob(png, 'image/png; charset=binary'), 'data:image/png;base64,iVBORw0KGgo='],
    [
      'svg',
      blob(
        '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        'image/svg+xml',
      ),
      /^data:image\/svg\+xml;base64,/,
    ],
    ['jpeg', blob(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'), /^data:image\/jpeg;/],
    ['webp', blob('RIFF....WEBPVP8 ', 'IMAGE/WEBP'), /^data:image\/webp;/],
    ['gif', blob('GIF89a', 'image/gif'), /^data:image\/gif;/],
    ['avif', blob('....ftypavif', 'image/avif'), /^data:image\/avif;/],
  ])('untrusted bytes are accepted as a picture: %s', async (_, bytes, expected) => {
    expect(await pictureFrom(bytes)).toMatch(expected)
  })
  it.each([
    ['a page', blob('<html><script>alert(1)</script>', 'text/html')],
    ['a page with the type of a picture', blob('<html><script>alert(1)</script>', 'image/png')],
    ['a page with the type of a drawing', blob('<html xmlns="x">', 'image/svg+xml')],
    ['a picture with another type', blob(png, 'application/octet-stream')],
    ['a film', blob('....ftypisom', 'video/mp4')],
    ['nothing', blob('', '')],
    ['a name of every object', blob(png, 'constructor')],
  ])('untrusted bytes are rejected as a picture: %s', async (_, bytes) => {
    expect(await pictureFrom(bytes)).toBeUndefined()
  })
})

describe('pictures of other hosts', () => {
  const requests: { readonly url: string; readonly options: object }[] = []
  let answer: (url: string) => Promise<Blob> = async () => blob(png, 'image/png')
  const http: Pick<Http, 'blob'> = {
    blob: (url, options = {}) => {
      requests.push({ url, options })
      return answer(url)
    },
  }
  const picture = (hosts: readonly string[] = ['named.example']) => createPictures(http, hosts)
  beforeEach(() => {
    requests.length = 0
    answer = async () => blob(png, 'image/png')
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('[S26] pictures are requested only from named hosts and from the page itself', async () => {
    vi.stubGlobal('location', new URL('https://shop.example/'))
    const find = picture()
    for (const url of ['https://named.example/a.png', 'https://shop.example/b.png', '/c.png'])
      expect(await find(url)).toMatch(/^data:image\/png;/)
    for (const url of [
      'https://other.example/a.png',
      'https://named.example.evil.example/a.png',
      'https://named.example:8443/a.png',
    ])
      expect(await find(url)).toBeUndefined()
    expect(requests.map(({ url }) => url)).toEqual([
      'https://named.example/a.png',
      'https://shop.example/b.png',
      'https://shop.example/c.png',
    ])
  })

  it('[S26] pictures are at most 1 MiB, arrive within 2 s, and are requested without cookies, referrer and redirects', async () => {
    await picture()('https://named.example/a.png')
    expect(requests[0]?.options).toEqual({
      isUntrusted: true,
      refusesRedirects: true,
      limit: 1_048_576,
      timeout: 2_000,
    })
  })

  it('[S26] pictures are requested from any host that the person allows', async () => {
    expect(await picture([])('https://other.example/a.png', { isWanted: true })).toMatch(/^data:/)
    expect(requests[0]?.options).toMatchObject({
      isUntrusted: true,
      limit: 1_048_576,
      timeout: 2_000,
    })
  })

  it('pictures are requested once, and again only where they were unavailable', async () => {
    const find = picture()
    await Promise.all([find('https://named.example/a.png'), find('https://named.example/a.png')])
    await find('https://named.example/a.png')
    expect(requests).toHaveLength(1)
    answer = () => Promise.reject(new RangeError('down'))
    expect(await find('https://named.example/b.png')).toBeUndefined()
    expect(await find('https://named.example/b.png')).toBeUndefined()
    expect(requests).toHaveLength(3)
  })

  it('invalid pictures are not shown, with any declared type', async () => {
    answer = async () => blob('<html><script>alert(1)</script>', 'image/png')
    expect(await picture()('https://named.example/a.png')).toBeUndefined()
  })

  it('a picture that one caller gave up is requested again for a caller that still wants it', async () => {
    answer = () => new Promise(() => undefined)
    const find = picture()
    const gone = new AbortController()
    void find('https://named.example/a.png', { signal: gone.signal })
    gone.abort()
    answer = async () => blob(png, 'image/png')
    expect(await find('https://named.example/a.png')).toMatch(/^data:image\/png;/)
    expect(requests).toHaveLength(2)
  })
})

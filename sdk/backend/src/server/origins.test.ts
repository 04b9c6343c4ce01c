import { describe, expect, it } from 'vitest'
import { originRule } from './origins.js'

describe('which pages may ask', () => {
  it.each([
    ['https://app.example', 'https://app.example', true],
    ['https://app.example', 'https://APP.example', true],
    ['https://app.example', 'http://app.example', false],
    ['https://app.example', 'https://app.example:8443', false],
    ['https://app.example', 'https://app.example.evil.test', false],
    ['https://app.example', 'https://evil.test/https://app.example', false],
    ['app.example', 'http://app.example:3000', true],
    ['app.example:3000', 'http://app.example:3000', true],
    ['app.example:3000', 'http://app.example', false],
    ['https://*.a.com', 'https://x.a.com', true],
    ['https://*.a.com', 'https://a.com', false],
    ['https://*.a.com', 'https://y.x.a.com', false],
    ['https://x*.a.com', 'https://xy.a.com', false],
    ['http://localhost:*', 'http://localhost:5173', true],
    ['http://localhost:*', 'http://localhost', true],
    ['HTTPS://App.example', 'https://app.example', true],
    ['https://app.example', 'HTTPS://app.example', true],
    ['http://localhost:5173', 'http://localhost:51', false],
    ['http://localhost:51', 'http://localhost:5173', false],
    ['http://[::1]:5173', 'http://[::1]:5173', true],
    ['http://[::1]:5173', 'http://[::2]:5173', false],
    ['http://[::1]', 'http://[::1]:5173', false],
    ['https://\u0131.example', 'https://i.example', false],
    ['app.example', 'app.example', false],
    ['null', 'null', false],
    ['https://app.example', 'null', false],
    ['*', 'null', true],
  ])('the entry %s, the origin %s: allowed is %s', (allowed, origin, may) => {
    expect(originRule([allowed])(origin)).toBe(may)
  })

  it('a page may ask when one of several entries is its origin', () => {
    const rule = originRule(['https://a.example', 'https://b.example'])
    expect(['https://a.example', 'https://b.example', 'https://c.example'].map(rule)).toEqual([
      true,
      true,
      false,
    ])
    expect(originRule([])('https://a.example')).toBe(false)
  })
})

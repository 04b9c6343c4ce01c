import type { Environment } from '@portico/kernel/wallet'
import { describe, expect, it } from 'vitest'
import { isAround } from './prefetch.js'

const page: Environment = {
  kind: 'desktop',
  system: 'other',
  iosSafari: false,
  pwa: false,
  iframe: false,
  safe: false,
}
const framed: Environment = { ...page, iframe: true }

describe('a wallet that frames the page', () => {
  it.each([
    [
      'a wallet that works only in frames frames the page, from any origin',
      ({ iframe }: Environment) => iframe,
      true,
    ],
    ['a wallet that works everywhere does not frame the page', () => true, false],
    [
      'a wallet that works only on phones does not frame the page',
      ({ kind }: Environment) => kind === 'mobile',
      false,
    ],
    ['a wallet without `worksIn` does not frame the page', undefined, false],
  ])('%s', (_what, worksIn, outcome) => {
    expect(isAround(worksIn ? { worksIn } : {}, framed)).toBe(outcome)
    expect(isAround(worksIn ? { worksIn } : {}, page)).toBe(false)
  })
})

import type { Environment } from '@portico/kernel/contracts'
import { describe, expect, it } from 'vitest'
import { isAround } from './prefetch.js'

const page: Environment = { kind: 'desktop', system: 'other', iosSafari: false, pwa: false, iframe: false, safe: false }
const framed: Environment = { ...page, iframe: true }

describe('a wallet', () => {
  it.each([
    ['that works in frames alone frames the page, whatever origin it has', ({ iframe }: Environment) => iframe, true],
    ['that works everywhere is no such wallet', () => true, false],
    ['that works on phones alone is none', ({ kind }: Environment) => kind === 'mobile', false],
    ['that says nothing about it is none', undefined, false],
  ])('%s', (_what, worksIn, outcome) => {
    expect(isAround(worksIn ? { worksIn } : {}, framed)).toBe(outcome)
    expect(isAround(worksIn ? { worksIn } : {}, page)).toBe(false)
  })
})

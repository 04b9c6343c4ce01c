import { describe, expect, it } from 'vitest'
import { readMutants, verdict } from '../scripts/mutants.mjs'

describe('the mutants of a package', () => {
  const source = 'const fee =\n  amount *\n  rate\nconst total = amount + fee\n'
  const at = (line: number, column: number, endLine: number, endColumn: number) => ({
    start: { line, column },
    end: { line: endLine, column: endColumn },
  })
  const mutants = [
    { status: 'Killed', replacement: 'amount - fee', location: at(4, 15, 4, 27) },
    { status: 'Survived', replacement: 'amount / rate', location: at(2, 3, 3, 7) },
    { status: 'Ignored', replacement: '""', location: at(1, 1, 1, 6) },
  ]
  const read = readMutants({ files: { 'a.ts': { source, mutants } } })
  const listed = {
    line: 'amount *',
    original: 'amount * rate',
    replacement: 'amount / rate',
    reason: 'the rate is 1',
  }
  const titlesOf = (found: Parameters<typeof verdict>[2]) =>
    verdict('a', read, found).map(({ title, status, detail }) => [title, status, detail])

  it('a mutant that survives fails the run and is printed with file, line, code and replacement', () => {
    expect(titlesOf({})).toEqual([
      ['a', 'failed', '2 mutants, 1 killed, 0 equivalent, 1 survived, score 50.0 %'],
      ['a.ts:2: amount * rate -> amount / rate', 'failed', 'survived, in: amount *'],
    ])
  })

  it('the mutation run passes when each survivor is listed as equivalent', () => {
    expect(titlesOf({ 'a.ts': [listed], 'other.ts': [listed] })).toEqual([
      ['a', 'passed', '2 mutants, 1 killed, 1 equivalent, 0 survived, score 50.0 %'],
    ])
  })

  it('a listed mutant that is killed or gone fails the mutation run', () => {
    const killed = {
      line: 'const total = amount + fee',
      original: 'amount + fee',
      replacement: 'amount - fee',
      reason: 'none',
    }
    expect(titlesOf({ 'a.ts': [listed, killed] })).toEqual([
      ['a', 'failed', '2 mutants, 1 killed, 1 equivalent, 0 survived, score 50.0 %'],
      ['a.ts: amount + fee -> amount - fee', 'failed', 'listed as equivalent, but killed or gone'],
    ])
  })
})

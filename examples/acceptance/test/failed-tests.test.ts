import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isWorthAnother, withAlone } from '../scripts/e2e.mjs'
import * as unit from '../scripts/unit.mjs'
import { root } from '../scripts/workspaces.mjs'

describe('the end-to-end tests that failed', () => {
  const spec = (id: string, status: string, { expectedStatus = 'passed', message = '' } = {}) => ({
    id,
    title: id,
    file: 'a.spec.ts',
    tests: [{ status, expectedStatus, results: [{ errors: message ? [{ message }] : [] }] }],
  })
  const report = (...specs: ReturnType<typeof spec>[]) => ({
    suites: [
      { title: '', file: 'a.spec.ts', specs: [], suites: [{ title: 'in', file: '', specs }] },
    ],
    errors: [],
  })
  const failed = (count: number) =>
    Array.from({ length: count }, (_, at) => spec(`failed ${at}`, 'unexpected', { message: 'no' }))
  const statuses = ({ suites }: Parameters<typeof isWorthAnother>[0]) =>
    Object.fromEntries(
      suites.flatMap(({ suites = [] }) =>
        suites.flatMap(({ specs }) => specs.map(({ id, tests }) => [id, tests[0]?.status])),
      ),
    )

  it('failed end-to-end tests run once more alone when they are few and the run itself worked', () => {
    expect(
      isWorthAnother(
        report(spec('a', 'expected'), spec('c', 'skipped', { expectedStatus: 'skipped' })),
      ),
    ).toBe(false)
    expect(isWorthAnother(report(spec('a', 'expected'), ...failed(1)))).toBe(true)
    expect(isWorthAnother(report(spec('left out', 'skipped')))).toBe(true)
    expect(isWorthAnother(report(...failed(8)))).toBe(true)
    expect(isWorthAnother(report(...failed(9)))).toBe(false)
    expect(isWorthAnother({ ...report(...failed(1)), errors: [{ message: 'no browser' }] })).toBe(
      false,
    )
  })

  it('a failed end-to-end test passes only when it passes alone; failed again, skipped or missing it is a failure', () => {
    const first = report(spec('passes', 'expected'), ...failed(4), spec('left out', 'skipped'))
    const alone = report(
      spec('failed 0', 'expected'),
      spec('failed 1', 'unexpected', { message: 'again' }),
      spec('failed 2', 'skipped', { expectedStatus: 'skipped' }),
      spec('left out', 'expected'),
    )
    const all = withAlone(first, alone)
    expect(statuses(all)).toEqual({
      passes: 'expected',
      'failed 0': 'alone',
      'failed 1': 'unexpected',
      'failed 2': 'unexpected',
      'failed 3': 'unexpected',
      'left out': 'alone',
    })
    expect(JSON.stringify(all)).toContain('again')
    expect(
      withAlone(first, { suites: [], errors: [{ message: 'no browser' }] }).errors,
    ).toHaveLength(1)
  })
})

describe('the quick tests', () => {
  it('the quick tests are those of files that start no ledger and have no tag', () => {
    const files = [
      'kernel/src/rpc/poll.test.ts',
      'plugins/chains/bip122/src/addresses/address.test.ts',
      'plugins/chains/bip122/src/transactions/transfers.test.ts',
      'plugins/chains/solana/test/nfts.test.ts',
      'sdk/pocket/src/pairing-link.test.ts',
      'kernel/src/slice-storage.test.ts',
      'plugins/features/swap/src/routes/uniswap/check-approvals.test.ts',
    ]
    expect(files.filter(unit.isQuick)).toEqual(files.slice(0, 2))
  })
})

describe('the files of unit tests that failed', () => {
  const file = (name: string, tests: Record<string, string>) => ({
    name,
    message: '',
    status: Object.values(tests).includes('failed') ? 'failed' : 'passed',
    assertionResults: Object.entries(tests).map(([fullName, status]) => ({
      fullName,
      status,
      failureMessages: [],
    })),
  })
  const broken = (count: number) =>
    Array.from({ length: count }, (_, at) => file(`${at}`, { a: 'failed' }))

  it('failed unit test files run once more alone when they are few', () => {
    expect(unit.worthAnother({ testResults: [file('well', { a: 'passed' })] })).toEqual([])
    expect(
      unit.worthAnother({ testResults: [file('well', { a: 'passed' }), ...broken(1)] }),
    ).toEqual(['0'])
    expect([
      unit.worthAnother({ testResults: broken(4) }).length,
      unit.worthAnother({ testResults: broken(5) }).length,
    ]).toEqual([4, 0])
  })

  it('a failed unit test passes only when it passes alone; failed again or missing there it is a failure', () => {
    const first = [
      file('well', { a: 'passed' }),
      {
        ...file('busy', { b: 'failed', c: 'passed' }),
        assertionResults: [
          { fullName: 'b', status: 'failed', failureMessages: ['too late'] },
          ...file('', { c: 'passed' }).assertionResults,
        ],
      },
      file('wrong', { d: 'failed', e: 'passed' }),
      file('gone', { f: 'failed' }),
    ]
    const alone = [
      file('busy', { b: 'passed', c: 'passed' }),
      file('wrong', { d: 'failed', e: 'passed' }),
    ]
    const { testResults } = unit.withAlone({ testResults: first }, { testResults: alone })
    const statuses = testResults.flatMap(each =>
      each.assertionResults.map(({ fullName, status }) => [fullName, status]),
    )
    expect(Object.fromEntries(statuses)).toEqual({
      a: 'passed',
      b: 'alone',
      c: 'passed',
      d: 'failed',
      e: 'passed',
      f: 'failed',
    })
    expect(
      testResults.flatMap(each => each.assertionResults).find(({ fullName }) => fullName === 'b')
        ?.failureMessages,
    ).toEqual(['too late'])
  })
})

describe('A unit test that never ends', () => {
  /** Runs vitest in a folder with these test files. */
  async function runOf(files: Record<string, string>, timeoutMs = 60_000) {
    const folder = mkdtempSync(join(tmpdir(), 'portico-failing-'))
    try {
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
      symlinkSync(join(root, 'examples'), join(folder, 'examples'))
      writeFileSync(
        join(folder, 'vitest.workspace.ts'),
        "export default { test: { include: ['*.test.js'] } }",
      )
      for (const [name, body] of Object.entries(files))
        writeFileSync(join(folder, name), `import { it } from 'vitest'\n${body}`)
      const report = join(folder, 'report.json')
      return (await unit.vitest({ report, cwd: folder, timeoutMs })).results
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  it('a unit test that never ends fails the run after a time limit, and its file is named', async () => {
    const results = await runOf(
      {
        'ends.test.js': "it('ends', () => {})",
        'hangs.test.js': "it('hangs', () => { for (;;); })",
      },
      15_000,
    )
    expect(results).toEqual([
      {
        title: 'vitest',
        status: 'failed',
        detail: expect.stringMatching(/^These files did not end: hangs\.test\.js\n/),
      },
    ])
  })

  it('an error outside of tests fails the run, and the first line of the report names it and its file', async () => {
    const results = await runOf({
      'late.test.js': "it('ends', () => void Promise.reject(new TypeError('nobody waits')))",
    })
    expect(results.map(({ title, status }) => [title, status])).toEqual([
      ['ends', 'passed'],
      ['no error occurs outside of tests', 'failed'],
    ])
    expect(results[1]?.detail).toMatch(/^TypeError: nobody waits \(late\.test\.js\)\n/)
  })
})

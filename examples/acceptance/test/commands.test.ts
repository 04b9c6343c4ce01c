import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readOutcomes, tableOf } from '../scripts/conformance.mjs'
import { isInstalled } from '../scripts/install.mjs'
import { explain, fetchError } from '../scripts/needs.mjs'
import { closingLine, flakyLines, result, withFlakyVerdict } from '../scripts/results.mjs'
import { root } from '../scripts/workspaces.mjs'

describe('the last line of a command', () => {
  it('the last line counts passed and failed tests, and skipped ones only when there are some', () => {
    const two = [result('a', true), result('b', false)]
    expect(closingLine([])).toBe('0 passed, 0 failed')
    expect(closingLine(two)).toBe('1 passed, 1 failed')
    expect(closingLine([...two, { title: 'c', status: 'skipped' }])).toBe(
      '1 passed, 1 failed, 1 skipped',
    )
  })

  it('the last line follows one line for each flaky test, and more than two flaky tests fail the run', () => {
    const flaky = (title: string) => ({ ...result(title, true), only: 'when run alone' as const })
    const two = [result('a', true), flaky('b'), flaky('c'), flaky('b')]
    expect([flakyLines(two), closingLine(withFlakyVerdict(two))]).toEqual([
      ['flaky: b', 'flaky: c'],
      '4 passed, 0 failed',
    ])
    const three = [...two, flaky('d')]
    expect([flakyLines(three), closingLine(withFlakyVerdict(three))]).toEqual([
      ['flaky: b', 'flaky: c', 'flaky: d'],
      '5 passed, 1 failed',
    ])
  })
})

describe('the conformance of chains', () => {
  const test = (fullName: string, status: string, duration: number) => ({
    fullName,
    status,
    duration,
    failureMessages: [],
  })
  const assertionResults = [
    test(
      'tally keeps the contract of a chain connect · connects: an approval gives accounts',
      'passed',
      3.4,
    ),
    test('tally keeps the contract of a chain lie: malformed · takes no account', 'failed', 5),
    test(
      '[S7.25] [S7.26] pebble keeps the contract of a chain connect · connects: an approval gives accounts',
      'skipped',
      0,
    ),
    test('something else holds', 'passed', 1),
  ]
  const outcomes = readOutcomes({ status: 'failed', message: '', assertionResults })

  it('the conformance of chains is read from the titles of the suite', () => {
    expect(
      outcomes.map(({ namespace, check, result, ms }) => [namespace, check, result, ms]),
    ).toEqual([
      ['tally', 'connect', 'pass', 3],
      ['tally', 'lie: malformed', 'fail', 5],
      ['pebble', 'connect', 'unsupported', 0],
    ])
  })

  it('the conformance of a chain fails when its suite did not start, also when its tests were skipped', () => {
    const skipped = assertionResults.map(each => ({ ...each, status: 'skipped' }))
    expect(
      new Set(
        readOutcomes({ status: 'failed', message: 'no ledger', assertionResults: skipped }).map(
          ({ result }) => result,
        ),
      ),
    ).toEqual(new Set(['fail']))
  })

  it('the conformance table has one line per check and one column per namespace', () => {
    const lines = tableOf(outcomes).split('\n')
    expect(lines.map(line => line.trim().split(/\s{2,}/))).toEqual([
      ['tally', 'pebble'],
      ['connect', '3 ms', 'unsupported'],
      ['lie: malformed', 'FAIL'],
      [''],
    ])
  })
})

describe('an installation', () => {
  const wanted = {
    packages: {
      '': {},
      kernel: { version: '0.1.0' },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/@portico/kernel': { link: true },
      'node_modules/a-darwin': { version: '1.0.0', optional: true },
    },
  }

  it('an installation is complete when node_modules has the versions of the lock file, without optional packages', () => {
    expect(
      isInstalled(wanted, {
        packages: {
          'node_modules/a': { version: '1.0.0' },
          'node_modules/@portico/kernel': { link: true },
        },
      }),
    ).toBe(true)
  })

  it.each([
    [
      'another version',
      { 'node_modules/a': { version: '1.0.1' }, 'node_modules/@portico/kernel': { link: true } },
    ],
    ['a missing package', { 'node_modules/@portico/kernel': { link: true } }],
    [
      'a copy where a link should be',
      {
        'node_modules/a': { version: '1.0.0' },
        'node_modules/@portico/kernel': { version: '0.1.0' },
      },
    ],
  ])('an installation is not complete with %s', (_, packages) => {
    expect(isInstalled(wanted, { packages })).toBe(false)
  })
})

describe('a command without something that it needs', () => {
  it.each(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'ECONNREFUSED', 'ETIMEDOUT', 'ENOTCACHED'])(
    'a registry that npm cannot reach (%s) is one sentence without a stack',
    code => {
      const error = fetchError(
        'Node 22.23.3',
        `npm error code ${code}\nnpm error errno ${code}\nnpm error network request failed`,
      )
      expect(explain(error)).toBe(
        `Node 22.23.3 could not be fetched, because the npm registry cannot be reached: connect to the network and run this again.`,
      )
    },
  )

  it('the whole output of npm is shown when npm fails for another reason', () => {
    expect(
      explain(fetchError('The dependencies', 'npm error code E404\nnpm error 404 Not Found')),
    ).toContain('npm error 404 Not Found')
  })
})

describe('the public vectors', () => {
  const script =
    "const { skippedVectors } = await import('./examples/acceptance/scripts/vectors.mjs'); console.log(skippedVectors() ?? 'all are here')"
  const read = (PORTICO_VECTORS: string, PORTICO_VECTORS_REQUIRED = '') =>
    spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      env: { ...process.env, PORTICO_VECTORS, PORTICO_VECTORS_REQUIRED },
      encoding: 'utf8',
    })
  const missing = join(root, 'no', 'such folder')

  it('a run without the public vectors says in one line how many groups of tests it skipped, and why', () => {
    const [, count = '0', why] =
      /^(\d+) groups of tests skipped: (.*)\n$/.exec(read(missing).stdout) ?? []
    expect(Number(count)).toBeGreaterThan(40)
    expect(why).toBe(`no public vectors in ${missing} (PORTICO_VECTORS names another folder)`)
    expect(read(root, '1').stdout).toBe('all are here\n')
  })

  it('a run with PORTICO_VECTORS_REQUIRED=1 fails at once without the public vectors, and names their folder', () => {
    const { status, stderr } = read(missing, '1')
    expect(status).toBe(1)
    expect(stderr).toContain(
      `PORTICO_VECTORS_REQUIRED is set, and there are no vectors in ${missing}`,
    )
  })
})

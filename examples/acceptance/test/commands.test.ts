import { execFile, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readOutcomes, tableOf } from '../scripts/conformance.mjs'
import { isWorthAnother, withAlone } from '../scripts/e2e.mjs'
import { isInstalled } from '../scripts/install.mjs'
import { readMutants, verdict } from '../scripts/mutants.mjs'
import { explain, fetchError } from '../scripts/needs.mjs'
import { lockOf, oneAtATime } from '../scripts/one-at-a-time.mjs'
import { closingLine, flakyLines, result, withFlakyVerdict } from '../scripts/results.mjs'
import { countTests, idsOf, readPromises } from '../scripts/spec.mjs'
import * as unit from '../scripts/unit.mjs'
import { root, workspaces } from '../scripts/workspaces.mjs'

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
      'kernel/src/persist.test.ts',
      'plugins/features/swap/src/routes/uniswap/check.test.ts',
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
  it('a unit test that never ends fails the run after a time limit, and its file is named', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-hanging-'))
    try {
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
      symlinkSync(join(root, 'examples'), join(folder, 'examples'))
      writeFileSync(
        join(folder, 'vitest.workspace.ts'),
        "export default { test: { include: ['*.test.js'] } }",
      )
      writeFileSync(
        join(folder, 'ends.test.js'),
        "import { it } from 'vitest'\nit('ends', () => {})",
      )
      writeFileSync(
        join(folder, 'hangs.test.js'),
        "import { it } from 'vitest'\nit('hangs', () => { for (;;); })",
      )
      const { results } = await unit.vitest({
        report: join(folder, 'report.json'),
        cwd: folder,
        timeoutMs: 15_000,
      })
      expect(results).toEqual([
        {
          title: 'vitest',
          status: 'failed',
          detail: expect.stringMatching(/^These files did not end: hangs\.test\.js\n/),
        },
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
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

describe('installing', () => {
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

describe('what a command lacks', () => {
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

  it('an npm that fails for another reason is shown with all that it printed', () => {
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

// biome-ignore lint/suspicious/noTemplateCurlyInString: it is looked for in sources.
const pidInPath = '${process.pid}'

describe('two commands in the same folder', () => {
  const work = (name: string, said: string[]) => async () => {
    said.push(`${name} begins`)
    await new Promise(resolve => setTimeout(resolve, 20))
    said.push(`${name} ends`)
  }

  it('two commands do work of the same name one after the other, also when the first fails, and other work at once', async () => {
    const said: string[] = []
    const failing = oneAtATime('test-a', async () => {
      await work('first', said)()
      throw new Error('no')
    })
    await Promise.all([
      expect(failing).rejects.toThrow('no'),
      oneAtATime('test-a', work('second', said)),
      oneAtATime('test-b', work('other', said)),
    ])
    expect(said.indexOf('second begins')).toBeGreaterThan(said.indexOf('first ends'))
    expect(said.indexOf('other begins')).toBeLessThan(said.indexOf('first ends'))
    expect(existsSync(lockOf('test-a'))).toBe(false)
  })

  it('steps of two runs on one machine take turns, in whichever folders they are, and what a step starts does not wait for it', async () => {
    const script = join(root, 'examples/acceptance/scripts/one-at-a-time.mjs')
    // A temporary folder of their own: no real run of this machine is waited for.
    const tmp = mkdtempSync(join(tmpdir(), 'portico-turn-'))
    const log = join(tmp, 'log')
    const program = `
      const { appendFileSync, existsSync, writeFileSync } = await import('node:fs')
      const { inTurn } = await import(process.argv[1])
      const [log, name, other] = process.argv.slice(2)
      const say = text => appendFileSync(log, name + text + '\\n')
      const pause = ms => new Promise(resolve => setTimeout(resolve, ms))
      writeFileSync(name, '')
      await inTurn(async () => {
        say(' begins')
        await inTurn(async () => say(' starts more'))
        // Not over before the other one waits, however busy the machine is.
        while (!existsSync(other)) await pause(20)
        await pause(300)
        say(' ends')
      })`
    const env = { ...process.env, TMPDIR: tmp, PORTICO_TURN: '' }
    const names = ['a', 'b']
    const runs = [names, names.toReversed()].map(both =>
      promisify(execFile)(
        process.execPath,
        ['--input-type=module', '--eval', program, script, log, ...both],
        { cwd: tmp, env },
      ),
    )
    const said = await Promise.all(runs)
    const lines = readFileSync(log, 'utf8').trim().split('\n')
    const turn = (name: string) => [`${name} begins`, `${name} starts more`, `${name} ends`]
    expect([
      [...turn('a'), ...turn('b')],
      [...turn('b'), ...turn('a')],
    ]).toContainEqual(lines)
    expect(said.map(({ stderr }) => stderr).join('')).toBe(
      'Another run of Portico tests on this machine now: waiting for its step to end.\n',
    )
    expect(readdirSync(tmp).sort()).toEqual([...names, 'log'])
    rmSync(tmp, { recursive: true })
  })

  it('each folder that tests build into belongs to one process', () => {
    const folders = workspaces().flatMap(({ folder }) =>
      ['src', 'test'].map(name => join(root, folder, name)).filter(each => existsSync(each)),
    )
    const tests = folders.flatMap(folder =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
    )
    const built = tests
      .filter(name => /\.test\.tsx?$/.test(name))
      .flatMap(file => readFileSync(file, 'utf8').match(/\.\.\/\.cache\/[^'`)]*/g) ?? [])
    expect(built.length).toBeGreaterThan(2)
    expect(built.filter(folder => !folder.includes(pidInPath))).toEqual([])
  })

  it('a command does not wait for a process that has ended', async () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    writeFileSync(lockOf('test-c'), String(pid))
    expect(await oneAtATime('test-c', async () => 'done')).toBe('done')
  })
})

describe('promises', () => {
  it.each([
    ['[S2.28] back pops one entry of the history', ['S2.28']],
    ['[S2.07] [R5] two in two brackets', ['S2.07', 'R5']],
    ['[D14a, S13] two in one', ['D14a', 'S13']],
    ['views [S2.02] moves between them', ['S2.02']],
    ['an array[0] of [nothing]', []],
  ])('the title %j names %j', (title, ids) => {
    expect(idsOf(title)).toEqual(ids)
  })

  it('any list of ids that is written into a title is read back from it', () => {
    const id = fc.oneof(
      fc
        .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 99 }))
        .map(([section, row]) => `S${section}.${String(row).padStart(2, '0')}`),
      fc
        .tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom('', 'a', 'b'))
        .map(([decision, letter]) => `D${decision}${letter}`),
    )
    fc.assert(
      fc.property(fc.array(id), fc.constantFrom(' ', ', '), (ids, between) => {
        expect(idsOf(`[${ids.join(between)}] a sentence`)).toEqual(ids)
      }),
    )
  })

  it('promises are read together with the package that they belong to', () => {
    const markdown =
      '# Behaviour\n\n## kernel\n\nText.\n\n| id | promise |\n| --- | --- |\n| S2.01 | No routes. |\n\n## ui\n\n| id | promise |\n| --- | --- |\n| D40b | A `|` in it. |\n'
    expect(readPromises(markdown)).toEqual([
      { id: 'S2.01', home: 'kernel', promise: 'No routes.' },
      { id: 'D40b', home: 'ui', promise: 'A `|` in it.' },
    ])
  })

  it('promises are shown only by tests that pass, each test counted once', () => {
    const counts = countTests([
      result('[S1.01] [S1.01] twice in one title', true),
      result('[S1.01] again', true),
      result('[S1.02] broken', false),
      { title: '[S1.03] left out', status: 'skipped' },
    ])
    expect([...counts]).toEqual([['S1.01', 2]])
  })
})

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

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { equivalentMutants } from '../mutants/equivalent.mjs'
import { mutatedPackages } from '../mutants/packages.mjs'
import { beforeEnd, runNode } from './process.mjs'
import { result } from './results.mjs'
import { runFolder } from './run-folder.mjs'
import { vectorsFolder } from './vectors.mjs'
import { root } from './workspaces.mjs'

/** @import { EquivalentMutant } from '../mutants/equivalent.mjs' */
/** @import { MutatedPackage } from '../mutants/packages.mjs' */
/** @import { Result } from './results.mjs' */

/** @typedef {{ line: number, column: number }} Position both from 1 */
/**
 * @typedef {{ status: string, replacement?: string, location: { start: Position, end: Position } }}
 * ReportedMutant
 */
/**
 * @typedef {{ files: Record<string, { source: string, mutants: readonly ReportedMutant[] }> }}
 * MutationReport
 */
/**
 * @typedef {EquivalentMutant & { file: string, at: number, status: string }} Mutant `at`: its line
 * number; `reason` is empty unless the mutant is listed
 */

/**
 * Where Stryker puts its copy of the repository. Not in node_modules: vitest would not compile what
 * stands there.
 */
const copies = `.cache/mutants-${process.pid}`

/** Mutators whose mutants repeat others, or cannot redirect money. */
const excludedMutations = [
  'BlockStatement', // An empty branch: the mutants of its condition take each branch away, too.
  // Without its question mark an absent value throws, and nothing is requested or sent.
  'OptionalChaining',
]

/** @param {MutatedPackage} one */
function settings({ name, folder, files }) {
  return {
    testRunner: 'vitest',
    plugins: [
      '@stryker-mutator/vitest-runner',
      join(root, 'examples/acceptance/mutants/ignore-strings.mjs'),
    ],
    ignorers: ['strings'],
    vitest: { configFile: 'examples/acceptance/mutants/vitest.config.ts', related: false },
    mutate: files.map(file => `${folder}/${file}`),
    mutator: { excludedMutations },
    coverageAnalysis: 'perTest',
    concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: join(runFolder(), `mutants-${name}.json`) },
    tempDirName: copies,
    cleanTempDir: 'always',
    ignorePatterns: ['.cache', '**/dist', 'shots', 'test-results'],
    disableTypeChecks: false, // vitest strips types without looking at them
    dryRunTimeoutMinutes: 30,
    timeoutMS: 20_000,
    timeoutFactor: 4,
    allowConsoleColors: false,
  }
}

const spaced = (/** @type {string} */ code) => code.replace(/\s+/g, ' ').trim()

/** @param {string} source @param {ReportedMutant['location']} location */
function codeAt(source, { start, end }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines
    .map((line, index) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
    )
    .join('\n')
}

/**
 * The mutants of a report of Stryker, but for those that it left alone.
 * @param {MutationReport} report
 * @returns {Mutant[]}
 */
export function readMutants({ files }) {
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ status, replacement = '', location }) => ({
        file,
        at: location.start.line,
        status,
        line: (source.split('\n')[location.start.line - 1] ?? '').trim(),
        original: spaced(codeAt(source, location)),
        replacement: spaced(replacement),
        reason: '',
      })),
  )
}

const killed = new Set(['Killed', 'Timeout', 'RuntimeError', 'CompileError'])
const isKilled = (/** @type {Mutant} */ { status }) => killed.has(status)

/** @param {EquivalentMutant} one @param {EquivalentMutant} other */
const isSame = (one, other) =>
  one.line === other.line &&
  one.original === other.original &&
  one.replacement === other.replacement

/**
 * What a run says of a package: its score, each survivor that nothing explains, and each
 * explanation that explains no survivor.
 *
 * @param {string} name
 * @param {readonly Mutant[]} mutants
 * @param {Readonly<Record<string, readonly EquivalentMutant[]>>} listed by file
 * @returns {Result[]}
 */
export function verdict(name, mutants, listed) {
  const survivors = mutants.filter(mutant => !isKilled(mutant))
  const unexplained = survivors.filter(
    mutant => !listed[mutant.file]?.some(each => isSame(each, mutant)),
  )
  const files = new Set(mutants.map(({ file }) => file))
  const needless = Object.entries(listed).flatMap(([file, each]) =>
    files.has(file)
      ? each
          .filter(one => !survivors.some(mutant => mutant.file === file && isSame(one, mutant)))
          .map(one => ({ ...one, file }))
      : [],
  )
  const dead = mutants.length - survivors.length
  const figures = [
    `${mutants.length} mutants`,
    `${dead} killed`,
    `${survivors.length - unexplained.length} equivalent`,
    `${unexplained.length} survived`,
    `score ${((100 * dead) / Math.max(1, mutants.length)).toFixed(1)} %`,
  ]
  return [
    result(name, unexplained.length + needless.length === 0, figures.join(', ')),
    ...unexplained.map(({ file, at, line, original, replacement, status }) =>
      result(
        `${file}:${at}: ${original} -> ${replacement}`,
        false,
        `${status === 'NoCoverage' ? 'no test reaches it' : 'survived'}, in: ${line}`,
      ),
    ),
    ...needless.map(({ file, original, replacement }) =>
      result(
        `${file}: ${original} -> ${replacement}`,
        false,
        'listed as equivalent, but killed or gone',
      ),
    ),
  ]
}

/** @param {MutatedPackage} one @returns {Promise<Result[]>} */
async function mutate(one) {
  const { name, folder, files, tests } = one
  const config = join(runFolder(), `stryker-${name}.json`)
  const chosen = settings(one)
  writeFileSync(config, JSON.stringify(chosen))
  const inFolder = (/** @type {readonly string[]} */ names) =>
    JSON.stringify(names.map(each => `${folder}/${each}`))
  const { output } = await runNode(
    'node_modules/@stryker-mutator/core/bin/stryker.js',
    ['run', config],
    {
      cwd: root,
      env: {
        PORTICO_MUTANTS_FILES: inFolder(files),
        PORTICO_MUTANTS_TESTS: inFolder(tests),
        PORTICO_VECTORS: vectorsFolder,
      },
      show: true,
      timeoutMs: 4 * 3_600_000,
    },
  )
  const report = chosen.jsonReporter.fileName
  return existsSync(report)
    ? verdict(name, readMutants(JSON.parse(readFileSync(report, 'utf8'))), equivalentMutants)
    : [result(name, false, output)]
}

/** Words choose packages. @type {import('./run.mjs').Command} */
export async function mutants({ words: names }) {
  const known = mutatedPackages.map(({ name }) => name)
  const unknown = names.find(name => !known.includes(name))
  if (unknown) throw new Error(`No package is called "${unknown}": one of ${known.join(', ')}.`)
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const remove = () => rmSync(join(root, copies), { recursive: true, force: true })
  beforeEnd(remove)
  /** @type {Result[]} */
  const results = []
  for (const one of mutatedPackages)
    if (!names.length || names.includes(one.name)) results.push(...(await mutate(one)))
  remove()
  return results
}

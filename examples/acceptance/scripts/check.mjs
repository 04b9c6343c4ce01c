import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from './build.mjs'
import { messages } from './messages.mjs'
import { generatedPages } from './pages.mjs'
import { run, runNode } from './process.mjs'
import { result } from './results.mjs'
import { unit } from './unit.mjs'
import { cache, root, workspaces } from './workspaces.mjs'

/**
 * @param {string} title
 * @param {Promise<{ code: number, output: string }>} ended
 */
async function holds(title, ended) {
  const { code, output } = await ended
  return result(title, code === 0, code === 0 ? undefined : output)
}

const tsc = (/** @type {string[]} */ ...args) =>
  runNode('node_modules/typescript/bin/tsc', args, { cwd: root })

/** @param {string} folder @returns {string[]} */
const typeTestsIn = folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.test-d.ts'))
    .map(file => join(root, folder, file))

/**
 * The titles of all type promises. The compiler reads them with everything else, so they hold when
 * it has nothing to say.
 */
function typePromises() {
  const folders = workspaces().flatMap(({ folder }) =>
    ['src', 'test'].map(name => join(folder, name)).filter(name => existsSync(join(root, name))),
  )
  const sources = folders.flatMap(typeTestsIn).map(file => readFileSync(file, 'utf8'))
  return sources.flatMap(source =>
    [...source.matchAll(/\b(?:it|test)\(\s*(['"`])(.*?)\1\s*,/gs)].map(([, , title = '']) => title),
  )
}

/** Types of sources, tests and examples. Each type promise (`*.test-d.ts`) counts as a test. */
async function types() {
  const { status, detail } = await compile()
  const sources = result('types and build of the sources', status === 'passed', detail)
  const others = await holds('types: tests and examples', tsc('-p', 'tsconfig.test.json'))
  const promises = typePromises().map(title =>
    result(
      title,
      others.status === 'passed',
      others.status === 'passed' ? undefined : 'the types of the tests do not hold',
    ),
  )
  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, 'types.json'), JSON.stringify(promises))
  return [sources, others, ...promises]
}

/**
 * What needs no test run: types, style, messages, unused code, and a lock file that `npm ci`
 * accepts.
 */
export async function checkStatically() {
  const results = await Promise.all([
    // What reads a config of vite's needs what the types have built.
    types().then(async typed => [
      ...typed,
      await holds(
        'nothing unused',
        runNode('node_modules/knip/bin/knip.js', ['--no-progress'], { cwd: root }),
      ),
    ]),
    holds(
      'format and lint',
      runNode(
        'node_modules/@biomejs/biome/bin/biome',
        ['check', '--error-on-warnings', '--diagnostic-level=warn', '--colors=off', '.'],
        { cwd: root },
      ),
    ),
    messages(),
    generatedPages(),
    holds(
      'the lock file fits every package.json',
      run('npm', ['ci', '--dry-run', '--no-audit', '--no-fund'], { cwd: root }),
    ),
  ])
  return results.flat()
}

/** All of that, the layer rules, and whether every cited id is documented. */
export const check = async () => [
  ...(await checkStatically()),
  ...(await unit({
    filter: ['kernel/test/architecture.test.ts', 'kernel/test/citations.test.ts'],
  })),
]

import { skippedEngines } from './engine-programs.mjs'
import { explain } from './needs.mjs'
import { inTurn } from './one-at-a-time.mjs'
import { postgres, skippedPostgres } from './postgres.mjs'
import { count, print, result } from './results.mjs'
import { quick, unit } from './unit.mjs'
import { skippedVectors } from './vectors.mjs'

/** @import { Result } from './results.mjs' */
/**
 * @typedef {{ name: string, all: boolean, run: () => Promise<readonly Result[]> }} Step `all`:
 * print also what holds, not only how many
 */

/**
 * Each step loads just before it runs, so that a step that cannot load fails alone.
 * @type {Record<string, Step>}
 */
const steps = {
  start: { name: 'start', all: true, run: async () => (await import('./starting.mjs')).starting() },
  check: {
    name: 'check',
    all: false,
    run: async () => (await import('./check.mjs')).checkStatically(),
  },
  build: { name: 'build', all: true, run: async () => (await import('./build.mjs')).build() },
  unit: {
    name: 'unit and contract tests',
    all: false,
    run: async () => {
      await postgres()
      return unit({ show: true, program: await (await import('./nodes.mjs')).oldestNode() })
    },
  },
  quick: {
    name: 'unit and contract tests',
    all: false,
    run: async () => unit({ options: quick, show: true }),
  },
  nodes: {
    name: 'every Node that we promise',
    all: true,
    run: async () => (await import('./nodes.mjs')).nodes(),
  },
  e2e: { name: 'end to end', all: false, run: async () => (await import('./e2e.mjs')).e2e() },
  engines: {
    name: 'other engines',
    all: false,
    run: async () => (await import('./engines.mjs')).otherEngines(),
  },
  secrets: {
    name: 'secrets in logs',
    all: true,
    run: async () => (await import('./secrets.mjs')).secrets(),
  },
  size: { name: 'size', all: true, run: async () => (await import('./size.mjs')).size() },
}

/** @param {Step} step */
async function runStep({ name, run }) {
  const from = performance.now()
  /** @type {readonly Result[]} */
  let results
  try {
    results = await run()
  } catch (error) {
    results = [result(name, false, explain(error))]
  }
  return { results, seconds: (performance.now() - from) / 1000 }
}

/**
 * Runs groups of steps: the steps of a group at the same time, printed in this order.
 * @param {readonly (readonly (keyof typeof steps)[])[]} groups
 */
async function runAll(groups) {
  /** @type {Result[]} */
  const everything = []
  /** @type {string[]} */
  const table = []
  /** @param {Step} step @param {ReturnType<typeof runStep>} running */
  const printStep = async (step, running) => {
    const { results, seconds } = await running
    print(step.name, results, { seconds, all: step.all })
    everything.push(...results)
    const figures = /** @type {const} */ (['passed', 'failed', 'skipped'])
      .map(status => String(count(results, status)).padStart(8))
      .join('')
    table.push(`  ${step.name.padEnd(26)}${figures}${`${seconds.toFixed(0)} s`.padStart(8)}`)
  }
  for (const group of groups)
    await inTurn(async () => {
      const started = group.map(name => {
        const step = /** @type {Step} */ (steps[name])
        process.stderr.write(`\n${step.name} …\n`)
        return { step, running: runStep(step) }
      })
      for (const { step, running } of started) await printStep(step, running)
    })
  process.stdout.write(
    `\n  ${''.padEnd(26)}  passed  failed skipped    time\n${table.join('\n')}\n`,
  )
  for (const { title, detail } of everything.filter(each => each.status === 'failed'))
    process.stdout.write(`  FAIL ${title}${detail ? ` · ${detail.trim().split('\n')[0]}` : ''}\n`)
  const said = [
    skippedVectors(),
    groups.flat().includes('unit') && skippedPostgres(),
    groups.flat().includes('engines') && skippedEngines(),
  ]
  for (const skipped of said) if (skipped) process.stdout.write(`  ${skipped}\n`)
  return everything
}

/** Everything. Two runs on one machine alternate, step by step. */
export const test = () =>
  runAll([
    ['start'],
    ['check'],
    ['build'],
    ['unit'],
    ['nodes'],
    ['e2e'],
    // Each waits for its browsers most of the time.
    ['engines', 'size'],
    ['secrets'],
  ])

/** What needs neither a browser nor a ledger, and is done before one has lost the thread. */
export async function testFast() {
  // The compiler is busy on one core only.
  const everything = await runAll([['quick', 'check']])
  process.stdout.write(
    '\n  left to `npm test`: ledgers and relays, compiled documents, thousands of random cases, other versions of Node, browsers, bytes\n',
  )
  return everything
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { postgres, redis, skippedPostgres } from './postgres.mjs'
import { result } from './results.mjs'
import { runFolder } from './run-folder.mjs'
import { vitest } from './unit.mjs'
import { cache } from './workspaces.mjs'

/** @typedef {{ fault: string, observed: string }} Row */

/**
 * What can be made to fail: the files of its tests. Each test appends a line of JSON to the file
 * that PORTICO_FAULT_TABLE names.
 * @type {Record<string, readonly string[]>}
 */
const parts = {
  backend: [
    'sdk/backend/test/faults.test.ts',
    'sdk/backend/test/killed.test.ts',
    'sdk/backend/test/several.test.ts',
  ],
}

/** How long a database is away, and how long processes are killed: `--seconds 60`. */
const defaultSeconds = 60

/**
 * Lets everything fail that can, and prints what was observed: `npm run faults -- backend`.
 *
 * @param {import('./run.mjs').Options} options
 */
export async function faults({ json, words }) {
  const at = words.indexOf('--seconds')
  const seconds = at < 0 ? defaultSeconds : Number(words[at + 1])
  const names = at < 0 ? words : words.toSpliced(at, 2)
  const unknown = names.find(name => !parts[name])
  if (unknown || !(seconds > 0))
    throw new Error(
      `Say what fails: ${Object.keys(parts).join(', ')}, and --seconds ${defaultSeconds}.`,
    )
  await postgres()
  await redis()
  const results = []
  for (const name of names.length > 0 ? names : Object.keys(parts)) {
    const table = join(runFolder(), `faults-${name}`)
    const found = await vitest({
      report: join(cache, `faults-${name}.json`),
      filter: parts[name] ?? [],
      options: ['--no-file-parallelism'],
      env: { PORTICO_FAULT_SECONDS: String(seconds), PORTICO_FAULT_TABLE: table },
    })
    /** @type {Row[]} */
    const rows = existsSync(table)
      ? readFileSync(table, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map(line => JSON.parse(line))
      : []
    if (!json) process.stdout.write(tableOf(rows))
    results.push(...found.results)
  }
  const skipped = skippedPostgres()
  return skipped
    ? [
        ...results,
        {
          ...result('faults on PostgreSQL', true),
          status: /** @type {const} */ ('skipped'),
          detail: skipped,
        },
      ]
    : results
}

/** One line for each fault. @param {readonly Row[]} rows */
function tableOf(rows) {
  const width = Math.max(5, ...rows.map(({ fault }) => fault.length)) + 2
  const line = (/** @type {Row} */ { fault, observed }) => `${fault.padEnd(width)}${observed}\n`
  return ['\n', line({ fault: 'fault', observed: 'observed' }), ...rows.map(line)].join('')
}

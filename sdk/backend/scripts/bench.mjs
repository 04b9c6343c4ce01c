// Measures the backend beside the load that is put on it: `npm run bench -- backend`. It is built from
// its sources. `--only index` or `--only balances`; `--seconds 10`, `--rounds 3`, `--accounts 1000`,
// `--rows 10000000` say otherwise; with `--json` standard output has one line, and what was measured
// is printed on standard error.
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { measureBalances } from './bench-balances.mjs'
import { measureIndex } from './bench-index.mjs'
import { openPrograms } from './bench-programs.mjs'

/**
 * `limit`: the most that was promised. `baseline`: the same of an empty Hono server under the same
 * load in the same run.
 *
 * @typedef {{ id: string, unit: 'ms' | 'count' | '% of a core', value: number, limit: number,
 * baseline?: number }} Figure
 */

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    accounts: { type: 'string' },
    rows: { type: 'string' },
    json: { type: 'boolean' },
  },
})
const say = (/** @type {string} */ line) =>
  (values.json ? process.stderr : process.stdout).write(`${line}\n`)
const shownLoad = () =>
  loadavg()
    .map(one => one.toFixed(1))
    .join(' ')
const wants = (/** @type {string} */ part) => values.only === undefined || values.only === part

const programs = await openPrograms()
try {
  say(
    `${cpus().length} cores, Node ${process.version}, load of the machine ${shownLoad()}; a node with 260 transactions and 1.5 MB per block, a block every 2 s`,
  )
  /** @type {Figure[]} */
  const figures = []
  if (wants('balances'))
    figures.push(
      ...(await measureBalances(programs, {
        seconds: Number(values.seconds ?? 10),
        rounds: Number(values.rounds ?? 3),
        say,
      })),
    )
  if (wants('index'))
    figures.push(
      ...(await measureIndex(programs, {
        seconds: Number(values.seconds ?? 40),
        accounts: Number(values.accounts ?? 1_000),
        rows: Number(values.rows ?? 10_000_000),
        say,
      })),
    )
  say('')
  for (const { id, unit, value, limit, baseline } of figures) {
    const ratio =
      baseline === undefined
        ? ''
        : `, ${(value / baseline).toFixed(1)} times the ${baseline.toFixed(1)} of an empty Hono server`
    say(
      `${id}: ${value.toFixed(1)} ${unit}, promised at most ${limit}: ${value <= limit ? 'kept' : 'NOT KEPT'}${ratio}`,
    )
  }
  say(`load of the machine ${shownLoad()}`)
  if (values.json) process.stdout.write(`${JSON.stringify(figures)}\n`)
  else if (figures.some(({ value, limit }) => !(value <= limit))) process.exitCode = 1
} finally {
  programs.close()
}

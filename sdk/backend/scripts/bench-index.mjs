// Measures the index: `node scripts/bench-index.mjs`. A node that behaves like one of Base runs in a
// process of its own. `--seconds 40`, `--accounts 1000`, `--rows 10000000`; `--json` prints one line
// on standard output and the figures on standard error.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import SqliteDatabase from 'libsql'
import { build } from 'vite'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    accounts: { type: 'string' },
    rows: { type: 'string' },
    json: { type: 'boolean' },
  },
})
const [seconds, accounts, rows] = [
  Number(values.seconds ?? 40),
  Number(values.accounts ?? 1_000),
  Number(values.rows ?? 10_000_000),
]
const say = (/** @type {string} */ line) =>
  (values.json ? process.stderr : process.stdout).write(`${line}\n`)
const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url))
// In the package, where its dependencies are found.
const built = here(`../.cache/bench-${process.pid}/`)
const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
/** @type {import('node:child_process').ChildProcess[]} */
const children = []
const chain = 'eip155:8453'
const account = (/** @type {number} */ number) => `0x${number.toString(16).padStart(40, '0')}`

/** Starts a program that prints its address in its first line of JSON with a `url`. */
const start = async (/** @type {string} */ file, /** @type {readonly string[]} */ options = []) => {
  const child = spawn(process.execPath, [file, ...options], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  for await (const line of createInterface({ input: child.stdout })) {
    const { url } = JSON.parse(line)
    if (!url) continue
    child.stdout.resume()
    return { child, url: String(url) }
  }
  throw new Error(`${file} ended before it listened.`)
}
const stop = async (/** @type {import('node:child_process').ChildProcess} */ child) => {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
/** Seconds of processor time that a process used; NaN where the system does not say so. */
const used = (/** @type {number | undefined} */ pid) => {
  if (!existsSync('/proc/self/stat')) return Number.NaN
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = rest.split(' ').slice(11, 13).map(Number)
  return ((user ?? 0) + (system ?? 0)) / 100
}
/**
 * Sends a request to the backend and one to the empty server every `everyMs` until `isDone`. Resolves
 * with the sorted milliseconds of both.
 */
const load = async (
  /** @type {() => string} */ url,
  /** @type {string} */ emptyUrl,
  /** @type {number} */ everyMs,
  /** @type {() => boolean} */ isDone,
) => {
  /** @type {[number[], number[]]} */
  const taken = [[], []]
  const pending = new Set()
  const request = (/** @type {string} */ to, /** @type {number[]} */ into) => {
    const began = performance.now()
    const one = fetch(to)
      .then(response => response.text())
      .then(() => into.push(performance.now() - began))
      .finally(() => pending.delete(one))
    pending.add(one)
  }
  while (!isDone()) {
    request(url(), taken[0])
    request(emptyUrl, taken[1])
    await sleep(everyMs)
  }
  await Promise.all(pending)
  return taken.map(all => all.sort((a, b) => a - b))
}
const at = (/** @type {readonly number[]} */ sorted, /** @type {number} */ part) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`
const ready = async (/** @type {string} */ url) => {
  const response = await fetch(`${url}/ready`)
  const { indexes } =
    /** @type {{ indexes: { block?: number, head?: number, lag?: number }[] }} */ (
      await response.json()
    )
  return indexes[0] ?? {}
}
const historyOf = (/** @type {string} */ url, /** @type {number} */ number) =>
  `${url}/v1/account/${account(number)}/history?chainId=${chain}`

try {
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: {
      external: ['@portico/plugin-directory'],
      resolve: { conditions: ['@portico/source', 'node', 'module', 'import'] },
    },
    build: {
      ssr: true,
      outDir: built,
      emptyOutDir: true,
      rolldownOptions: {
        input: { cli: here('../src/cli.ts'), node: here('../test/base-like-node.ts') },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  })
  writeFileSync(join(built, 'backend.mjs'), "import { main } from './cli.mjs'\nawait main()\n")
  writeFileSync(
    join(built, 'base.mjs'),
    `import { startBaseLikeNode } from './node.mjs'
const node = await startBaseLikeNode({ mostRange: 1_000 })
console.log(JSON.stringify({ url: node.url }))
setInterval(() => node.mine(), 2_000)
`,
  )
  writeFileSync(
    join(built, 'empty.mjs'),
    `import { serve } from '@hono/node-server'
import { Hono } from 'hono'
const app = new Hono().get('*', context => context.json({ data: [], next: null }))
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(JSON.stringify({ url: 'http://127.0.0.1:' + port })))
`,
  )
  const database = join(folder, 'backend.db')
  const node = await start(join(built, 'base.mjs'))
  const config = join(folder, 'config.json')
  const configure = (/** @type {readonly string[]} */ roles) =>
    writeFileSync(
      config,
      JSON.stringify({
        port: 0,
        database: `file:${database}`,
        chains: [{ id: chain, rpc: [node.url] }],
        rateLimit: false,
        roles,
      }),
    )
  configure(['api', 'indexer', 'worker'])
  say(
    `${cpus().length} cores, Node ${process.version}, load of the machine ${loadavg()
      .map(one => one.toFixed(1))
      .join(' ')}; a node with 260 transactions and 1.5 MB per block, a block every 2 s`,
  )
  const empty = await start(join(built, 'empty.mjs'))
  const run = () => start(join(built, 'backend.mjs'), ['--config', config])
  let backend = await run()
  while ((await ready(backend.url)).lag !== 0) await sleep(250)

  for (let number = 0; number < 50; number++) await fetch(historyOf(backend.url, 1_000 + number))
  await sleep(10_000)
  const before = used(backend.child.pid)
  await sleep(seconds * 1_000)
  const share = ((used(backend.child.pid) - before) / seconds) * 100
  const { lag = Number.NaN } = await ready(backend.url)
  say(`live, 50 accounts: ${share.toFixed(1)} % of one core (goal: < 30 %), ${lag} blocks behind`)

  for (let number = 0; number < accounts; number++)
    await fetch(historyOf(backend.url, 100_000 + number))
  const beganAt = performance.now()
  const reader = new SqliteDatabase(database, { readonly: true })
  const gaps = reader.prepare('select count(*) as count from index_gaps')
  const waiting = reader.prepare(
    'select count(*) as count from followed_accounts where since is null',
  )
  let polls = 0
  const isFilled = () =>
    ++polls % 20 === 0 &&
    Number(/** @type {{ count: number }} */ (gaps.get()).count) === 0 &&
    Number(/** @type {{ count: number }} */ (waiting.get()).count) === 0
  let turn = 0
  const [filling = [], base = []] = await load(
    () => historyOf(backend.url, 1_000 + (turn++ % 50)),
    empty.url,
    25,
    isFilled,
  )
  const filledMs = performance.now() - beganAt
  reader.close()
  say(
    `back-fill of ${accounts} accounts in ${(filledMs / 1_000).toFixed(1)} s: the slowest of ${filling.length} requests took ${ms(at(filling, 1))} (goal: <= 100 ms), p99 ${ms(at(filling, 0.99))}; an empty Hono server ${ms(at(base, 1))}, p99 ${ms(at(base, 0.99))}, ratio of p99 ${(at(filling, 0.99) / at(base, 0.99)).toFixed(1)}`,
  )

  await stop(backend.child)
  const writer = new SqliteDatabase(database)
  const fillAt = performance.now()
  writer.exec('pragma synchronous = off')
  writer.exec(
    `create temp table n as with recursive r(i) as (select 1 union all select i + 1 from r where i < ${rows}) select i from r`,
  )
  const address = "'0x' || printf('%040x', 100000 + i % 20000)"
  const hash = "'0x' || printf('%064x', i)"
  writer.exec(`insert into transactions (chain, hash, block, place, time, sender, recipient, nonce, status)
    select '${chain}', ${hash}, i / 260, i % 260, 1770000000 + i, ${address}, ${address}, i, 'confirmed' from n`)
  writer.exec(`insert into participants (address, time, chain, block, place, hash)
    select ${address}, 1770000000 + i, '${chain}', i / 260, i % 260, ${hash} from n`)
  writer.exec(`insert into transfers (chain, hash, place, block, time, token, sender, recipient, amount)
    select '${chain}', ${hash}, -1, i / 260, 1770000000 + i, 'native', ${address}, ${address}, '5' from n`)
  writer.close()
  say(
    `${rows} rows in each of three tables, filled in ${((performance.now() - fillAt) / 1_000).toFixed(0)} s`,
  )
  configure(['api'])
  backend = await run()
  const counted = (/** @type {number} */ most) => {
    let sent = 0
    return () => sent++ >= most
  }
  const [pages = [], none = []] = await load(
    () => historyOf(backend.url, 100_000 + ((turn++ * 7_919) % 20_000)),
    empty.url,
    10,
    counted(1_000),
  )
  say(
    `first page of history: p50 ${ms(at(pages, 0.5))}, p99 ${ms(at(pages, 0.99))} (goal: < 150 ms); an empty Hono server p99 ${ms(at(none, 0.99))}, ratio ${(at(pages, 0.99) / at(none, 0.99)).toFixed(1)}`,
  )
  if (values.json)
    process.stdout.write(
      `${JSON.stringify({ liveShare: share, backfillMostMs: at(filling, 1), historyP99: at(pages, 0.99) })}\n`,
    )
} finally {
  for (const child of children) child.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
  rmSync(built, { recursive: true, force: true })
}

// What following a chain costs, whether requests wait for a back-fill, and how fast the first page of
// a history is with many rows.
import { setTimeout as sleep } from 'node:timers/promises'
import SqliteDatabase from 'libsql'
import { account, chain, indexOf, used } from './bench-programs.mjs'

/** @import { Figure } from './bench.mjs' */
/** @import { Program, Programs } from './bench-programs.mjs' */

const at = (/** @type {readonly number[]} */ sorted, /** @type {number} */ part) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`
const historyOf = (/** @type {Program} */ { url }, /** @type {number} */ number) =>
  `${url}/v1/account/${account(number)}/history?chainId=${chain}`

/**
 * @param {Programs} programs
 * @param {{ seconds: number, accounts: number, rows: number, say: (line: string) => void }} options
 * @returns {Promise<Figure[]>}
 */
export async function measureIndex(programs, { seconds, accounts, rows, say }) {
  const path = `${programs.folder}/index.db`
  const node = await programs.startNode()
  const empty = await programs.startEmpty()
  const options = { database: `file:${path}`, chains: [{ id: chain, rpc: [node.url] }] }
  const backend = await programs.startBackend(options)
  while ((await indexOf(backend)).lag !== 0) await sleep(250)

  for (let number = 0; number < 50; number++) await fetch(historyOf(backend, 1_000 + number))
  await sleep(10_000)
  const before = used(backend)
  await sleep(seconds * 1_000)
  const share = ((used(backend) - before) / seconds) * 100
  const { lag = Number.NaN } = await indexOf(backend)
  say(`live, 50 accounts: ${share.toFixed(1)} % of one core, ${lag} blocks behind`)

  for (let number = 0; number < accounts; number++)
    await fetch(historyOf(backend, 100_000 + number))
  const beganAt = performance.now()
  const isFilled = fillingOf(path)
  let turn = 0
  const [filling, bare] = await alternate(
    () => historyOf(backend, 1_000 + (turn++ % 50)),
    empty.url,
    { everyMs: 25, isDone: isFilled },
  )
  say(
    `back-fill of ${accounts} accounts in ${((performance.now() - beganAt) / 1_000).toFixed(1)} s: the slowest of ${filling.length} requests took ${ms(at(filling, 1))}, p99 ${ms(at(filling, 0.99))}; an empty Hono server ${ms(at(bare, 1))}, p99 ${ms(at(bare, 0.99))}`,
  )
  await programs.stop(backend)

  const filledAt = performance.now()
  fill(path, rows)
  say(
    `${rows} rows in each of three tables, filled in ${((performance.now() - filledAt) / 1_000).toFixed(0)} s`,
  )
  const reading = await programs.startBackend({
    ...options,
    chains: [{ id: chain, rpc: [node.url], index: false }],
  })
  let sent = 0
  const [pages, none] = await alternate(
    () => historyOf(reading, 100_000 + ((turn++ * 7_919) % 20_000)),
    empty.url,
    { everyMs: 10, isDone: () => sent++ >= 1_000 },
  )
  say(
    `first page of history: p50 ${ms(at(pages, 0.5))}, p99 ${ms(at(pages, 0.99))}, most ${ms(at(pages, 1))}; an empty Hono server p99 ${ms(at(none, 0.99))}`,
  )
  for (const program of [reading, node, empty]) await programs.stop(program)
  return [
    { id: 'index/live', unit: '% of a core', value: share, limit: 30 },
    { id: 'index/live/lag', unit: 'count', value: lag, limit: 1 },
    {
      id: 'index/back-fill/slowest',
      unit: 'ms',
      value: at(filling, 1),
      limit: 100,
      baseline: at(bare, 1),
    },
    {
      id: 'index/history/p99',
      unit: 'ms',
      value: at(pages, 0.99),
      limit: 150,
      baseline: at(none, 0.99),
    },
  ]
}

/** Whether every account is back-filled, asked often. @param {string} path */
function fillingOf(path) {
  const reader = new SqliteDatabase(path, { readonly: true })
  const left = ['index_gaps', 'followed_accounts where since is null'].map(from =>
    reader.prepare(`select count(*) as count from ${from}`),
  )
  let polls = 0
  return () => {
    if (++polls % 20) return false
    const isDone = left.every(
      each => Number(/** @type {{ count: number }} */ (each.get()).count) === 0,
    )
    if (isDone) reader.close()
    return isDone
  }
}

/**
 * Sends a request to the backend and one to the empty server every `everyMs` until `isDone`.
 * Resolves with the sorted milliseconds of both.
 *
 * @param {() => string} url
 * @param {string} emptyUrl
 * @param {{ everyMs: number, isDone: () => boolean }} options
 * @returns {Promise<[number[], number[]]>}
 */
async function alternate(url, emptyUrl, { everyMs, isDone }) {
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
  for (const all of taken) all.sort((a, b) => a - b)
  return taken
}

/** @param {string} path @param {number} rows of each of three tables, of 20,000 accounts */
function fill(path, rows) {
  const writer = new SqliteDatabase(path)
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
}

// How fast cached balances are answered, alone and while the index catches up with a chain.
import { setTimeout as sleep } from 'node:timers/promises'
// @ts-expect-error it brings no types
import autocannon from 'autocannon'
import { account, chain, indexOf, used } from './bench-programs.mjs'

/** @import { Figure } from './bench.mjs' */
/** @import { Program, Programs } from './bench-programs.mjs' */

const connections = 20
const paths = Array.from(
  { length: 20 },
  (_, number) => `/v1/account/${account(1_000 + number)}/balance?currency=usd&chainId=${chain}`,
)
const median = (/** @type {number[]} */ all) =>
  all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN

/**
 * @param {Programs} programs
 * @param {{ seconds: number, rounds: number, say: (line: string) => void }} options
 * @returns {Promise<Figure[]>}
 */
export async function measureBalances(programs, { seconds, rounds, say }) {
  const node = await programs.startNode({ blocks: 1_000_000 })
  const empty = await programs.startEmpty()
  const figures = []
  for (const { name, rate, limit, index } of [
    { name: 'idle', rate: 1_000, limit: 50, index: false },
    { name: 'catching-up', rate: 500, limit: 50, index: 'chain' },
  ]) {
    const backend = await programs.startBackend({
      database: `file:${programs.folder}/${name}.db`,
      chains: [{ id: chain, rpc: [node.url], index, startBlock: 1 }],
    })
    await steady(backend, { rate, seconds: 5 })
    const first = await indexOf(backend)
    const [ours, none] = [[], []].map(() => /** @type {number[]} */ ([]))
    let lost = 0
    for (let round = 0; round < rounds; round++) {
      const before = used(backend)
      const found = await steady(backend, { rate, seconds })
      const share = ((used(backend) - before) / seconds) * 100
      const bare = await steady(empty, { rate, seconds })
      ours?.push(found.p99)
      none?.push(bare.p99)
      lost += found.lost
      say(
        `balances, ${name}, ${found.perSecond.toFixed(0)}/s for ${seconds} s: p50 ${found.p50} ms, p99 ${found.p99} ms, most ${found.most} ms, ${found.lost} lost; the server used ${share.toFixed(0)} % of a core; an empty Hono server p99 ${bare.p99} ms, most ${bare.most} ms`,
      )
    }
    const last = await indexOf(backend)
    if (index)
      say(
        `the index read ${(last.block ?? 0) - (first.block ?? 0)} blocks of 260 transactions meanwhile`,
      )
    figures.push(
      {
        id: `balances/${name}/p99`,
        unit: /** @type {const} */ ('ms'),
        value: median(ours ?? []),
        limit,
        baseline: median(none ?? []),
      },
      { id: `balances/${name}/lost`, unit: /** @type {const} */ ('count'), value: lost, limit: 0 },
    )
    await programs.stop(backend)
  }
  await programs.stop(node)
  await programs.stop(empty)
  await sleep(1_000)
  return figures
}

/**
 * So many requests each second, beside their load generator.
 *
 * @param {Program} program
 * @param {{ rate: number, seconds: number }} options
 */
async function steady({ url }, { rate, seconds }) {
  // What a second may hold is sent at its beginning; the correction for late sending would count
  // the rest of that second as waiting.
  const { latency, requests, non2xx, errors } = await autocannon({
    url,
    connections,
    requests: paths.map(path => ({ path })),
    duration: seconds,
    overallRate: rate,
    ignoreCoordinatedOmission: true,
  })
  // What was not sent in time is as little answered as what failed. A generator is never exact to
  // the request.
  const missing = Math.max(0, Math.ceil(rate * seconds * 0.98 - requests.total))
  return {
    perSecond: Number(requests.average),
    p50: Number(latency.p50),
    p99: Number(latency.p99),
    most: Number(latency.max),
    lost: Number(non2xx + errors + missing),
  }
}

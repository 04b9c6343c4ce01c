/** Processes that are killed. By `npm run faults` alone: it takes minutes and two cores. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres } from '../../../examples/acceptance/scripts/find-postgres.mjs'
import { buildPrograms } from '../scripts/build-programs.mjs'
import type { BackendOptions } from '../src/index.js'
import { account, type BaseLikeNode, startBaseLikeNode } from './base-like-node.js'
import { faultSeconds, observe } from './fault-tools.js'
import { type Postgres, startPostgres } from './postgres.js'
import { until } from './world.js'

const chain = 'eip155:8453'
const [perBlock, blockEveryMs, recoveryMs] = [5, 1_000, 10_000]
const folder = fileURLToPath(new URL(`../.cache/killed-${process.pid}/`, import.meta.url))

interface Running {
  readonly child: ChildProcess
  readonly url: string
  readonly begun: Promise<void>
}
interface HistoryPage {
  readonly data: readonly {
    readonly metadata: { readonly hash: string; readonly nonce: number }
  }[]
}
interface Balances {
  readonly balances: readonly { readonly quantity: { readonly numeric: string } }[]
}

describe.runIf(process.env.PORTICO_FAULT_SECONDS && findPostgres())('processes are killed', () => {
  const children = new Set<ChildProcess>()
  let server: Postgres
  let node: BaseLikeNode
  beforeAll(async () => {
    server = await startPostgres(findPostgres() ?? '')
    node = await startBaseLikeNode({ perBlock, blocks: 20 })
    await buildPrograms(folder, { run: 'test/killed-process.ts' })
  }, 60_000)
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await node.stop()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  /** Starts a process. Resolves when it listens. */
  const start = async (options: BackendOptions): Promise<Running> => {
    const child = spawn(process.execPath, [`${folder}run.js`], {
      env: { ...process.env, OPTIONS: JSON.stringify({ port: 0, rateLimit: false, ...options }) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.add(child)
    child.once('exit', () => children.delete(child))
    let begin: () => void = () => undefined
    const begun = new Promise<void>(resolve => {
      begin = resolve
    })
    return new Promise((resolve, reject) => {
      const lines = createInterface({ input: child.stdout })
      lines.on('line', line => {
        const { event, url } = JSON.parse(line) as { event: string; url?: string }
        if (event === 'started' && url) resolve({ child, url, begun })
        if (event === 'begun') begin()
      })
      child.once('exit', code => reject(new DOMException(`It ended: ${code}`, 'AbortError')))
    })
  }
  const kill = async ({ child }: Running) => {
    // One that ended by itself is a fault of its own.
    expect(child.exitCode).toBeNull()
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  const query = async <Row extends pg.QueryResultRow>(database: string, text: string) => {
    const client = new pg.Client({ connectionString: database })
    await client.connect()
    const { rows } = await client.query<Row>(text).finally(() => client.end())
    return rows
  }
  const count = (url: string, id: string, ms = 200) =>
    fetch(`${url}/count/${id}?ms=${ms}`, { method: 'POST' })
  const counted = async (database: string) =>
    new Set((await query<{ id: string }>(database, 'select id from counted')).map(({ id }) => id))

  it('a job that may take two minutes is done by another worker within 10 s after its process was killed', async () => {
    const database = await server.create()
    const api = await start({ database, roles: ['api'] })
    const first = await start({ database, roles: ['worker'] })
    expect((await count(api.url, 'long', 1_500)).status).toBe(200)
    await first.begun
    await start({ database, roles: ['worker'] })
    await kill(first)
    const beganAt = performance.now()
    await until(
      () => counted(database),
      ids => ids.has('long'),
    )
    expect(performance.now() - beganAt).toBeLessThan(recoveryMs)
  }, 60_000)

  it('while processes are killed at random, no answer is wrong, no job is lost, and all is done within 10 s', {
    timeout: 120_000 + faultSeconds * 2_000,
  }, async () => {
    const database = await server.create()
    const first = node.head
    const roles = [['api'], ['api'], ['api'], ['indexer'], ['worker']] as const
    const optionsOf = (at: number): BackendOptions => ({
      database,
      roles: [...(roles[at] ?? roles[0])],
      chains: [{ id: chain, rpc: [node.url], index: 'chain', startBlock: first }],
    })
    const processes: Running[] = []
    for (const at of roles.keys()) processes.push(await start(optionsOf(at)))

    let isOver = false
    let [answers, outageMs, refused] = [0, 0, 0]
    const wrong: string[] = []
    /** A load balancer tries the next server where one does not answer. */
    const ask = async (path: string, init?: RequestInit): Promise<unknown> => {
      const beganAt = performance.now()
      for (let at = randomInt(3); ; at++) {
        const response = await fetch(`${processes[at % 3]?.url}${path}`, init).catch(
          () => undefined,
        )
        if (response?.ok) {
          const body = await response.json().catch(() => undefined) // killed in its middle
          if (body !== undefined) {
            answers++
            outageMs = Math.max(outageMs, performance.now() - beganAt)
            return body
          }
        } else if (response?.status === 503) refused++
        else if (response) wrong.push(`${response.status} ${path}`)
        await sleep(20)
      }
    }
    /** Whether a page is what the chain says: each block once, the newest first, no gap. */
    const checkHistory = (place: number, newest: number, { data }: HistoryPage) => {
      const blocks = data.map(({ metadata }) => metadata.nonce)
      const top = blocks[0] ?? first - 1
      const isRight =
        top >= newest &&
        top <= node.head &&
        blocks.every((block, index) => block === top - index) &&
        (blocks.at(-1) === first || blocks.length >= 50 || blocks.length === 0) &&
        data.every(({ metadata: { hash, nonce } }) => hash === node.transactionHash(nonce, place))
      if (!isRight) wrong.push(`history of ${place}: ${blocks} after ${newest}`)
      return top
    }
    const read = async (place: number) => {
      let newest = first - 1
      const address = account(1_000 + place)
      while (!isOver) {
        const page = await ask(`/v1/account/${address}/history?chainId=${chain}`)
        newest = checkHistory(place, newest, page as HistoryPage)
        const found = (await ask(
          `/v1/account/${address}/balance?currency=usd&chainId=${chain}`,
        )) as Balances
        const numeric = found.balances[0]?.quantity.numeric
        if (numeric !== `0.00000000000000${1_000 + place}`.replace(/0+$/, ''))
          wrong.push(`balance of ${place}: ${numeric}`)
        await sleep(40)
      }
    }
    const accepted: string[] = []
    const send = async () => {
      for (let at = 0; !isOver; at++) {
        await ask(`/count/job-${at}`, { method: 'POST' })
        accepted.push(`job-${at}`)
        await sleep(40)
      }
    }
    const load = [read(0), read(1), read(perBlock - 1), send()]
    const miner = setInterval(() => node.mine(), blockEveryMs)

    let kills = 0
    const end = performance.now() + faultSeconds * 1_000
    while (performance.now() < end) {
      await sleep(randomInt(200, 1_000))
      const at = randomInt(roles.length)
      const killed = processes[at]
      if (!killed) continue
      await kill(killed)
      kills++
      processes[at] = await start(optionsOf(at))
    }
    clearInterval(miner)
    isOver = true
    await Promise.all(load)

    const beganAt = performance.now()
    const isDone = async () => {
      const ids = await counted(database)
      const [row] = await query<{ block: string }>(database, 'select block from checkpoints')
      const ready = await Promise.all(processes.map(({ url }) => fetch(`${url}/ready`)))
      return {
        missing: accepted.filter(id => !ids.has(id)).length,
        lag: node.head - Number(row?.block),
        unready: ready.filter(({ ok }) => !ok).length,
      }
    }
    let left = await isDone()
    while (Object.values(left).some(Boolean) && performance.now() - beganAt < 6 * recoveryMs) {
      await sleep(100)
      left = await isDone()
    }
    const seconds = (performance.now() - beganAt) / 1_000
    const states = await query(
      database,
      `select state, retry_count, count(*) from portico_jobs.job where state <> 'completed' group by state, retry_count`,
    )
    expect(left, JSON.stringify(states)).toEqual({ missing: 0, lag: 0, unready: 0 })
    expect(wrong.slice(0, 10)).toEqual([])
    const [stored] = await query<{ all: number; different: number }>(
      database,
      'select count(*)::int as all, count(distinct hash)::int as different from transactions',
    )
    const expected = (node.head - first + 1) * perBlock
    expect(stored).toEqual({ all: expected, different: expected })
    expect(kills).toBeGreaterThan(0)
    expect(accepted.length).toBeGreaterThan(10)
    observe(
      `processes killed for ${faultSeconds} s (3 api, 1 indexer, 1 worker)`,
      `${kills} kills; ${answers} answers, none wrong, ${refused} refused with 503 and tried again, the longest outage ${(outageMs / 1_000).toFixed(1)} s; ${accepted.length} jobs accepted, none lost; all done ${seconds.toFixed(1)} s after the last kill`,
    )
    expect(seconds).toBeLessThan(recoveryMs / 1_000)
    expect(outageMs).toBeLessThan(recoveryMs)
  })
})

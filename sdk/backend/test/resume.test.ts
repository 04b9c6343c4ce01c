import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Devnet, startDevnet } from '@portico/devnet'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildPrograms } from '../scripts/build-programs.mjs'
import { transferEmitter } from './code.js'
import { onBothDatabases } from './databases.js'
import { openTestStore } from './store.js'
import { ada, call, json, send, until } from './world.js'

// Of this process: two runs may do this at once. In the package, where its dependencies are found.
const folder = fileURLToPath(new URL(`../.cache/resume-${process.pid}/`, import.meta.url))
const emitter = '0x00000000000000000000000000000000000fee75' as const

beforeAll(async () => {
  // With its thread: beside the role `api` the index runs in one.
  const thread = { 'indexer-thread': 'src/indexer-thread.ts' }
  await buildPrograms(folder, { cli: 'src/cli.ts', ...thread })
  writeFileSync(`${folder}/run.mjs`, "import { main } from './cli.js'\nawait main()\n")
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

onBothDatabases('a server that is killed', databases => {
  let devnet: Devnet
  const children: ChildProcess[] = []
  beforeEach(async () => {
    devnet = await startDevnet({ chains: [1] })
  }, 60_000)
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await devnet.stop()
  })

  /** The real command in a process of its own. Resolves when it listens. */
  const start = async (database: string): Promise<{ child: ChildProcess; url: string }> => {
    const config = `${folder}/config.json`
    writeFileSync(
      config,
      JSON.stringify({
        chains: [{ id: 'eip155:1', rpc: [devnet.chain(1).url], index: 'chain', startBlock: 0 }],
        rateLimit: false,
      }),
    )
    const environment = { PORTICO_BACKEND_CONFIG: config, PORTICO_BACKEND_DATABASE: database }
    const child = spawn(process.execPath, [`${folder}/run.mjs`, '--port', '0'], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    for await (const line of createInterface({ input: child.stdout })) {
      const { event, url } = JSON.parse(line) as { readonly event: string; readonly url?: string }
      if (event !== 'started' || !url) continue
      child.stdout.resume()
      return { child, url }
    }
    throw new Error('The server ended before it listened.')
  }
  const indexed = async (url: string) => {
    const { body } = await json(`${url}/ready`)
    return (body as { indexes: { block?: number; phase: string }[] }).indexes[0]
  }
  const fill = async (transactions: number, transfersEach: bigint) => {
    const chain = devnet.chain(1)
    await chain.request('anvil_setCode', [emitter, transferEmitter])
    for (let index = 0; index < transactions; index++) {
      await send(chain, ada.address, {
        to: emitter,
        data: call(transfersEach, 1_000n + BigInt(index) * transfersEach),
        gas: 29_000_000n,
      })
    }
  }
  const counts = async (database: string) => {
    const store = await openTestStore(database)
    const of = async (table: 'transactions' | 'transfers' | 'blocks') =>
      Number(
        (
          await store.database
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as('rows'))
            .executeTakeFirstOrThrow()
        ).rows,
      )
    const checkpoint = await store.database
      .selectFrom('checkpoints')
      .select('block')
      .executeTakeFirst()
    const found = {
      transactions: await of('transactions'),
      transfers: await of('transfers'),
      block: checkpoint?.block,
    }
    await store.close()
    return found
  }

  /**
   * Kills a server again and again while it indexes, and lets the last one finish. Answers how
   * often it was killed in the middle.
   */
  const killRepeatedly = async (database: string, last: number, step: number): Promise<number> => {
    let kills = 0
    for (let next = step; next < last; next += step) {
      const { child, url } = await start(database)
      await until(
        () => indexed(url),
        index => (index?.block ?? -1) >= Math.min(next, last),
      )
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      const { block = 0 } = await counts(database)
      expect(block).toBeGreaterThanOrEqual(next)
      if (block < last) kills++
    }
    const { url } = await start(database)
    await until(
      () => indexed(url),
      index => index?.phase === 'following' && index.block === last,
    )
    return kills
  }

  it('an indexer that kill -9 ended resumes from its checkpoint, with no transfer missing or duplicated', {
    timeout: 120_000,
  }, async () => {
    const database = await databases.create()
    // So many that the index is not through before the first report of where it is.
    await fill(360, 20n)
    const last = Number(await devnet.chain(1).request('eth_blockNumber'))
    expect(await killRepeatedly(database, last, 60)).toBeGreaterThan(0)
    expect(await counts(database)).toEqual({
      transactions: 12 + 360,
      transfers: 10 + 7_200,
      block: last,
    })
  })

  it('an indexer that is killed several times indexes all of 100,000 transfers', {
    tags: ['thorough'],
    timeout: 300_000,
  }, async () => {
    const database = await databases.create()
    await fill(200, 500n)
    const last = Number(await devnet.chain(1).request('eth_blockNumber'))
    expect(await killRepeatedly(database, last, 80)).toBeGreaterThan(0)
    expect(await counts(database)).toEqual({
      transactions: 12 + 200,
      transfers: 10 + 100_000,
      block: last,
    })
  })
})

import { type Kysely, sql } from 'kysely'
import * as v from 'valibot'
import { afterEach, expect, it } from 'vitest'
import { type Backend, type Base, defineJob, defineModule, startBackend } from '../src/index.js'
import { startBaseLikeNode } from './base-like-node.js'
import { onBothDatabases } from './databases.js'
import { until } from './world.js'

onBothDatabases('jobs', databases => {
  const running: Backend[] = []
  afterEach(async () => {
    await Promise.all(running.splice(0).map(backend => backend.stop()))
  })
  /** Starts a server with one job, which `run` does. */
  const start = async (database: string, run: (id: string) => Promise<void>) => {
    let sender: Base['jobs'] | undefined
    const job = defineJob({
      name: 'note',
      payload: v.object({ id: v.string() }),
      run: ({ id }) => run(id),
    })
    const module = defineModule({
      name: 'notes',
      setup({ jobs }) {
        sender = jobs
        return { jobs: [job] }
      },
    })
    const backend = await startBackend({ port: 0, database }, { modules: [module] })
    running.push(backend)
    return {
      stop: () => backend.stop(),
      send: (id: string, options = {}) => sender?.send(job, { id }, options),
    }
  }

  it('a job that waits at a stop runs after the next start', async () => {
    const database = await databases.create()
    const noted: string[] = []
    const note = async (id: string) => void noted.push(id)
    const first = await start(database, note)
    await first.send('late', { afterSeconds: 2 })
    await first.stop()
    expect(noted).toEqual([])
    await start(database, note)
    await until(
      () => noted,
      found => found.length > 0,
    )
    expect(noted).toEqual(['late'])
  })

  it('a job that fails runs again, and the others do not wait for it', async () => {
    const noted: string[] = []
    let failures = 0
    const { send } = await start(await databases.create(), async id => {
      if (id === 'bad' && failures++ < 1) throw new DOMException('Not yet.', 'DataError')
      noted.push(id)
    })
    await send('bad')
    await send('good')
    await until(
      () => noted,
      found => found.length === 2,
    )
    expect(noted).toEqual(['good', 'bad'])
    expect(failures).toBe(2)
  })

  it('the queue holds one waiting job per key', async () => {
    const noted: string[] = []
    const { send } = await start(await databases.create(), async id => void noted.push(id))
    for (const id of ['one', 'two', 'three']) await send(id, { key: 'same', afterSeconds: 1 })
    await send('other')
    await until(
      () => noted,
      found => found.length === 2,
    )
    await new Promise(resolve => setTimeout(resolve, 1_500))
    expect(noted.sort()).toEqual(['one', 'other'])
  })

  it('a job that takes long does not hold up the ones after it', async () => {
    const noted: string[] = []
    const { send } = await start(await databases.create(), async id => {
      if (id === 'slow') await new Promise(resolve => setTimeout(resolve, 2_500))
      noted.push(id)
    })
    await send('slow')
    await new Promise(resolve => setTimeout(resolve, 700))
    await send('quick')
    await until(
      () => noted,
      found => found.length === 2,
    )
    expect(noted).toEqual(['quick', 'slow'])
  })

  it('a worker takes the next job when one is done, without a pause between', async () => {
    const done: string[] = []
    const times: number[] = []
    const { send } = await start(await databases.create(), async id => {
      done.push(id)
      times.push(performance.now())
    })
    await Promise.all(Array.from({ length: 100 }, (_, index) => send(`job ${index}`)))
    await until(
      () => done,
      ({ length }) => length >= 100,
    )
    const pauses = times.filter((time, at) => at > 0 && time - (times[at - 1] ?? 0) > 225)
    // After each handful of jobs there would be one: ten on PostgreSQL, twenty on SQLite.
    expect(pauses.length).toBeLessThan(6)
    expect(new Set(done).size).toBe(100)
    expect(done).toHaveLength(100)
  })

  it.runIf(databases.kind === 'postgres')(
    'a job that runs is not started a second time while requests hold every shared connection',
    { timeout: 60_000 },
    async () => {
      const database = await databases.create()
      const begun: string[] = []
      let isDone = false
      let tables: Kysely<unknown> | undefined
      let send: (() => Promise<void>) | undefined
      const job = defineJob({
        name: 'note',
        payload: v.object({}),
        timeoutSeconds: 30,
        async run() {
          begun.push('note')
          await new Promise(resolve => setTimeout(resolve, 9_000))
          isDone = true
        },
      })
      const module = defineModule({
        name: 'notes',
        setup({ jobs, database: open }) {
          tables ??= open()
          send ??= () => jobs.send(job, {})
          return { jobs: [job] }
        },
      })
      running.push(await startBackend({ port: 0, database }, { modules: [module] }))
      await send?.()
      await until(
        () => begun.length,
        count => count > 0,
      )
      const held = Array.from({ length: 10 }, () =>
        tables ? sql`select pg_sleep(10)`.execute(tables) : undefined,
      )
      running.push(await startBackend({ port: 0, database }, { modules: [module] }))
      await until(
        () => isDone,
        is => is,
      )
      await Promise.all(held)
      expect(begun).toEqual(['note'])
    },
  )

  // Only PostgreSQL refuses the name of a job.
  it.runIf(databases.kind === 'postgres')(
    'a start that fails because of a job leaves no indexer running',
    async () => {
      const lines: string[] = []
      const node = await startBaseLikeNode()
      const job = defineJob({ name: '!', payload: v.object({}), run: async () => undefined })
      const module = defineModule({ name: 'refused', setup: () => ({ jobs: [job] }) })
      const chain = { id: 'eip155:8453', rpc: [node.url] }
      const started = startBackend(
        { port: 0, database: await databases.create(), chains: [chain] },
        { modules: [module], log: line => lines.push(line) },
      )
      await expect(started).rejects.toThrow('Name can only contain')
      const before = lines.length
      await new Promise(resolve => setTimeout(resolve, 2_000))
      expect(lines.slice(before)).toEqual([])
      await node.stop()
    },
  )

  it('a stop lets a running job finish', async () => {
    const steps: string[] = []
    const { send, stop } = await start(await databases.create(), async () => {
      steps.push('begun')
      await new Promise(resolve => setTimeout(resolve, 500))
      steps.push('finished')
    })
    await send('slow')
    await until(
      () => steps,
      found => found.length > 0,
    )
    await stop()
    expect(steps).toEqual(['begun', 'finished'])
  })
})

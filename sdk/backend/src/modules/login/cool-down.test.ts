import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestStore, type TestStore } from '../../../test/store.js'
import { createCoolDown } from './cool-down.js'
import { createSecretKeys } from './secret-keys.js'
import type { LoginDatabase } from './tables.js'

const keys = createSecretKeys([{ id: 'one', secret: Buffer.alloc(32, 1).toString('base64') }])
const [hour, day] = [3_600_000, 86_400_000]
const mostPerDay = 20

describe('[R39] the cool-down of codes', () => {
  const clock = { now: 0 }
  let store: TestStore
  let database: LoginDatabase
  const create = () => createCoolDown(database, keys, mostPerDay, () => clock.now)
  beforeEach(async () => {
    clock.now = Date.parse('2026-01-01T00:00:00Z')
    store = await openTestStore(':memory:')
    database = store.database as unknown as LoginDatabase
  })
  afterEach(() => store.close())

  it('an hour without a code begins with the first step again, and so does a login', async () => {
    const coolDown = create()
    const steps = []
    for (const pause of [0, 30_000, 60_000, 300_000, 300_000 + hour - 1, 300_000 + hour]) {
      clock.now += pause
      steps.push(await coolDown.take('a@b.cd'))
    }
    expect(steps.map(step => step.isAllowed && step.nextSeconds)).toEqual([
      30, 60, 300, 300, 300, 30,
    ])
    await coolDown.relax('a@b.cd')
    expect(await coolDown.take('a@b.cd')).toEqual({ isAllowed: false, seconds: 30 })
    clock.now += 30_000
    expect(await coolDown.take('a@b.cd')).toEqual({ isAllowed: true, nextSeconds: 30 })
  })

  it('an address gets 20 codes in 24 hours, and others are not affected', async () => {
    const coolDown = create()
    for (let count = 0; count < mostPerDay; count++) {
      expect(await coolDown.take('a@b.cd')).toMatchObject({ isAllowed: true })
      clock.now += 300_000
    }
    const left = (day - mostPerDay * 300_000) / 1_000
    expect(await coolDown.take('a@b.cd')).toEqual({ isAllowed: false, seconds: left })
    expect(await coolDown.take('other@b.cd')).toMatchObject({ isAllowed: true })
    clock.now += left * 1_000 - 1
    expect(await coolDown.take('a@b.cd')).toEqual({ isAllowed: false, seconds: 1 })
    clock.now += 1
    expect(await coolDown.take('a@b.cd')).toMatchObject({ isAllowed: true })
  })

  it('of many requests at the same time one is allowed, also by two servers', async () => {
    const servers = [create(), create()]
    const turns = await Promise.all(
      Array.from({ length: 40 }, (_, index) => servers[index % 2]?.take('a@b.cd')),
    )
    expect(turns.filter(turn => turn?.isAllowed)).toHaveLength(1)
  })

  it('the table of cool-downs has no address', async () => {
    await create().take('ada@mail.test')
    const rows = await database.selectFrom('login_cool_downs').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/ada|mail/)
  })

  it('whatever the pauses are, codes are at least 30 s apart, at most 20 a day, and each refusal says the exact second', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uuid(),
        fc.array(fc.integer({ min: 0, max: 4 * hour }), { minLength: 1, maxLength: 40 }),
        async (address, pauses) => {
          const coolDown = create()
          const sent: number[] = []
          for (const pause of pauses) {
            clock.now += pause
            const turn = await coolDown.take(address)
            if (!turn.isAllowed) {
              expect(turn.seconds).toBeGreaterThan(0)
              clock.now += turn.seconds * 1_000 - 1_000
              if (turn.seconds > 1)
                expect(await coolDown.take(address)).toEqual({ isAllowed: false, seconds: 1 })
              clock.now += 1_000
              expect((await coolDown.take(address)).isAllowed).toBe(true)
            }
            sent.push(clock.now)
          }
          for (const [index, at] of sent.entries()) {
            if (index > 0) expect(at - (sent[index - 1] ?? 0)).toBeGreaterThanOrEqual(30_000)
            const window = sent.filter(other => other >= at && other < at + day)
            expect(window.length).toBeLessThanOrEqual(2 * mostPerDay)
          }
        },
      ),
      { numRuns: 100 },
    )
  })
})

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onBothDatabases } from './databases.js'
import { refusalOf } from './login-client.js'
import { useLogin } from './login-world.js'
import { openTestStore } from './store.js'
import { until } from './world.js'

onBothDatabases('sessions of the login', databases => {
  const world = useLogin(databases)
  const { newPerson, newFrame, newAddress, logIn, mailedCode, sink, advance, start } = world

  it('a new login ends the earlier sessions of its device, but not those of another device', async () => {
    const { frame, email } = await newPerson()
    const first = frame.cookie
    advance(31)
    const other = await newFrame()
    await logIn(other, email)
    advance(92)
    await frame.renewKey()
    frame.cookie = undefined // as after its cookies were cleared
    await logIn(frame, email)
    expect((await frame.ask('/session')).body).toMatchObject({ person: { email } })
    expect((await frame.ask('/session', undefined, { cookie: first })).body).toEqual({
      session: null,
    })
    expect((await other.ask('/session')).body).toMatchObject({ person: { email } })
  })

  it('a login ends the session whose cookie it replaces, also one of another person', async () => {
    const { frame } = await newPerson()
    const first = frame.cookie
    const email = newAddress()
    await logIn(frame, email)
    expect((await frame.ask('/session')).body).toMatchObject({ person: { email } })
    expect((await frame.ask('/session', undefined, { cookie: first })).body).toEqual({
      session: null,
    })
  })

  it('a login of a new device whose mail cannot be queued is undone, and the next one is announced', async () => {
    const database = await databases.create()
    world.use(await start({}, database))
    const { frame, email } = await newPerson()
    await frame.storeWallet(1, randomBytes(39))
    advance(31)
    const other = await newFrame()
    const { answer, digits } = await mailedCode(email, () => other.askCode(email))
    const store = await openTestStore(database)
    const run = (text: string) => sql.raw(text).execute(store.database)
    const isFile = databases.kind === 'sqlite'
    await run(
      isFile
        ? "create trigger full_queue before insert on jobs begin select raise(abort, 'full'); end"
        : "alter table portico_jobs.job add constraint full_queue check (name <> 'login-mail') not valid",
    )
    expect((await other.redeem(answer, digits)).status).toBeGreaterThanOrEqual(500)
    await run(
      isFile
        ? 'drop trigger full_queue'
        : 'alter table portico_jobs.job drop constraint full_queue',
    )
    await store.close()
    const listed = (await frame.ask('/sessions')).body as { devices: object[] }
    expect(listed.devices).toMatchObject([{ isCurrent: true }])
    advance(62)
    expect((await logIn(other, email)).body).toMatchObject({ device: { isNew: true } })
    await until(
      () => sink().mails.filter(({ to }) => to.includes(email)),
      mails => mails.some(({ subject }) => subject.startsWith('A new device')),
    )
  })

  it('an address whose code was refused by the limit for everyone does not have to wait for its own', async () => {
    const database = databases.kind === 'sqlite' ? ':memory:' : await databases.create()
    const limits = { all: { burst: 1, perSecond: 1 } }
    world.use(await start({ limits }, database))
    const frame = await newFrame()
    expect((await frame.askCode(newAddress())).status).toBe(200)
    const email = newAddress()
    expect(refusalOf(await frame.askCode(email))).toEqual([429, 'rate_limited'])
    await until(
      () => frame.askCode(email),
      ({ status }) => status === 200,
    )
  })

  it('the releases of a new device are counted alone, so that it cannot use up those of the owner', async () => {
    const database = databases.kind === 'sqlite' ? ':memory:' : await databases.create()
    world.use(await start({ limits: { releasesPerHour: 2 } }, database))
    const { frame, email } = await newPerson()
    await frame.storeWallet(1, randomBytes(39))
    advance(31)
    const thief = await newFrame()
    await logIn(thief, email)
    const statuses = []
    for (const one of [thief, thief, thief, frame, frame, frame])
      statuses.push((await one.release()).status)
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429])
  })

  it('requests of others for codes to an address keep no known device of its owner waiting, but a new one', async () => {
    advance(0)
    const { frame, email } = await newPerson()
    await frame.storeWallet(1, randomBytes(39))
    const stranger = await newFrame()
    advance(31)
    await mailedCode(email, () => stranger.askCode(email))
    await frame.renewKey()
    const { answer, digits } = await mailedCode(email, () => frame.askCode(email))
    expect(refusalOf(await frame.askCode(email))).toEqual([429, 'cool_down'])
    expect((await frame.redeem(answer, digits)).status).toBe(200)
    expect(refusalOf(await stranger.askCode(email))).toEqual([429, 'cool_down'])
    // The session of one address gives no advantage at another one.
    const other = newAddress()
    expect((await stranger.askCode(other)).status).toBe(200)
    expect(refusalOf(await frame.askCode(other))).toEqual([429, 'cool_down'])
    advance(62)
    const thief = await newFrame()
    await logIn(thief, email)
    advance(93)
    expect((await stranger.askCode(email)).status).toBe(200)
    expect(refusalOf(await thief.askCode(email))).toEqual([429, 'cool_down'])
  })
})

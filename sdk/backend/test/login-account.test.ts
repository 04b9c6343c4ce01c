import { createHash, randomBytes } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type AuditEntry, findTampering } from '../src/index.js'
import type { Schema } from '../src/server/route.js'
import { onBothDatabases } from './databases.js'
import { complaints } from './json-schema.js'
import { base64, factsOf, firstKey, refusalOf, sha256 } from './login-client.js'
import { useLogin } from './login-world.js'
import { openTestStore } from './store.js'
import { json, until } from './world.js'

const audience = 'https://api.app.test'
const secondKey = { id: 'two', secret: Buffer.alloc(32, 2).toString('base64') }

onBothDatabases('the account of a login', databases => {
  const world = useLogin(databases, { tokens: { audiences: [audience] } })
  const { newPerson, newFrame, newAddress, logIn, mailedCode, sink, advance, start, url } = world

  it('devices and sessions are listed with their last use, and one of them is ended', async () => {
    const { frame, email } = await newPerson()
    advance(31)
    const other = await newFrame()
    await logIn(other, email)
    const listed = (await frame.ask('/sessions')).body as {
      devices: { id: string; isCurrent: boolean; name: string; sessions: { id: string }[] }[]
    }
    expect(listed.devices.map(({ isCurrent, name }) => [isCurrent, name])).toEqual([
      [false, 'Test browser'],
      [true, 'Test browser'],
    ])
    const id = listed.devices[0]?.sessions[0]?.id
    expect((await frame.ask('/sessions/end', { id })).status).toBe(200)
    expect((await other.ask('/session')).body).toEqual({ session: null })
    const removed = await frame.ask('/devices/remove', { id: listed.devices[0]?.id })
    expect(removed.status).toBe(200)
    advance(61)
    const again = await logIn(other, email)
    expect(again.body).toMatchObject({ device: { isNew: true } })
  })

  it('signing out everywhere ends all other sessions and removes their devices, or also its own', async () => {
    const { frame, email } = await newPerson()
    advance(31)
    const other = await newFrame()
    await logIn(other, email)
    const everywhere = async (keepCurrent: boolean, binding = keepCurrent ? 'keep' : 'all') =>
      frame.ask('/sign-out-everywhere', {
        keepCurrent,
        proof: await frame.proof('sign-out-everywhere', binding),
      })
    expect(refusalOf(await everywhere(false, 'keep'))).toEqual([403, 'device_proof'])
    expect((await everywhere(true)).status).toBe(200)
    expect((await other.ask('/session')).body).toEqual({ session: null })
    expect((await frame.ask('/session')).body).toMatchObject({ person: { email } })
    expect((await everywhere(false)).status).toBe(200)
    expect((await frame.ask('/session')).body).toEqual({ session: null })
  })

  it('[S8.52] a session ends after seven days without a request, and after thirty in any case', async () => {
    advance(0)
    const idle = await newPerson()
    advance(7 * 86_400 - 1)
    expect((await idle.frame.ask('/session')).body).toMatchObject({ session: {} })
    advance(7 * 86_400)
    expect((await idle.frame.ask('/session')).body).toEqual({ session: null })
    const refused = await idle.frame.ask('/sessions')
    expect(factsOf(refused)).toMatchObject({ field: 'session', description: 'Session Expired' })
    const busy = await newPerson()
    for (let day = 1; day < 30; day++) {
      advance(86_400)
      expect((await busy.frame.ask('/session')).body, String(day)).toMatchObject({ session: {} })
    }
    advance(86_400)
    expect((await busy.frame.ask('/session')).body).toEqual({ session: null })
  })

  it('[S5.31] the address changes after a code to the old and one to the new address, and a mail tells the old one', async () => {
    const { frame, email, person } = await newPerson()
    advance(31)
    const next = newAddress()
    const first = await mailedCode(email, async () =>
      frame.ask('/email', { email: next, proof: await frame.proof('email', next) }),
    )
    expect(first.answer.body).toMatchObject({ action: 'VERIFY_PRIMARY_OTP' })
    const { codeId } = first.answer.body
    const second = await mailedCode(next, () =>
      frame.ask('/email/primary', { codeId, code: first.digits }),
    )
    expect(second.answer.body).toMatchObject({ action: 'VERIFY_SECONDARY_OTP' })
    const secondId = second.answer.body.codeId
    const early = await frame.ask('/email/secondary', { codeId: secondId, code: first.digits })
    if (first.digits !== second.digits) expect(refusalOf(early)).toEqual([401, 'wrong_code'])
    const done = await frame.ask('/email/secondary', { codeId: secondId, code: second.digits })
    expect(done.body).toEqual({ email: next })
    await until(
      () => sink().mails.filter(({ to }) => to.includes(email)),
      mails => mails.some(({ subject }) => subject.includes('was changed')),
    )
    advance(61)
    const again = await logIn(await newFrame(), next)
    expect((again.body.person as { id: string }).id).toBe(person)
    const stranger = await logIn(await newFrame(), email)
    expect((stranger.body.person as { id: string }).id).not.toBe(person)
  })

  it('a code of an address change works in its own session alone, and not for a login', async () => {
    const [{ frame, email }, other] = [await newPerson(), await newPerson()]
    advance(31)
    const next = newAddress()
    const { answer, digits } = await mailedCode(email, async () =>
      frame.ask('/email', { email: next, proof: await frame.proof('email', next) }),
    )
    const { codeId } = answer.body
    const given = { codeId, code: digits }
    expect(refusalOf(await other.frame.ask('/email/primary', given))).toEqual([401, 'code_over'])
    expect(refusalOf(await frame.ask('/email/secondary', given))).toEqual([401, 'code_over'])
    expect(refusalOf(await frame.redeem(answer, digits))[0]).toBeGreaterThanOrEqual(401)
    expect((await frame.ask('/email/primary', given)).status).toBe(200)
  })

  it('a change to the address of another person is refused with 409, and only after the code to that address', async () => {
    const [{ frame, email }, other] = [await newPerson(), await newPerson()]
    advance(31)
    const taken = other.email
    const first = await mailedCode(email, async () =>
      frame.ask('/email', { email: taken, proof: await frame.proof('email', taken) }),
    )
    const second = await mailedCode(taken, () =>
      frame.ask('/email/primary', { codeId: first.answer.body.codeId, code: first.digits }),
    )
    const refused = await frame.ask('/email/secondary', {
      codeId: second.answer.body.codeId,
      code: second.digits,
    })
    expect(refusalOf(refused)).toEqual([409, 'email'])
    expect((await frame.ask('/session')).body).toMatchObject({ person: { email } })
  })

  it('the audit log is a chain of hashes, which shows every change, removal, insertion and reordering', async () => {
    const { frame, person } = await newPerson()
    await frame.storeWallet(1, randomBytes(39))
    await frame.release()
    const { entries, isComplete } = (await frame.ask('/audit')).body as unknown as {
      entries: AuditEntry[]
      isComplete: boolean
    }
    const chain = entries.toReversed()
    expect(isComplete).toBe(true)
    expect(chain.map(({ event }) => event)).toEqual([
      'person-created',
      'device-added',
      'login',
      'wallet-stored',
      'share-released',
    ])
    // As the documentation describes the hash.
    for (const { seq, at, event, facts, previous, hash } of chain)
      expect(hash).toBe(
        createHash('sha256')
          .update(JSON.stringify([person, seq, at, event, facts, previous]))
          .digest('hex'),
      )
    expect(findTampering(person, chain)).toBeUndefined()
    const blank = chain.map(entry => ({ ...entry, at: 0, event: '', facts: null }))
    expect(findTampering(person, blank)).toBeUndefined() // as after a deletion
    expect(findTampering(person, blank.toSpliced(1, 1))).toBe(2)
    expect(findTampering('another', chain)).toBe(1)
    let attempts = 0
    for (const [index, entry] of chain.entries()) {
      const changes: Partial<AuditEntry>[] = [
        { at: entry.at + 1 },
        { event: 'nothing' },
        { facts: `${entry.facts} ` },
        { hash: '0'.repeat(64) },
        { previous: 'f'.repeat(64) },
        { seq: entry.seq + 1 },
        { facts: null },
        { facts: null, event: '', at: 0 },
      ]
      const changed = changes.map(change => chain.with(index, { ...entry, ...change }))
      const inserted = chain.toSpliced(index, 0, entry)
      const removed = index < chain.length - 1 ? [chain.toSpliced(index, 1)] : []
      for (const tampered of [...changed, inserted, ...removed]) {
        expect(findTampering(person, tampered)).toBeDefined()
        attempts++
      }
    }
    expect(attempts).toBe(49)
  })

  it('entries that are written at the same time follow each other in one chain', async () => {
    const { frame, person } = await newPerson()
    await frame.storeWallet(1, randomBytes(39))
    await Promise.all(Array.from({ length: 8 }, () => frame.release()))
    const { entries } = (await frame.ask('/audit')).body as unknown as { entries: AuditEntry[] }
    expect(entries).toHaveLength(12)
    expect(findTampering(person, entries.toReversed())).toBeUndefined()
  })

  it('a person downloads everything that is stored, but no share and no encrypted recovery data', async () => {
    const { frame, email, person } = await newPerson()
    const [share, blob] = [randomBytes(39), base64(randomBytes(80))]
    await frame.storeWallet(1, share, { recovery: [{ kind: 'code', blob }] })
    const { body } = await frame.ask('/account/data')
    expect(body).toMatchObject({
      person: { id: person, email },
      devices: [{ name: 'Test browser' }],
      wallet: { version: 1 },
      recovery: [{ kind: 'code', version: 1 }],
    })
    expect(JSON.stringify(body)).not.toContain(base64(share))
    expect(JSON.stringify(body)).not.toContain(blob)
    expect((await frame.ask('/audit')).body).toMatchObject({
      entries: [{ event: 'data-downloaded' }, { event: 'wallet-stored' }, {}, {}, {}],
    })
  })

  it('a deleted account leaves nothing but hashes, and the same address begins anew', async () => {
    const { frame, email, person } = await newPerson()
    await frame.storeWallet(1, randomBytes(39), {
      recovery: [{ kind: 'code', blob: base64(randomBytes(80)) }],
    })
    expect(refusalOf(await frame.ask('/account/delete', {}))).toEqual([422, 'proof'])
    const done = await frame.ask('/account/delete', {
      proof: await frame.proof('delete', 'delete'),
    })
    expect(done.status).toBe(200)
    await sink().newest(email, { after: sink().mails.length - 1 })
    const rows = (await everyRow(world.database())).filter(
      ({ table, text }) => text.includes(person) || (/^login_/.test(table) && text.includes(email)),
    )
    expect(new Set(rows.map(({ table }) => table))).toEqual(new Set(['login_audit']))
    for (const { row } of rows)
      expect(row).toEqual({
        person,
        seq: expect.any(Number),
        at: 0,
        event: '',
        facts: null,
        previous: expect.stringMatching(/^[\da-f]{64}$/),
        hash: expect.stringMatching(/^[\da-f]{64}$/),
      })
    advance(31)
    const again = await logIn(await newFrame(), email)
    expect(again.body).toMatchObject({ wallet: null })
    expect((again.body.person as { id: string }).id).not.toBe(person)
  })

  it('the whole database yields no code, no nonce, no cookie and no share', async () => {
    const { frame, email } = await newPerson()
    const share = randomBytes(39)
    await frame.storeWallet(1, share)
    advance(31)
    const before = sink().mails.length
    sink().isRefusing = true // the mail then waits in the queue
    const asked = await frame.askCode(email)
    const waiting = (await everyRow(world.database())).map(({ text }) => text).join('\n')
    sink().isRefusing = false
    advance(30) // SQLite's queue waits by the clock of the server
    const digits = await sink().newestCode(email, { after: before, timeoutMs: 20_000 })
    await frame.release()
    const after = (await everyRow(world.database())).map(({ text }) => text).join('\n')
    expect(waiting).toContain('login-mail') // the queue is among the rows
    for (const dump of [waiting, after]) {
      expect(dump).not.toMatch(new RegExp(`(?<!\\d)${digits}(?!\\d)`))
      for (const secret of [
        base64(share),
        share.toString('base64').replace(/=+$/, ''),
        share.toString('hex'),
        share.toString('hex').toUpperCase(),
        String(asked.body.nonce),
        frame.cookie?.split('=')[1] ?? '?',
        firstKey.secret,
      ])
        expect(dump).not.toContain(secret)
    }
    expect((await frame.redeem(asked, digits)).status).toBe(200)
  })

  it('a token names the person for the audience it was asked for, and a server verifies it by the published keys', async () => {
    const { frame, person } = await newPerson()
    await frame.storeWallet(1, randomBytes(39))
    const { body } = await frame.ask('/token', { audience })
    const keys = createRemoteJWKSet(new URL(`${url()}/login/jwks.json`))
    const expected = { issuer: 'https://wallet.app.test', audience, algorithms: ['ES256'] }
    const { payload } = await jwtVerify(String(body.token), keys, expected)
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
    // Neither the email address, nor accounts: nothing proves that they are of this wallet.
    expect(payload).toEqual({
      iss: expected.issuer,
      aud: audience,
      sub: person,
      iat: expect.any(Number),
      exp: expect.any(Number),
      jti: expect.any(String),
    })
    expect(refusalOf(await frame.ask('/token', { audience: 'https://evil.test' }))).toEqual([
      403,
      'audience',
    ])
    const other = { ...expected, audience: 'https://evil.test' }
    await expect(jwtVerify(String(body.token), keys, other)).rejects.toThrow()
    const published = await json(`${url()}/login/jwks.json`, {
      headers: { origin: 'https://x.test' },
    })
    expect(JSON.stringify(published.body)).not.toContain('"d"')
    expect(published.headers.get('cache-control')).toBe('public, max-age=300')
    await frame.ask('/sign-out', {})
    expect(refusalOf(await frame.ask('/token', { audience }))).toEqual([401, 'session'])
  })

  it('every answer is as /openapi.json describes it', async () => {
    const document = (await json(`${url()}/openapi.json`)).body as {
      paths: Record<string, Record<string, { responses: { 200: { content: Content } } }>>
    }
    type Content = { 'application/json': { schema: Schema } }
    const { frame, email, answer } = await newPerson()
    const described = (path: string, method = 'post'): Schema => {
      const found = document.paths[`/login${path}`]?.[method]
      if (!found) throw new Error(`The document has no ${method} /login${path}.`)
      return found.responses[200].content['application/json'].schema
    }
    expect(complaints(answer.body, described('/session'))).toEqual([])
    const stored = await frame.storeWallet(1, randomBytes(39), {
      recovery: [{ kind: 'code', blob: base64(randomBytes(80)) }],
    })
    expect(complaints(stored.body, described('/wallet'))).toEqual([])
    expect(complaints((await frame.release()).body, described('/wallet/release'))).toEqual([])
    for (const path of ['/session', '/sessions', '/recovery', '/audit', '/account/data'])
      expect(complaints((await frame.ask(path)).body, described(path, 'get')), path).toEqual([])
    const token = await frame.ask('/token', { audience })
    expect(complaints(token.body, described('/token'))).toEqual([])
    const proof = await frame.proof('recovery-release', 'all')
    const released = await frame.ask('/recovery/release', { proof })
    expect(complaints(released.body, described('/recovery/release'))).toEqual([])
    advance(31)
    const code = await frame.askCode(email)
    expect(complaints(code.body, described('/code'))).toEqual([])
    expect(Object.keys(document.paths).filter(path => path.startsWith('/login'))).toHaveLength(30)
  })

  it('a server without login in its configuration has no route of it', async () => {
    const bare = await start(
      {},
      databases.kind === 'sqlite' ? ':memory:' : await databases.create(),
      {
        login: undefined,
      } as never,
    )
    const { paths } = (await json(`${bare.url}/openapi.json`)).body as { paths: object }
    expect(Object.keys(paths).filter(path => path.startsWith('/login'))).toEqual([])
    expect((await fetch(`${bare.url}/login/session`)).status).toBe(404)
  })

  it('the hook of the host decides whether a code is sent, and refuses when it throws', async () => {
    const asked: { address: string; ip: string; agent: string | null }[] = []
    const database = databases.kind === 'sqlite' ? ':memory:' : await databases.create()
    const guarded = await start(
      {
        allowCode({ address, ip, headers }) {
          asked.push({ address, ip, agent: headers.get('x-captcha') })
          if (address.startsWith('throws')) throw new TypeError('broken')
          return address.startsWith('good')
        },
      },
      database,
    )
    const before = sink().mails.length
    const send = (email: string) =>
      fetch(`${guarded.url}/login/code`, {
        method: 'POST',
        body: JSON.stringify({ email, keyHash: sha256(randomBytes(32)) }),
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': '9.8.7.6',
          'x-captcha': 'solved',
        },
      })
    expect((await send('bad@mail.test')).status).toBe(403)
    expect((await send('throws@mail.test')).status).toBe(403)
    expect((await send('good@mail.test')).status).toBe(200)
    await sink().newestCode('good@mail.test', { after: before })
    expect(sink().mails.length).toBe(before + 1)
    expect(asked[2]).toEqual({ address: 'good@mail.test', ip: '9.8.7.6', agent: 'solved' })
  })

  it('after a change of keys a job seals everything anew, and the old key can be removed', async () => {
    const database = await databases.create()
    const first = await start({ tokens: { audiences: [audience] } }, database)
    world.use(first)
    const { frame, person } = await newPerson()
    const share = randomBytes(39)
    await frame.storeWallet(1, share)
    await frame.ask('/token', { audience })
    await first.stop()
    const keys = [secondKey, firstKey]
    const second = await start({ keys, tokens: { audiences: [audience] } }, database)
    world.use(second)
    await until(
      async () => (await everyRow(database)).filter(({ table }) => /wallets|signing/.test(table)),
      rows => rows.length === 2 && rows.every(({ text }) => text.includes('two:')),
    )
    await second.stop()
    const third = await start({ keys: [secondKey], tokens: { audiences: [audience] } }, database)
    world.use(third)
    const proof = await frame.proof('release', frame.keyHash())
    const { body } = await frame.release({ proof })
    const sealed = body as { enc: string; sealed: string }
    expect(await frame.open(sealed, `${person}\n1\n${proof.nonce}`)).toEqual(share)
    expect((await frame.ask('/token', { audience })).status).toBe(200)
  })
})

/** Each row of each table of a database, also of those of the queue. */
async function everyRow(database: string) {
  const store = await openTestStore(database)
  const found: { table: string; text: string; row: Readonly<Record<string, unknown>> }[] = []
  const read = async (table: string) => {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      store.database,
    )
    for (const row of rows) found.push({ table, text: JSON.stringify(row), row })
  }
  const tables = await store.database.introspection.getTables()
  for (const { name, schema } of tables)
    await read(schema && schema !== 'public' ? `${schema}.${name}` : name)
  if (store.pool)
    for (const name of ['pgboss.job', 'pgboss.archive']) await read(name).catch(() => undefined)
  await store.close()
  return found
}

import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { onBothDatabases } from './databases.js'
import { base64, factsOf, refusalOf, sha256 } from './login-client.js'
import { useLogin } from './login-world.js'
import { until } from './world.js'

const account = { namespace: 'eip155', address: '0x00000000000000000000000000000000000000aA' }

onBothDatabases('the login', databases => {
  const world = useLogin(databases)
  const { newPerson, newFrame, newAddress, logIn, mailedCode, sink, advance } = world

  it('[S1.03, S1.04] a code of the mail logs in, in a cookie that no script reads', async () => {
    const { frame, answer, email } = await newPerson()
    expect(answer.body).toMatchObject({
      person: { email },
      device: { isNew: true, exportAllowedInSeconds: 86_400 },
      wallet: null,
      recovery: [],
      releaseWithinSeconds: 300,
    })
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-portico-login=[-\w]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/,
    )
    expect((await frame.ask('/session')).body).toMatchObject({ person: { email } })
    await frame.ask('/sign-out', {})
    expect((await frame.ask('/session')).body).toEqual({ session: null })
    expect(refusalOf(await frame.ask('/sessions'))).toEqual([401, 'session'])
  })

  it('the mail has the code first in its subject, and says in text and HTML where to enter it', async () => {
    const [frame, email] = [await newFrame(), newAddress()]
    const { digits } = await mailedCode(email, () => frame.askCode(email))
    const mail = await sink().newest(email)
    expect(mail.subject).toBe(`${digits} is your App code`)
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(digits)
      expect(part).toContain('https://wallet.app.test')
    }
    expect(mail.from).toBe('login@app.test')
  })

  it('[S5.27] an address that is none is refused, and no mail is sent', async () => {
    const frame = await newFrame()
    const before = sink().mails.length
    for (const email of ['', 'a', 'a@b', 'a b@c.de', 'a@b.c\r\nBcc: d@e.fg', '<a@b.cd>'])
      expect(refusalOf(await frame.askCode(email)), email).toEqual([422, 'email'])
    expect(sink().mails.length).toBe(before)
  })

  it('[S8.44, R39] a second code is refused until the 30th second, then until the 60th, then the 300th', async () => {
    const [frame, email] = [await newFrame(), newAddress()]
    advance(0)
    for (const step of [30, 60, 300, 300]) {
      const sent = await frame.askCode(email)
      expect([sent.status, sent.body.resendAfterSeconds]).toEqual([200, step])
      for (const [passed, left] of [
        [0, step],
        [step - 1, 1],
      ] as const) {
        advance(passed)
        const refused = await frame.askCode(email)
        expect(refusalOf(refused)).toEqual([429, 'cool_down'])
        expect(factsOf(refused)).toMatchObject({
          seconds: left,
          description: `Please try again after ${left} seconds`,
        })
        expect(refused.headers.get('retry-after')).toBe(String(left))
      }
      advance(1)
    }
  })

  it('[R39] a known and an unknown address get the same answer, the same cool-down and the same mail', async () => {
    const { email } = await newPerson()
    advance(3_600)
    const answers = []
    for (const address of [email, newAddress()]) {
      const frame = await newFrame()
      const { answer } = await mailedCode(address, () => frame.askCode(address))
      const refused = await frame.askCode(address)
      const { codeId, nonce, ...rest } = answer.body
      answers.push({
        rest,
        lengths: [String(codeId).length, String(nonce).length],
        refused: refused.body,
        subject: (await sink().newest(address)).subject.replace(/\d{6}/, 'CODE'),
      })
    }
    expect(answers[0]).toEqual(answers[1])
  })

  it('a wrong code says how many attempts are left, and the right one is refused after five', async () => {
    const [frame, email] = [await newFrame(), newAddress()]
    const { answer, digits } = await mailedCode(email, () => frame.askCode(email))
    const wrong = digits === '000000' ? '000001' : '000000'
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      const refused = await frame.redeem(answer, wrong)
      expect([...refusalOf(refused), factsOf(refused).triesLeft]).toEqual([
        401,
        'wrong_code',
        triesLeft,
      ])
    }
    expect(refusalOf(await frame.redeem(answer, digits))).toEqual([401, 'code_over'])
  })

  it('[R39] a code is valid for 600 seconds, to the second', async () => {
    for (const [seconds, expected] of [
      [599, 200],
      [600, 401],
    ] as const) {
      const [frame, email] = [await newFrame(), newAddress()]
      advance(0)
      const { answer, digits } = await mailedCode(email, () => frame.askCode(email))
      advance(seconds)
      expect((await frame.redeem(answer, digits)).status, String(seconds)).toBe(expected)
    }
  })

  it('no mail is lost while the mail server refuses, and one that is too late is dropped', async () => {
    const [frame, email] = [await newFrame(), newAddress()]
    sink().isRefusing = true
    const before = sink().mails.length
    const answer = await frame.askCode(email)
    await expect(sink().newest(email, { timeoutMs: 700 })).rejects.toMatchObject({
      code: 'NO_MAIL',
    })
    sink().isRefusing = false
    const digits = await sink().newestCode(email, { after: before, timeoutMs: 15_000 })
    expect((await frame.redeem(answer, digits)).status).toBe(200)
  })

  it('the server share is released to the key of the login alone, and opens there alone', async () => {
    const { frame, person } = await newPerson()
    const share = randomBytes(39)
    expect(refusalOf(await frame.release())).toEqual([404, 'wallet'])
    expect((await frame.storeWallet(1, share)).body).toEqual({ version: 1 })
    const proof = await frame.proof('release', frame.keyHash())
    const released = await frame.release({ proof })
    expect(released.body).toMatchObject({ version: 1, accounts: [account] })
    const sealed = released.body as { enc: string; sealed: string }
    const aad = `${person}\n1\n${proof.nonce}`
    expect(await frame.open(sealed, aad)).toEqual(share)
    await expect(frame.open(sealed, `${person}\n2\n${proof.nonce}`)).rejects.toThrow()
    await frame.renewKey()
    await expect(frame.open(sealed, aad)).rejects.toThrow()
    expect(refusalOf(await frame.release())).toEqual([403, 'device_proof'])
  })

  it('a share is released within 300 seconds of the login, and again after a new login', async () => {
    advance(0)
    const { frame, email } = await newPerson()
    await frame.storeWallet(1, randomBytes(39))
    advance(299)
    expect((await frame.release()).status).toBe(200)
    advance(2)
    expect(refusalOf(await frame.release())).toEqual([403, 'recent_login'])
    expect((await frame.ask('/sessions')).status).toBe(200)
    await frame.renewKey()
    await logIn(frame, email)
    expect((await frame.release()).status).toBe(200)
  })

  it('a new version replaces the share: the old one is never released again, by whatever is asked', async () => {
    const { frame, person } = await newPerson()
    const [old, next] = [randomBytes(39), randomBytes(39)]
    await frame.storeWallet(1, old)
    const refused = await frame.storeWallet(1, next)
    expect([...refusalOf(refused), factsOf(refused).version]).toEqual([409, 'version', 1])
    expect(refusalOf(await frame.storeWallet(3, next))).toEqual([409, 'version'])
    expect((await frame.storeWallet(2, next)).status).toBe(200)
    expect(refusalOf(await frame.release({ version: 1 }))).toEqual([409, 'version'])
    for (const version of [undefined, 2]) {
      const proof = await frame.proof('release', frame.keyHash())
      const { body } = await frame.release({ proof, version })
      const sealed = body as { enc: string; sealed: string }
      expect(await frame.open(sealed, `${person}\n2\n${proof.nonce}`)).toEqual(next)
    }
  })

  it('of two new versions that are stored at the same time one is stored, and the share is its own', async () => {
    const { frame, person } = await newPerson()
    for (let version = 1; version <= 4; version++) {
      const shares = [randomBytes(39), randomBytes(39), randomBytes(39)]
      const answers = await Promise.all(shares.map(share => frame.storeWallet(version, share)))
      const stored = shares.filter((_, index) => answers[index]?.status === 200)
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
      const proof = await frame.proof('release', frame.keyHash())
      const sealed = (await frame.release({ proof })).body as { enc: string; sealed: string }
      expect([await frame.open(sealed, `${person}\n${version}\n${proof.nonce}`)]).toEqual(stored)
    }
  })

  it('a new version keeps every account of the wallet, and may add some', async () => {
    const { frame } = await newPerson()
    await frame.storeWallet(1, randomBytes(39))
    const other = { ...account, address: '0x00000000000000000000000000000000000000bB' }
    expect(refusalOf(await frame.storeWallet(2, randomBytes(39), { accounts: [other] }))).toEqual([
      409,
      'accounts',
    ])
    const accounts = [account, { namespace: 'bip122', address: 'bc1q', network: 'mainnet' }]
    expect((await frame.storeWallet(2, randomBytes(39), { accounts })).status).toBe(200)
    expect((await frame.ask('/session')).body).toMatchObject({ wallet: { version: 2, accounts } })
  })

  it('recovery data is stored, listed without its content, released, and removed', async () => {
    const { frame } = await newPerson()
    const [code, prf] = [randomBytes(80), randomBytes(90)]
    await frame.storeWallet(1, randomBytes(39), {
      recovery: [{ kind: 'code', blob: base64(code), label: 'Paper' }],
    })
    const added = await frame.addRecovery(1, {
      kind: 'prf',
      blob: base64(prf),
      credentialId: base64(randomBytes(16)),
      meta: 'public',
    })
    expect(added.status, JSON.stringify(added.body)).toBe(200)
    const listed = await frame.ask('/recovery')
    expect(JSON.stringify(listed.body)).not.toContain(base64(prf))
    expect(listed.body).toMatchObject({
      recovery: [
        { kind: 'code', label: 'Paper', version: 1 },
        { kind: 'prf', meta: 'public', version: 1 },
      ],
    })
    const released = await frame.ask('/recovery/release', {
      proof: await frame.proof('recovery-release', 'all'),
    })
    expect(released.body).toMatchObject({
      version: 1,
      recovery: [{ blob: base64(code) }, { blob: base64(prf) }],
    })
    const id = String(added.body.id)
    await frame.ask('/recovery/remove', { id, proof: await frame.proof('recovery-remove', id) })
    expect((await frame.ask('/recovery')).body).toMatchObject({ recovery: [{ kind: 'code' }] })
  })

  it('a new version deletes the recovery data of the old one, and keeps what comes with it', async () => {
    const { frame } = await newPerson()
    const blob = base64(randomBytes(80))
    const recovery = [{ kind: 'code', blob }] as const
    await frame.storeWallet(1, randomBytes(39), { recovery: [...recovery, ...recovery] })
    await frame.storeWallet(2, randomBytes(39), { recovery })
    const { body } = await frame.ask('/recovery')
    expect(body).toMatchObject({ recovery: [{ version: 2 }] })
    const late = await frame.addRecovery(1, recovery[0])
    expect(refusalOf(late)).toEqual([409, 'version'])
  })

  it('recovery data under a chosen password is refused: only prf and code are kept', async () => {
    const { frame } = await newPerson()
    await frame.storeWallet(1, randomBytes(39))
    const blob = randomBytes(80)
    for (const kind of ['password', 'pin', 'PRF', '', null, 1])
      expect(
        refusalOf(
          await frame.ask('/recovery', {
            version: 1,
            kind,
            blob: base64(blob),
            proof: await frame.proof('recovery-add', sha256(blob)),
          }),
        ),
      ).toEqual([422, 'kind'])
  })

  it('a new device of a wallet is mailed to its owner, may not export for 24 hours, and is stopped by the link', async () => {
    const { frame, email } = await newPerson()
    await frame.storeWallet(1, randomBytes(39))
    const permit = async (one: typeof frame) =>
      one.ask('/export', { proof: await one.proof('export', 'export') })
    expect((await permit(frame)).body).toEqual({ allowed: true })
    await until(
      () => sink().mails.filter(({ to }) => to.includes(email)),
      mails => mails.some(({ subject }) => subject === 'Your App recovery words were shown'),
    )
    advance(31)
    const other = await newFrame()
    const answer = await logIn(other, email)
    expect(answer.body).toMatchObject({ device: { isNew: true }, wallet: { version: 1 } })
    const [mail] = await until(
      () =>
        sink().mails.filter(
          ({ to, subject }) => to.includes(email) && subject.startsWith('A new device'),
        ),
      mails => mails.length === 1,
    )
    expect(mail?.text).toContain('Test browser')
    const refused = await permit(other)
    expect(refusalOf(refused)).toEqual([403, 'export_cool_down'])
    expect(factsOf(refused).seconds).toBe(86_400)
    expect((await other.release()).status).toBe(200)
    const token = /stop\.html#([-\w]{43})/.exec(mail?.text ?? '')?.[1]
    expect((await (await newFrame()).ask('/stop', { token })).status).toBe(200)
    expect((await other.ask('/session')).body).toEqual({ session: null })
    expect((await frame.ask('/session')).body).toMatchObject({ person: { email } })
  })

  it('a new device may export after 24 hours, to the second', async () => {
    const { frame, email } = await newPerson()
    await frame.storeWallet(1, randomBytes(39))
    advance(31)
    const other = await newFrame()
    await logIn(other, email)
    const permit = async () =>
      other.ask('/export', { proof: await other.proof('export', 'export') })
    // A new login is needed every time: the permission is given to a recent one alone.
    advance(86_400 - 1)
    await logIn(other, email)
    expect(factsOf(await permit()).seconds).toBe(1)
    advance(1)
    expect((await permit()).status).toBe(200)
  })
})

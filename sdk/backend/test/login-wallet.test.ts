import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { onBothDatabases } from './databases.js'
import {
  base64,
  createWalletKey,
  frameOrigin,
  recoveryBinding,
  refusalOf,
  sha256,
} from './login-client.js'
import { useLogin } from './login-world.js'
import { createPasskey } from './software-passkey.js'
import { until } from './world.js'

const code = () => ({ kind: 'code', blob: base64(randomBytes(80)) })

onBothDatabases('the wallet of a login', databases => {
  const world = useLogin(databases)
  const { newPerson, newFrame, newAddress, logIn, mailedCode, sink, advance } = world

  it('the first store of a wallet removes every other session and device, which no mail announced', async () => {
    const { frame: thief, email } = await newPerson()
    advance(31)
    const owner = await newFrame()
    await logIn(owner, email)
    expect((await thief.ask('/session')).body).toMatchObject({ person: { email } })
    expect((await owner.storeWallet(1, randomBytes(39))).status).toBe(200)
    expect((await thief.ask('/session')).body).toEqual({ session: null })
    const listed = (await owner.ask('/sessions')).body as { devices: { isCurrent: boolean }[] }
    expect(listed.devices).toMatchObject([{ isCurrent: true, sessions: [{ isCurrent: true }] }])
    // A later login of that device is one of a new device, which a mail announces.
    advance(92)
    const again = await logIn(thief, email)
    expect(again.body).toMatchObject({ device: { isNew: true, exportAllowedInSeconds: 86_400 } })
    await until(
      () => sink().mails.filter(({ to }) => to.includes(email)),
      mails => mails.some(({ subject }) => subject.startsWith('A new device')),
    )
  })

  it('a later version of a wallet with a key needs the proof of the opened wallet, on every device', async () => {
    const { frame } = await newPerson()
    const key = createWalletKey()
    await frame.storeWallet(1, randomBytes(39), { walletKey: key.walletKey })
    const share = randomBytes(39)
    expect(refusalOf(await frame.storeWallet(2, share))).toEqual([403, 'device_proof'])
    const binding = `2.${sha256(share)}`
    const proof = await frame.proof('store', binding)
    const wrong = createWalletKey().prove('store', proof.nonce, binding)
    const refused = await frame.storeWallet(2, share, { proof, walletProof: wrong })
    expect(refusalOf(refused)).toEqual([403, 'device_proof'])
    const next = await frame.proof('store', binding)
    const walletProof = key.prove('store', next.nonce, binding)
    const stored = await frame.storeWallet(2, share, { proof: next, walletProof })
    expect(stored.body).toEqual({ version: 2 })
  })

  it('recovery data of a wallet with a key needs the proof of the opened wallet, on every device', async () => {
    const { frame } = await newPerson()
    const key = createWalletKey()
    await frame.storeWallet(1, randomBytes(39), { walletKey: key.walletKey })
    expect(refusalOf(await frame.addRecovery(1, code()))).toEqual([403, 'device_proof'])
    const wrong = await frame.addRecovery(1, code(), createWalletKey())
    expect(refusalOf(wrong)).toEqual([403, 'device_proof'])
    expect((await frame.addRecovery(1, code(), key)).status).toBe(200)
    expect((await frame.ask('/recovery')).body).toMatchObject({ recovery: [{ kind: 'code' }] })
  })

  it('the proof for recovery data binds its kind, version, content and public text', async () => {
    const { frame } = await newPerson()
    await frame.storeWallet(1, randomBytes(39))
    const proven = { ...code(), meta: 'public', label: 'Paper' }
    const credentialId = base64(randomBytes(16))
    const changes = [
      { version: 2 },
      { kind: 'prf', credentialId },
      { blob: base64(randomBytes(80)) },
      { meta: 'another' },
      { meta: undefined },
      { label: 'Another' },
    ]
    for (const change of [...changes, {}]) {
      const proof = await frame.proof('recovery-add', recoveryBinding(1, proven))
      const answer = await frame.ask('/recovery', { version: 1, ...proven, proof, ...change })
      const isProven = Object.keys(change).length === 0
      expect(refusalOf(answer), JSON.stringify(change)).toEqual(
        isProven ? [200, undefined] : [403, 'device_proof'],
      )
    }
  })

  const stopTokenOf = async (email: string) => {
    const [mail] = await until(
      () =>
        sink().mails.filter(
          ({ to, subject }) => to.includes(email) && subject.startsWith('A new device'),
        ),
      mails => mails.length === 1,
    )
    return /stop\.html#([-\w]{43})/.exec(mail?.text ?? '')?.[1]
  }
  const stopped = async (
    token: string | undefined,
    other: Awaited<ReturnType<typeof newFrame>>,
  ) => {
    expect((await (await newFrame()).ask('/stop', { token })).status).toBe(200)
    return (await other.ask('/session')).body.session === null
  }

  it('the link that removes a new device is over after seven days', async () => {
    for (const [seconds, expected] of [
      [7 * 86_400 - 120, true],
      [7 * 86_400, false],
    ] as const) {
      advance(0)
      const { frame, email } = await newPerson()
      await frame.storeWallet(1, randomBytes(39))
      advance(31)
      const other = await newFrame()
      await logIn(other, email)
      const token = await stopTokenOf(email)
      advance(86_400)
      await other.ask('/session') // its session stays in use
      advance(seconds - 86_400)
      expect(await stopped(token, other), String(seconds)).toBe(expected)
    }
  })

  it('the link that removes a new device is over when that device proves that it opened the wallet', async () => {
    const { frame, email } = await newPerson()
    const key = createWalletKey()
    await frame.storeWallet(1, randomBytes(39), { walletKey: key.walletKey })
    advance(31)
    const other = await newFrame()
    await logIn(other, email)
    const token = await stopTokenOf(email)
    expect((await other.addRecovery(1, code(), key)).status).toBe(200)
    expect(await stopped(token, other)).toBe(false)
  })

  it('of 14 ways to recover that are added at the same time ten are stored', async () => {
    const { frame } = await newPerson()
    await frame.storeWallet(1, randomBytes(39))
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => frame.addRecovery(1, code())),
    )
    expect(answers.map(answer => refusalOf(answer).join(' ')).sort()).toEqual([
      ...Array<string>(10).fill('200 '),
      ...Array<string>(4).fill('422 recovery'),
    ])
  })

  it('of two wallets that two devices store first at the same time one is stored, and the other device is out', async () => {
    for (let round = 0; round < 4; round++) {
      const { frame, email } = await newPerson()
      advance(31 + round)
      const other = await newFrame()
      await logIn(other, email)
      const frames = [frame, other]
      const answers = await Promise.all(frames.map(one => one.storeWallet(1, randomBytes(39))))
      const fields = answers.map(answer => refusalOf(answer).join(' ')).sort()
      expect(fields[0]).toBe('200 ')
      expect(fields[1]).toMatch(/^(401 session|409 version|403 \w+)$/)
      for (const [index, one] of frames.entries())
        expect((await one.ask('/session')).body.session === null).toBe(
          answers[index]?.status !== 200,
        )
    }
  })

  it('of two passkeys that are removed at the same time the last way to log in stays', async () => {
    for (let round = 0; round < 4; round++) {
      const frame = await newFrame()
      const site = { origin: frameOrigin, rpId: 'wallet.app.test' }
      const asked = await frame.ask('/passkey/sign-up/options', { keyHash: frame.keyHash() })
      const { user } = asked.body.options as { user: { id: string } }
      const nonce = String(asked.body.nonce)
      const first = createPasskey(site, user.id)
      const signedUp = await frame.ask('/passkey/sign-up', {
        challengeId: asked.body.challengeId,
        response: first.create(asked.body.options as { challenge: string }),
        publicKey: frame.publicKey(),
        device: { publicKey: frame.jwk },
        proof: { nonce, signature: await frame.sign('login', nonce, frame.keyHash()) },
      })
      expect(signedUp.status).toBe(200)
      const second = createPasskey(site, user.id)
      const options = await frame.ask('/passkey/add/options', {})
      const challengeId = String(options.body.challengeId)
      const added = await frame.ask('/passkey/add', {
        challengeId,
        response: second.create(options.body.options as { challenge: string }),
        proof: await frame.proof('passkey-add', challengeId),
      })
      expect(added.status, JSON.stringify(added.body)).toBe(200)
      const answers = await Promise.all(
        [first.id, second.id].map(async id =>
          frame.ask('/passkey/remove', { id, proof: await frame.proof('passkey-remove', id) }),
        ),
      )
      expect(answers.map(answer => refusalOf(answer).join(' ')).sort()).toEqual([
        '200 ',
        '409 last_login',
      ])
    }
  })

  it('of two people who confirm one address at the same time one gets it, and the other is refused with 409', async () => {
    for (let round = 0; round < 2; round++) {
      advance(0)
      const people = [await newPerson(), await newPerson()]
      const next = newAddress()
      const confirmations = []
      for (const { frame, email } of people) {
        advance(31 + 400 * confirmations.length)
        await frame.renewKey()
        const own = await mailedCode(email, () => frame.askCode(email))
        await frame.redeem(own.answer, own.digits)
        advance(31)
        const first = await mailedCode(email, async () =>
          frame.ask('/email', { email: next, proof: await frame.proof('email', next) }),
        )
        const { codeId } = first.answer.body
        const second = await mailedCode(next, () =>
          frame.ask('/email/primary', { codeId, code: first.digits }),
        )
        const given = { codeId: second.answer.body.codeId, code: second.digits }
        confirmations.push(() => frame.ask('/email/secondary', given))
      }
      const answers = await Promise.all(confirmations.map(confirm => confirm()))
      expect(answers.map(answer => refusalOf(answer).join(' ')).sort()).toEqual([
        '200 ',
        '409 email',
      ])
    }
  })

  it('an account that is deleted while its devices are busy leaves nothing, and no request fails with 5xx', async () => {
    for (let round = 0; round < 4; round++) {
      const { frame } = await newPerson()
      await frame.storeWallet(1, randomBytes(39))
      const remove = async () =>
        frame.ask('/account/delete', { proof: await frame.proof('delete', 'delete') })
      const answers = await Promise.all([
        frame.release(),
        frame.addRecovery(1, code()),
        remove(),
        frame.release(),
        remove(),
        frame.addRecovery(1, code()),
        frame.ask('/account/data'),
      ])
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      expect((await frame.ask('/session')).body).toEqual({ session: null })
    }
  })
})

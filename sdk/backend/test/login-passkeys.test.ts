import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { onBothDatabases } from './databases.js'
import { type Answered, base64, type Frame, frameOrigin, refusalOf } from './login-client.js'
import { useLogin } from './login-world.js'
import { type Changes, createPasskey, type SoftwarePasskey } from './software-passkey.js'

const site = { origin: frameOrigin, rpId: 'wallet.app.test' }
type Options = { readonly challenge: string; readonly user?: { readonly id: string } }

onBothDatabases('passkeys of the login', databases => {
  const world = useLogin(databases)
  const { newPerson, newFrame, advance } = world

  const optionsOf = ({ body }: Answered) => body.options as Options
  const entering = async (frame: Frame, nonce: unknown) => ({
    publicKey: frame.publicKey(),
    device: { publicKey: frame.jwk, name: 'Test browser' },
    proof: {
      nonce: String(nonce),
      signature: await frame.sign('login', String(nonce), frame.keyHash()),
    },
  })
  const add = async (frame: Frame, passkey: SoftwarePasskey, changes: Changes = {}) => {
    const asked = await frame.ask('/passkey/add/options', {})
    expect(asked.status, JSON.stringify(asked.body)).toBe(200)
    const challengeId = String(asked.body.challengeId)
    return frame.ask('/passkey/add', {
      challengeId,
      response: passkey.create(optionsOf(asked), changes),
      label: 'Phone',
      proof: await frame.proof('passkey-add', challengeId),
    })
  }
  const begin = (frame: Frame) => frame.ask('/passkey/login/options', { keyHash: frame.keyHash() })
  const finish = async (
    frame: Frame,
    asked: Answered,
    passkey: SoftwarePasskey,
    changes: Changes = {},
    more: object = {},
  ) =>
    frame.ask('/passkey/login', {
      challengeId: asked.body.challengeId,
      response: passkey.use(optionsOf(asked), changes),
      ...(await entering(frame, asked.body.nonce)),
      ...more,
    })
  const signUp = async (frame: Frame, changes: Changes = {}) => {
    const asked = await frame.ask('/passkey/sign-up/options', { keyHash: frame.keyHash() })
    const passkey = createPasskey(site, optionsOf(asked).user?.id)
    const answer = await frame.ask('/passkey/sign-up', {
      challengeId: asked.body.challengeId,
      response: passkey.create(optionsOf(asked), changes),
      ...(await entering(frame, asked.body.nonce)),
    })
    return { passkey, answer }
  }

  it('a passkey is added to a person with an email address, and logs in another device', async () => {
    const { frame, person } = await newPerson()
    await frame.storeWallet(1, randomBytes(39))
    const passkey = createPasskey(site, person)
    const added = await add(frame, passkey)
    expect(added.body, JSON.stringify(added.body)).toEqual({ id: passkey.id })
    expect((await frame.ask('/session')).body).toMatchObject({
      passkeys: [{ id: passkey.id, label: 'Phone' }],
    })
    const other = await newFrame()
    const answer = await finish(other, await begin(other), passkey)
    expect(answer.body).toMatchObject({ person: { id: person }, device: { isNew: true } })
    expect((await other.release()).status).toBe(200)
  })

  it('options name the host of the frame exactly, and demand that the person is verified', async () => {
    const { frame } = await newPerson()
    const added = await frame.ask('/passkey/add/options', {})
    expect(added.body.options).toMatchObject({
      rp: { id: 'wallet.app.test', name: 'App' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
    const asked = await begin(await newFrame())
    expect(asked.body.options).toMatchObject({
      rpId: 'wallet.app.test',
      userVerification: 'required',
    })
  })

  it('a person begins with a passkey alone, adds an address later, and then may remove the passkey', async () => {
    const frame = await newFrame()
    const { passkey, answer } = await signUp(frame)
    expect(answer.body).toMatchObject({ person: { email: null }, passkeys: [{ id: passkey.id }] })
    const remove = async () =>
      frame.ask('/passkey/remove', {
        id: passkey.id,
        proof: await frame.proof('passkey-remove', passkey.id),
      })
    expect(refusalOf(await remove())).toEqual([409, 'last_login'])
    const email = world.newAddress()
    const { answer: step, digits } = await world.mailedCode(email, async () =>
      frame.ask('/email', { email, proof: await frame.proof('email', email) }),
    )
    expect(step.body.action).toBe('VERIFY_SECONDARY_OTP')
    await frame.ask('/email/secondary', { codeId: step.body.codeId, code: digits })
    expect((await remove()).status).toBe(200)
    const refused = await finish(frame, await begin(frame), passkey)
    expect(refusalOf(refused)).toEqual([401, 'passkey'])
  })

  it('an answer for another origin, host, challenge or person, without verification, or of an earlier use is refused', async () => {
    const frame = await newFrame()
    const { passkey } = await signUp(frame)
    const hostile: readonly Changes[] = [
      { origin: 'https://app.test' },
      { origin: `${frameOrigin}.evil.test` },
      { rpId: 'app.test' },
      { rpId: 'evil.test' },
      { challenge: base64(randomBytes(32)) },
      { flags: 0x01 },
      { flags: 0x00 },
      { flags: 0x04 },
      { counter: 1 },
      { counter: 0 },
      { userHandle: base64(randomBytes(16)) },
    ]
    for (const changes of hostile) {
      const refused = await finish(frame, await begin(frame), passkey, changes)
      expect(refusalOf(refused), JSON.stringify(changes)).toEqual([401, 'passkey'])
    }
    const stranger = createPasskey(site)
    expect(refusalOf(await finish(frame, await begin(frame), stranger))).toEqual([401, 'passkey'])
    expect((await finish(frame, await begin(frame), passkey)).status).toBe(200)
  })

  it('a passkey is used in a frame, whose page the browser names', async () => {
    const frame = await newFrame()
    const { passkey } = await signUp(frame)
    const used = await finish(frame, await begin(frame), passkey, { topOrigin: 'https://app.test' })
    expect(used.status).toBe(200)
  })

  it('a passkey that claims the id of another one is refused, at login and when it is added', async () => {
    const frame = await newFrame()
    const { passkey } = await signUp(frame)
    const stranger = createPasskey(site)
    const asked = await begin(frame)
    const response = { ...stranger.use(optionsOf(asked)), id: passkey.id, rawId: passkey.id }
    expect(refusalOf(await finish(frame, asked, stranger, {}, { response }))).toEqual([
      401,
      'passkey',
    ])
    const { frame: other } = await newPerson()
    expect(refusalOf(await add(other, passkey))).toEqual([401, 'passkey'])
  })

  it('a challenge is used once, within five minutes, by the device that asked for it', async () => {
    const frame = await newFrame()
    // Passkeys that are synchronised count nothing: their counter stays zero.
    const { passkey } = await signUp(frame, { counter: 0 })
    const asked = await begin(frame)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => finish(frame, asked, passkey, { counter: 0 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const other = await newFrame()
    const stolen = await begin(frame)
    expect(refusalOf(await finish(other, stolen, passkey))).toEqual([401, 'challenge'])
    const old = await begin(frame)
    advance(300)
    expect(refusalOf(await finish(frame, old, passkey))).toEqual([401, 'challenge'])
    const signedUp = await frame.ask('/passkey/sign-up/options', { keyHash: frame.keyHash() })
    expect(refusalOf(await finish(frame, signedUp, passkey))).toEqual([401, 'challenge'])
  })

  it('the results of extensions are refused, so that a value of PRF cannot reach the server', async () => {
    const frame = await newFrame()
    const { passkey } = await signUp(frame)
    const extensions = { prf: { results: { first: base64(randomBytes(32)) } } }
    const refused = await finish(frame, await begin(frame), passkey, { extensions })
    expect(refusalOf(refused)).toEqual([422, 'response'])
    expect(refusalOf((await signUp(await newFrame(), { extensions })).answer)).toEqual([
      422,
      'response',
    ])
  })
})

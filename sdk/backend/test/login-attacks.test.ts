import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bodies } from '../src/modules/login/bodies.js'
import { onBothDatabases } from './databases.js'
import { base64, createFrame, frameOrigin, refusalOf, sha256 } from './login-client.js'
import { useLogin } from './login-world.js'
import { createPasskey } from './software-passkey.js'

const posts = Object.keys(bodies)
const gets = ['/session', '/sessions', '/recovery', '/audit', '/account/data']

onBothDatabases('attacks on the login', databases => {
  const world = useLogin(databases, { tokens: { audiences: ['https://api.app.test'] } })
  const { newPerson, newFrame, newAddress, logIn, mailedCode, sink, advance, lines } = world

  it('a request of another origin is refused on every route, whatever headers it can send', async () => {
    const { frame } = await newPerson()
    const foreign: readonly Readonly<Record<string, string | undefined>>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'SAME-ORIGIN' },
      { 'sec-fetch-site': 'same-origin, same-origin' },
      { 'sec-fetch-site': undefined, origin: undefined },
      { 'sec-fetch-site': undefined, origin: 'null' },
      { 'sec-fetch-site': undefined, origin: 'https://app.test' },
      { 'sec-fetch-site': undefined, origin: 'http://wallet.app.test' },
      { 'sec-fetch-site': undefined, origin: `${frameOrigin}.evil.test` },
      { 'sec-fetch-site': undefined, origin: `${frameOrigin}/` },
      { 'sec-fetch-site': undefined, origin: frameOrigin.toUpperCase() },
      { 'sec-fetch-site': 'same-origin', origin: 'https://evil.test' },
      { 'sec-fetch-site': 'same-site', origin: frameOrigin },
    ]
    let attempts = 0
    for (const headers of foreign) {
      for (const path of posts) {
        expect(refusalOf(await frame.ask(path, {}, headers)), path).toEqual([403, 'origin'])
        attempts++
      }
      if (headers['sec-fetch-site'] === undefined && headers.origin === undefined) continue
      for (const path of gets)
        expect(refusalOf(await frame.ask(path, undefined, headers)), path).toEqual([403, 'origin'])
    }
    expect(attempts).toBe(foreign.length * posts.length)
    const old = { 'sec-fetch-site': undefined }
    expect((await frame.ask('/nonce', {}, old)).status).toBe(200)
  })

  it('no route of the login lets another origin read its answer', async () => {
    const frame = await newFrame()
    for (const path of [...posts, ...gets]) {
      const body = gets.includes(path) ? undefined : {}
      const { headers } = await frame.ask(path, body, { origin: frameOrigin })
      expect(headers.get('access-control-allow-origin'), path).toBeNull()
      const preflight = await fetch(`${world.url()}/login${path}`, {
        method: 'OPTIONS',
        headers: { origin: frameOrigin, 'access-control-request-method': 'POST' },
      })
      expect(preflight.status, path).toBe(404)
    }
  })

  it('of guesses from 1,000 addresses none is accepted, and after five the right code is refused, too', {
    tags: 'thorough',
  }, async () => {
    const [frame, email] = [await newFrame(), newAddress()]
    const { answer, digits } = await mailedCode(email, () => frame.askCode(email))
    const guesses = Array.from({ length: 1_000 }, (_, index) =>
      String((Number(digits) + index + 1) % 1_000_000).padStart(6, '0'),
    )
    const nonce = String(answer.body.nonce)
    const proof = { nonce, signature: await frame.sign('login', nonce, frame.keyHash()) }
    const device = { publicKey: frame.jwk }
    const counts: Record<string, number> = {}
    for (let at = 0; at < guesses.length; at += 50)
      await Promise.all(
        guesses.slice(at, at + 50).map(async (code, index) => {
          const place = at + index
          const refused = await frame.ask(
            '/session',
            { codeId: answer.body.codeId, code, publicKey: frame.publicKey(), device, proof },
            { 'x-forwarded-for': `20.${place >> 8}.${place & 255}.1`, cookie: undefined },
          )
          const name = refusalOf(refused).join(' ')
          counts[name] = (counts[name] ?? 0) + 1
        }),
      )
    expect(counts).toEqual({ '401 wrong_code': 5, '401 code_over': 995 })
    expect(refusalOf(await frame.redeem(answer, digits))).toEqual([401, 'code_over'])
  })

  it('[R39] of 1,000 requests for a code to one address from 1,000 networks one sends a mail', {
    tags: 'thorough',
  }, async () => {
    const [frame, email] = [await newFrame(), newAddress()]
    const counts: Record<string, number> = {}
    for (let at = 0; at < 1_000; at += 50)
      await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const place = at + index
          const asked = await frame.ask(
            '/code',
            { email, keyHash: frame.keyHash() },
            { 'x-forwarded-for': `30.${place >> 8}.${place & 255}.1` },
          )
          const name = refusalOf(asked).join(' ')
          counts[name] = (counts[name] ?? 0) + 1
        }),
      )
    expect(counts).toEqual({ '200 ': 1, '429 cool_down': 999 })
  })

  it('the code of another device opens nothing, and costs its owner no attempt', async () => {
    const [owner, thief, email] = [await newFrame(), await newFrame(), newAddress()]
    const { answer, digits } = await mailedCode(email, () => owner.askCode(email))
    for (let attempt = 0; attempt < 20; attempt++)
      expect(refusalOf(await thief.redeem(answer, digits))).toEqual([401, 'code_over'])
    // With the public key of the owner's frame the device of the thief is registered nowhere, too:
    // it cannot sign with the owner's device key.
    const nonce = String(answer.body.nonce)
    const stolen = await thief.redeem(answer, digits, {
      publicKey: owner.publicKey(),
      device: { publicKey: owner.jwk },
      proof: { nonce, signature: await thief.sign('login', nonce, owner.keyHash()) },
    })
    expect(refusalOf(stolen)).toEqual([403, 'device_proof'])
    expect((await owner.redeem(answer, digits)).status).toBe(200)
  })

  it('a thief who knows the request and the code gets a session, but no share that he can open', async () => {
    const { frame: owner, email, person } = await newPerson()
    const share = randomBytes(39)
    await owner.storeWallet(1, share)
    advance(31)
    const { answer, digits } = await mailedCode(email, () => owner.askCode(email))
    const thief = await newFrame()
    const nonce = String(answer.body.nonce)
    const stolen = await thief.redeem(answer, digits, {
      publicKey: owner.publicKey(),
      proof: { nonce, signature: await thief.sign('login', nonce, owner.keyHash()) },
    })
    expect(stolen.status).toBe(200)
    expect(refusalOf(await thief.release())).toEqual([403, 'device_proof'])
    const proof = await thief.proof('release', owner.keyHash())
    const released = await thief.release({ publicKey: owner.publicKey(), proof })
    const sealed = released.body as { enc: string; sealed: string }
    const aad = `${person}\n1\n${proof.nonce}`
    await expect(thief.open(sealed, aad)).rejects.toThrow()
    expect(await owner.open(sealed, aad)).toEqual(share)
  })

  it('a thief of the mailbox can neither destroy nor take over the wallet on a new device for 24 hours', async () => {
    const { frame: owner, email, person } = await newPerson()
    const share = randomBytes(39)
    const wallet = generateKeyPairSync('ed25519')
    const walletKey = base64(wallet.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32))
    const recovery = [{ kind: 'code', blob: base64(randomBytes(80)) }]
    expect((await owner.storeWallet(1, share, { walletKey, recovery })).status).toBe(200)
    const own = (await owner.ask('/session')).body as {
      device: { id: string }
      recovery: { id: string }[]
    }
    const id = own.recovery[0]?.id ?? ''
    advance(31)
    const thief = await newFrame()
    await logIn(thief, email)
    const hostile = randomBytes(39)
    const challenge = await thief.ask('/passkey/add/options', {})
    const challengeId = String(challenge.body.challengeId)
    const response = createPasskey({ origin: frameOrigin, rpId: 'wallet.app.test' }).create(
      challenge.body.options as { challenge: string },
    )
    const attempts = async (more: object = {}) => [
      await thief.storeWallet(2, hostile, more),
      await thief.ask('/recovery/remove', {
        id,
        proof: await thief.proof('recovery-remove', id),
        ...more,
      }),
      await thief.ask('/account/delete', {
        proof: await thief.proof('delete', 'delete'),
        ...more,
      }),
      await thief.ask('/email', {
        email: 'thief@mail.test',
        proof: await thief.proof('email', 'thief@mail.test'),
        ...more,
      }),
      await thief.ask('/sign-out-everywhere', {
        keepCurrent: true,
        proof: await thief.proof('sign-out-everywhere', 'keep'),
        ...more,
      }),
      await thief.ask('/passkey/add', {
        challengeId,
        response,
        proof: await thief.proof('passkey-add', challengeId),
        ...more,
      }),
    ]
    const [stored, ...others] = await attempts()
    // No waiting helps here: a later version always needs the proof of the opened wallet.
    expect(stored && refusalOf(stored)).toEqual([403, 'device_proof'])
    for (const refused of others) expect(refusalOf(refused)).toEqual([403, 'export_cool_down'])
    for (const refused of await attempts({ walletProof: base64(randomBytes(64)) }))
      expect(refusalOf(refused)).toEqual([403, 'device_proof'])
    const removed = await thief.ask('/devices/remove', { id: own.device.id })
    expect(refusalOf(removed)).toEqual([403, 'export_cool_down'])
    // The owner's wallet is as it was.
    const proof = await owner.proof('release', owner.keyHash())
    const sealed = (await owner.release({ proof })).body as { enc: string; sealed: string }
    expect(await owner.open(sealed, `${person}\n1\n${proof.nonce}`)).toEqual(share)
    expect((await owner.ask('/session')).body).toMatchObject({
      person: { email },
      recovery: [{ id }],
    })

    // A device that opened the wallet by its recovery share proves that at once.
    const next = randomBytes(39)
    const given = await thief.proof('store', `2.${sha256(next)}`)
    const text = [
      'portico wallet proof 1',
      'store',
      frameOrigin,
      given.nonce,
      `2.${sha256(next)}`,
    ].join('\n')
    const walletProof = base64(sign(null, Buffer.from(text), wallet.privateKey))
    expect((await thief.storeWallet(2, next, { proof: given, walletProof })).status).toBe(200)
  })

  it('of ten simultaneous logins with one code exactly one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const [frame, email] = [await newFrame(), newAddress()]
      const { answer, digits } = await mailedCode(email, () => frame.askCode(email))
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => frame.redeem(answer, digits)),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const refused of answers.filter(({ status }) => status !== 200))
        expect(refusalOf(refused)).toEqual([401, 'code_over'])
    }
  })

  it('of ten simultaneous releases with one nonce exactly one succeeds, and a later one never does', async () => {
    const { frame } = await newPerson()
    await frame.storeWallet(1, randomBytes(39))
    const proof = await frame.proof('release', frame.keyHash())
    const answers = await Promise.all(Array.from({ length: 10 }, () => frame.release({ proof })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(refusalOf(await frame.release({ proof }))).toEqual([403, 'device_proof'])
  })

  it('a released share cannot be replayed: it opens with the nonce of its own release alone', async () => {
    const { frame, person } = await newPerson()
    await frame.storeWallet(1, randomBytes(39))
    const first = await frame.proof('release', frame.keyHash())
    const replayed = (await frame.release({ proof: first })).body
    const second = await frame.proof('release', frame.keyHash())
    await expect(frame.open(replayed as never, `${person}\n1\n${second.nonce}`)).rejects.toThrow()
  })

  it('a proof for another purpose, binding, origin, nonce or device is refused', async () => {
    const { frame } = await newPerson()
    const stranger = await createFrame(world.url)
    await frame.storeWallet(1, randomBytes(39))
    const hash = frame.keyHash()
    const nonce = async () => String((await frame.ask('/nonce', {})).body.nonce)
    const old = await nonce()
    advance(60)
    const attempts: readonly (readonly [string, string, string, string, typeof frame, string?])[] =
      [
        ['another purpose', 'store', await nonce(), hash, frame],
        ['no purpose', '', await nonce(), hash, frame],
        ['another binding', 'release', await nonce(), sha256(randomBytes(32)), frame],
        ['another device', 'release', await nonce(), hash, stranger],
        ['another origin', 'release', await nonce(), hash, frame, 'https://evil.test'],
        ['a nonce of its own', 'release', base64(randomBytes(24)), hash, frame],
        ['a nonce of a minute ago', 'release', old, hash, frame],
      ]
    for (const [name, purpose, given, binding, signer, origin] of attempts) {
      const signature = await signer.sign(purpose, given, binding, origin)
      const refused = await frame.release({ proof: { nonce: given, signature } })
      expect(refusalOf(refused), name).toEqual([403, 'device_proof'])
    }
    const other = await newPerson()
    const foreign = String((await other.frame.ask('/nonce', {})).body.nonce)
    const signature = await frame.sign('release', foreign, hash)
    expect(refusalOf(await frame.release({ proof: { nonce: foreign, signature } }))).toEqual([
      403,
      'device_proof',
    ])
  })

  it('a share is released ten times an hour at most', async () => {
    const { frame, email } = await newPerson()
    await frame.storeWallet(1, randomBytes(39))
    for (let count = 0; count < 10; count++) expect((await frame.release()).status).toBe(200)
    expect(refusalOf(await frame.release())).toEqual([429, 'rate_limited'])
    advance(31)
    await logIn(frame, email)
    expect(refusalOf(await frame.release())).toEqual([429, 'rate_limited'])
  })

  it('a public key of low order is refused, because nothing can be sealed to it', async () => {
    const lowOrder = [
      '00'.repeat(32),
      `01${'00'.repeat(31)}`,
      'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
      '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
      'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    ]
    for (const hex of lowOrder) {
      const [frame, email] = [await newFrame(), newAddress()]
      const key = Buffer.from(hex, 'hex')
      const { answer, digits } = await mailedCode(email, () =>
        frame.ask('/code', { email, keyHash: sha256(key) }),
      )
      const nonce = String(answer.body.nonce)
      const logged = await frame.redeem(answer, digits, {
        publicKey: base64(key),
        proof: { nonce, signature: await frame.sign('login', nonce, sha256(key)) },
      })
      expect(logged.status).toBe(200)
      await frame.storeWallet(1, randomBytes(39))
      const proof = await frame.proof('release', sha256(key))
      const refused = await frame.release({ publicKey: base64(key), proof })
      expect(refusalOf(refused), hex).toEqual([422, 'publicKey'])
    }
  })

  it('two cookies of one name, as a sibling site can set them, are no session', async () => {
    const { frame } = await newPerson()
    const real = frame.cookie ?? ''
    const tossed = `__Host-portico-login=${base64(randomBytes(32))}`
    for (const cookie of [
      `${tossed}; ${real}`,
      `${real}; ${tossed}`,
      real.toLowerCase(),
      `${real}x`,
    ])
      expect((await frame.ask('/session', undefined, { cookie })).body).toEqual({ session: null })
  })

  it('a person cannot end sessions, remove devices or recovery data of another person', async () => {
    const [mine, theirs] = [await newPerson(), await newPerson()]
    await mine.frame.storeWallet(1, randomBytes(39))
    await theirs.frame.storeWallet(1, randomBytes(39), {
      recovery: [{ kind: 'code', blob: base64(randomBytes(80)) }],
    })
    const { session, device, recovery } = (await theirs.frame.ask('/session')).body as {
      session: { id: string }
      device: { id: string }
      recovery: { id: string }[]
    }
    const { frame } = mine
    expect(refusalOf(await frame.ask('/sessions/end', { id: session.id }))).toEqual([
      404,
      'session_id',
    ])
    expect(refusalOf(await frame.ask('/devices/remove', { id: device.id }))).toEqual([
      404,
      'device',
    ])
    const id = recovery[0]?.id ?? ''
    const proof = await frame.proof('recovery-remove', id)
    expect(refusalOf(await frame.ask('/recovery/remove', { id, proof }))).toEqual([404, 'recovery'])
    expect((await theirs.frame.ask('/session')).body).toMatchObject({ recovery: [{ id }] })
  })

  it('two people who share one browser and its device key have wallets of their own', async () => {
    const { frame, answer } = await newPerson()
    const share = randomBytes(39)
    await frame.storeWallet(1, share)
    const second = await logIn(frame, newAddress())
    expect(second.body).toMatchObject({ wallet: null, device: { isNew: true } })
    expect((second.body.person as { id: string }).id).not.toBe(
      (answer.body.person as { id: string }).id,
    )
    expect(refusalOf(await frame.release())).toEqual([404, 'wallet'])
  })

  it('hostile bodies get 4xx on every route, with and without a session, and never 5xx', async () => {
    const { frame } = await newPerson()
    const outsider = await newFrame()
    const texts = ['', '{', 'null', '[]', '"x"', '1e999', '{"__proto__":{"proof":{}}}', '\0']
    const harmless = new Set(['/nonce', '/sign-out', '/passkey/add/options'])
    for (const path of posts)
      for (const text of texts) {
        const answer = await frame.ask(path, text)
        if (!harmless.has(path))
          expect(answer.status, `${path} ${JSON.stringify(text)}`).toBeGreaterThanOrEqual(400)
        expect(answer.status, `${path} ${JSON.stringify(text)}`).toBeLessThan(500)
      }
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...posts.filter(path => !harmless.has(path))),
        fc.dictionary(
          fc.constantFrom(
            'email',
            'keyHash',
            'code',
            'codeId',
            'proof',
            'id',
            'version',
            'token',
            'x',
          ),
          fc.jsonValue({ maxDepth: 2 }),
        ),
        fc.boolean(),
        async (path, body, isKnown) => {
          const { status } = await (isKnown ? frame : outsider).ask(path, body)
          expect(status).toBeGreaterThanOrEqual(400)
          expect(status).toBeLessThan(500)
        },
      ),
      { numRuns: 300 },
    )
    const large = JSON.stringify({ email: 'a'.repeat(200_000) })
    expect((await frame.ask('/code', large)).status).toBe(413)
    const plain = await frame.ask('/code', '{}', { 'content-type': 'text/plain' })
    expect(refusalOf(plain)).toEqual([422, 'body'])
  })

  it('[S33] no line of the log has an address, a code, a token, or an id of a person', async () => {
    const { frame, email, person } = await newPerson()
    await frame.release()
    const digits = (await sink().newest(email)).subject.slice(0, 6)
    const log = lines.join('')
    expect(log).toContain('/login/session')
    for (const secret of [email, 'mail.test', person, frame.cookie?.split('=')[1] ?? '?'])
      expect(log).not.toContain(secret)
    expect(log).not.toMatch(new RegExp(`\\b${digits}\\b`))
  })
})

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createBrowser } from '../../test/key-rig.js'
import {
  browserFetch,
  call,
  frameIn,
  startWalletWorld,
  type WalletWorld,
} from '../../test/wallet-world.js'
import { FrameRefusal } from '../frame/errors.js'
import { base64url, sha256, utf8 } from '../keys/bytes.js'
import { KeyError } from '../keys/errors.js'
import { isProtected, newRecoveryCode } from '../keys/recovery.js'
import { createServerShare } from '../login/server-share.js'
import { createRecoveryApi } from './recovery-api.js'

let world: WalletWorld
const closing: { close(): void }[] = []
beforeAll(async () => {
  world = await startWalletWorld()
}, 60_000)
afterAll(() => world.stop(), 60_000)
afterEach(() => {
  for (const keys of closing.splice(0)) keys.close()
  vi.useRealTimers()
})

type Frame = ReturnType<typeof frameIn>
function newFrame(browser = createBrowser(), send = browserFetch(world.backend.url)): Frame {
  const frame = frameIn(browser, send)
  closing.push(frame.keys)
  return frame
}
const { signal } = call()
let people = 0
/** Later logins of a test come after the cool-down of the address. */
let later = 0
async function logIn(frame: Frame, email: string): Promise<unknown> {
  later += 31_000
  vi.useFakeTimers({ toFake: ['Date'], now: vi.getRealSystemTime() + later })
  const after = world.sink.mails.length
  await frame.login.handlers.CONNECT_EMAIL?.({ email }, call())
  const otp = await world.sink.newestCode(email, { after })
  return frame.login.handlers.CONNECT_OTP?.({ otp }, call()).then(() => 'open', codeOfError)
}
const codeOfError = (error: unknown) =>
  error instanceof FrameRefusal || error instanceof KeyError ? error.code : String(error)
const codeOf = (work: Promise<unknown>) => work.then(() => 'done', codeOfError)
const newAddress = () => `recovery${++people}@mail.test`
async function newWallet(browser?: ReturnType<typeof createBrowser>, send?: typeof fetch) {
  const email = newAddress()
  const frame = newFrame(browser, send)
  expect(await logIn(frame, email)).toBe('open')
  return { email, frame, words: await frame.keys.exportWords() }
}
async function keepCode({ recovery }: Frame): Promise<string> {
  const made = await recovery.newCode(signal)
  await recovery.keepCode(made, signal)
  return made.code
}
const kindsOf = async ({ recovery }: Frame) =>
  (await recovery.methods(signal)).map(({ kind }) => kind)
const byCode = (code: string) => ({ kind: 'code', code }) as const

describe('the recovery of a wallet, with a backend and the keys', () => {
  it('a code counts once it is kept, and another code takes its place', async () => {
    const { frame } = await newWallet()
    await frame.recovery.newCode(signal)
    expect(await kindsOf(frame)).toEqual([])
    const first = await keepCode(frame)
    const methods = await frame.recovery.methods(signal)
    expect(isProtected(methods)).toBe(true)
    const second = await keepCode(frame)
    expect(await kindsOf(frame)).toEqual(['code'])
    expect(second).not.toBe(first)
  })

  it('a new browser gets the wallet by its code, the older browser becomes useless, and the code stays valid', async () => {
    const { email, frame, words } = await newWallet()
    const code = await keepCode(frame)
    const older = await frame.keys.exportDeviceShare()

    const browser = createBrowser()
    const second = newFrame(browser)
    expect(await logIn(second, email)).toBe('WALLET_ELSEWHERE')
    await second.recovery.recover(await second.recovery.begin(signal), byCode(code), signal)
    expect(await second.keys.exportWords()).toBe(words)
    expect(await second.keys.exportDeviceShare()).not.toBe(older)
    expect(await second.keys.status()).toMatchObject({ version: 2 })

    // The share of the older browser has another version than the server's now.
    expect(await logIn(frame, email)).toBe('SHARE_OUTDATED')
    await frame.recovery.recover(await frame.recovery.begin(signal), byCode(code), signal)
    expect(await frame.keys.exportWords()).toBe(words)
    expect(await frame.keys.status()).toMatchObject({ version: 3 })
  })

  it('a passkey and a code both open the wallet after it was recovered by one of them', async () => {
    const { email, frame, words } = await newWallet()
    const value = crypto.getRandomValues(new Uint8Array(32))
    const passkey = () => ({ kind: 'prf', value: value.slice() }) as const
    const code = await keepCode(frame)
    await addPasskeyWith(frame, passkey().value)
    expect((await kindsOf(frame)).toSorted()).toEqual(['code', 'prf'])
    for (const secret of [passkey, () => byCode(code), passkey]) {
      const next = newFrame()
      expect(await logIn(next, email)).toBe('WALLET_ELSEWHERE')
      await next.recovery.recover(await next.recovery.begin(signal), secret(), signal)
      expect(await next.keys.exportWords()).toBe(words)
      expect((await kindsOf(next)).toSorted()).toEqual(['code', 'prf'])
    }
  })

  it('a mistyped code, another code and another passkey are refused by name, and nothing is changed', async () => {
    const { email, frame, words } = await newWallet()
    const code = await keepCode(frame)
    const second = newFrame()
    await logIn(second, email)
    const from = await second.recovery.begin(signal)
    const attempts: readonly (readonly [string, Parameters<typeof second.recovery.recover>[1]])[] =
      [
        ['CODE_MISTYPED', byCode(code.slice(1))],
        ['CODE_MISTYPED', byCode('')],
        ['RECOVERY_WRONG', byCode(newRecoveryCode())],
        ['RECOVERY_WRONG', { kind: 'prf', value: new Uint8Array(32) }],
      ]
    for (const [expected, secret] of attempts)
      expect(await codeOf(second.recovery.recover(from, secret, signal))).toBe(expected)
    expect((await second.keys.status()).phase).toBe('locked')
    await second.recovery.recover(from, byCode(code), signal)
    expect(await second.keys.exportWords()).toBe(words)
  })

  it('recovery data and shares of another person open nothing, and keep this wallet as it is', async () => {
    const [one, other] = [await newWallet(), await newWallet()]
    const [code, foreign] = [await keepCode(one.frame), await keepCode(other.frame)]
    const [second, thief] = [newFrame(), newFrame()]
    await logIn(second, one.email)
    const from = await second.recovery.begin(signal)
    await logIn(thief, other.email)
    const fromOther = await thief.recovery.begin(signal)
    // A server that mixes people up: the blob of the other, with the code of the other.
    const mixed = { ...from, blobs: fromOther.blobs }
    expect(await codeOf(second.recovery.recover(mixed, byCode(code), signal))).toBe(
      'RECOVERY_WRONG',
    )
    expect(await codeOf(second.recovery.recover(mixed, byCode(foreign), signal))).toBe(
      'SHARE_FOREIGN',
    )
    const sealed = { ...from, released: fromOther.released }
    expect(await codeOf(second.recovery.recover(sealed, byCode(code), signal))).toBe('SEAL_WRONG')
    await second.recovery.recover(from, byCode(code), signal)
    expect(await second.keys.exportWords()).toBe(one.words)
  })

  it('old recovery data is refused after a split, and the newest opens', async () => {
    const { email, frame, words } = await newWallet()
    const code = await keepCode(frame)
    const second = newFrame()
    await logIn(second, email)
    const old = await second.recovery.begin(signal)
    await logIn(frame, email)
    await frame.recovery.splitAnew(signal)
    expect(await codeOf(second.recovery.recover(old, byCode(code), signal))).toBe('WALLET_CHANGED')
    expect((await second.keys.status()).phase).toBe('locked')
    await logIn(second, email)
    const newest = await second.recovery.begin(signal)
    const mixed = { ...newest, blobs: old.blobs }
    expect(await codeOf(second.recovery.recover(mixed, byCode(code), signal))).toBe(
      'SHARE_OUTDATED',
    )
    await second.recovery.recover(newest, byCode(code), signal)
    expect(await second.keys.exportWords()).toBe(words)
  })

  it('two tabs that log in for the first time at once have one wallet', async () => {
    const [browser, send, email] = [createBrowser(), browserFetch(world.backend.url), newAddress()]
    const tabs = [newFrame(browser, send), newFrame(browser, send)] as const
    const codes: string[] = []
    for (const { login } of tabs) {
      later += 31_000
      vi.useFakeTimers({ toFake: ['Date'], now: vi.getRealSystemTime() + later })
      const after = world.sink.mails.length
      await login.handlers.CONNECT_EMAIL?.({ email }, call())
      codes.push(await world.sink.newestCode(email, { after }))
    }
    const results = await Promise.all(
      tabs.map(({ login }, at) =>
        codeOf(login.handlers.CONNECT_OTP?.({ otp: codes[at] ?? '' }, call()) as Promise<unknown>),
      ),
    )
    expect(results).toContain('done')
    // A tab whose key of the login was replaced by the other's logs in again, and has the same.
    for (const frame of tabs)
      if ((await frame.keys.status()).phase === 'locked') await logIn(frame, email)
    const [one, two] = await Promise.all(tabs.map(({ keys }) => keys.exportWords()))
    expect(one).toBe(two)
  })

  it('two tabs that split at the same time both succeed, one after the other', async () => {
    const [browser, send] = [createBrowser(), browserFetch(world.backend.url)]
    const { frame, words } = await newWallet(browser, send)
    const other = newFrame(browser, send)
    await other.login.unlock(signal)
    await Promise.all([frame.recovery.splitAnew(signal), other.recovery.splitAnew(signal)])
    expect(await other.keys.status()).toMatchObject({ version: 3 })
    const again = newFrame(browser, send)
    await again.login.unlock(signal)
    expect(await again.keys.exportWords()).toBe(words)
  })

  it('a recovery whose network ends at any request is told so, loses nothing, and succeeds when it is tried again', async () => {
    const { email, frame, words } = await newWallet()
    const code = await keepCode(frame)
    let requests = Number.POSITIVE_INFINITY
    let isAnswerLost = false
    const online = browserFetch(world.backend.url)
    const send: typeof fetch = async (...asked) => {
      if (--requests > 0) return online(...asked)
      if (isAnswerLost) await online(...asked)
      throw new TypeError('offline')
    }
    let steps = 0
    for (isAnswerLost of [false, true])
      for (let left = 1; ; left++) {
        const browser = createBrowser()
        const second = newFrame(browser, send)
        requests = Number.POSITIVE_INFINITY
        expect(await logIn(second, email)).toBe('WALLET_ELSEWHERE')
        requests = left
        const recover = async () =>
          second.recovery.recover(await second.recovery.begin(signal), byCode(code), signal)
        const outcome = await codeOf(recover())
        requests = Number.POSITIVE_INFINITY
        if (outcome === 'done') break
        expect(outcome).toBe('OFFLINE')
        expect((await second.keys.status()).phase).toBe('locked')
        steps++
        // Another attempt, as the screen makes it.
        await recover()
        expect(await second.keys.exportWords()).toBe(words)
        second.keys.close()
      }
    expect(steps).toBeGreaterThanOrEqual(12)
  }, 120_000)

  it('a code of one person is not kept for another person who logged in meanwhile', async () => {
    const [browser, send] = [createBrowser(), browserFetch(world.backend.url)]
    const { frame } = await newWallet(browser, send)
    const made = await frame.recovery.newCode(signal)
    const other = newFrame(browser, send)
    expect(await logIn(other, newAddress())).toBe('open')
    expect(await codeOf(frame.recovery.keepCode(made, signal))).toBe('SESSION_EXPIRED')
    expect(await kindsOf(other)).toEqual([])
  })

  it('a split without any way of recovery keeps the wallet on this device alone', async () => {
    const { email, frame, words } = await newWallet()
    await frame.recovery.splitAnew(signal)
    expect(await frame.keys.status()).toMatchObject({ version: 2 })
    expect(await logIn(frame, email)).toBe('open')
    expect(await frame.keys.exportWords()).toBe(words)
    const second = newFrame()
    await logIn(second, email)
    expect((await second.recovery.begin(signal)).blobs).toEqual([])
  })

  it('words are shown at once on the device that made the wallet, and after a day on a new one', async () => {
    const { email, frame } = await newWallet()
    const code = await keepCode(frame)
    expect(await codeOf(frame.recovery.allowExport(signal))).toBe('done')
    const second = newFrame()
    await logIn(second, email)
    await second.recovery.recover(await second.recovery.begin(signal), byCode(code), signal)
    expect(await codeOf(second.recovery.allowExport(signal))).toBe('DEVICE_TOO_NEW')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 360_000 })
    expect(await codeOf(frame.recovery.allowExport(signal))).toBe('SESSION_EXPIRED')
  })

  it('the first login registers the key of the wallet: without its proof nothing is added, and another wallet cannot make it', async () => {
    const { frame } = await newWallet()
    const other = newFrame()
    await other.keys.create({ person: 'thief' })
    const proofsOf = async (prover: Frame, purpose: string) => {
      const nonce = await frame.api.nonce(signal)
      const asked = { purpose, nonce, binding: await bindingOf(made) }
      const proof = { nonce, signature: await frame.keys.proveDevice(asked) }
      return { proof, walletProof: await prover.keys.proveWallet(asked) }
    }
    const made = await frame.keys.wrapRecovery(byCode(newRecoveryCode()))
    const { version, kind, blob, meta } = made
    const input = { version, kind, blob, meta }
    const api = createRecoveryApi(frame.call)
    const { proof } = await proofsOf(frame, 'recovery-add')
    const withoutProof = { ...input, proof } as unknown as Parameters<typeof api.add>[0]
    expect(await codeOf(api.add(withoutProof, signal))).toBe('FAILED')
    const foreign = await proofsOf(other, 'recovery-add')
    expect(await codeOf(api.add({ ...input, ...foreign }, signal))).toBe('FAILED')
    const store = await proofsOf(frame, 'store')
    expect(await codeOf(api.add({ ...input, ...store }, signal))).toBe('FAILED')
    expect(await kindsOf(frame)).toEqual([])
    const own = await proofsOf(frame, 'recovery-add')
    expect(await codeOf(api.add({ ...input, ...own }, signal))).toBe('done')
  })

  it('a split wraps by the secrets that this wallet has sealed, and by none that another one has', async () => {
    const [one, other] = [newFrame(), newFrame()]
    await one.keys.create({ person: 'one' })
    await other.keys.create({ person: 'other' })
    const code = newRecoveryCode()
    const sealed = async ({ keys }: Frame) =>
      ({ kind: 'kept', of: 'code', meta: (await keys.wrapRecovery(byCode(code))).meta }) as const
    const [own, foreign] = [await sealed(one), await sealed(other)]
    const recovery = [own, foreign, { ...own, of: 'prf' as const }]
    const split = await one.keys.resplit({ recovery })
    expect(split.recovery).toEqual([expect.objectContaining({ kind: 'code' }), null, null])
  })

  it('a thief of the mailbox can neither replace the shares nor add recovery data of his own', async () => {
    const { email, frame } = await newWallet()
    await keepCode(frame)
    const thief = newFrame()
    expect(await logIn(thief, email)).toBe('WALLET_ELSEWHERE')
    expect(await codeOf(thief.recovery.splitAnew(signal))).toBe('WALLET_ELSEWHERE')
    expect(await codeOf(thief.recovery.newCode(signal))).toBe('WALLET_ELSEWHERE')
    expect(await kindsOf(frame)).toEqual(['code'])
  })
})

const bindingOf = async (
  { version, kind, blob, meta }: Awaited<ReturnType<Frame['keys']['wrapRecovery']>>,
  credentialId?: string,
) =>
  base64url(
    await sha256(utf8(JSON.stringify([version, kind, blob, meta, null, credentialId ?? null]))),
  )

/** Wraps the share by the secret of a passkey, without the browser's part. */
async function addPasskeyWith(
  { keys, api, call: send }: Frame,
  value: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const server = createServerShare({ api, keys, networks: [] })
  const made = await keys.wrapRecovery({ kind: 'prf', value })
  const { version, kind, blob, meta } = made
  const credentialId = 'AAAA'
  const binding = await bindingOf(made, credentialId)
  const proofs = await server.prove('recovery-add', binding, signal)
  await createRecoveryApi(send).add({ version, kind, blob, meta, credentialId, ...proofs }, signal)
}

describe('a split that fails midway, with a backend of its own because of its many logins', () => {
  beforeAll(async () => {
    await world.stop()
    world = await startWalletWorld()
  }, 60_000)

  it('a split whose network ends at any request locks the wallet, and a code that is kept afterwards opens it', async () => {
    let requests = Number.POSITIVE_INFINITY
    let isAnswerLost = false
    const online = browserFetch(world.backend.url)
    const send: typeof fetch = async (...asked) => {
      if (--requests > 0) return online(...asked)
      if (isAnswerLost) await online(...asked)
      throw new TypeError('offline')
    }
    let steps = 0
    for (isAnswerLost of [false, true])
      for (let left = 1; ; left++) {
        // Of another person each time: the server limits how often it releases a share.
        const { email, frame, words } = await newWallet(undefined, send)
        requests = left
        const outcome = await codeOf(frame.recovery.splitAnew(signal))
        requests = Number.POSITIVE_INFINITY
        if (outcome === 'done') break
        expect(outcome).toBe('OFFLINE')
        steps++
        // The person goes on: another split, then a code, which has to open the wallet.
        if ((await frame.keys.status()).phase === 'locked')
          expect(await logIn(frame, email)).toBe('open')
        expect(await codeOf(frame.recovery.splitAnew(signal))).toBe('done')
        const code = await keepCode(frame)
        const second = newFrame()
        expect(await logIn(second, email)).toBe('WALLET_ELSEWHERE')
        await second.recovery.recover(await second.recovery.begin(signal), byCode(code), signal)
        expect(await second.keys.exportWords()).toBe(words)
        for (const { keys } of [frame, second]) keys.close()
      }
    expect(steps).toBeGreaterThanOrEqual(8)
  }, 120_000)
})

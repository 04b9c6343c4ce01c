import { parseTransaction, recoverTransactionAddress, verifyMessage } from 'viem'
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
import type { SigningRequest } from '../frame/serve-page.js'
import { type Confirmation, createSigner } from '../signing/sign-request.js'
import { createLoginApi } from './login-api.js'

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
function newFrame(
  browser = createBrowser(),
  send = browserFetch(world.backend.url),
  options: Parameters<typeof frameIn>[2] = {},
): Frame {
  const frame = frameIn(browser, send, options)
  closing.push(frame.keys)
  return frame
}
let people = 0
const newAddress = () => `person${++people}@mail.test`
async function logIn({ login }: Frame, email = newAddress()): Promise<string> {
  const after = world.sink.mails.length
  await login.handlers.CONNECT_EMAIL?.({ email }, call())
  const otp = await world.sink.newestCode(email, { after })
  await login.handlers.CONNECT_OTP?.({ otp }, call())
  return email
}
const userOf = ({ login }: Frame, chainId: string) =>
  login.handlers.GET_USER?.({ chainId }, call()) ?? expect.unreachable('no handler')
const codeOf = (work: Promise<unknown> | undefined) =>
  work?.then(
    () => 'done',
    (error: unknown) => (error instanceof FrameRefusal ? error.code : String(error)),
  )

/** A signer whose person approves, and what they saw. */
function approving(
  { keys, login }: Frame,
  decide: (seen: Confirmation) => void | Promise<unknown> = () => undefined,
) {
  const seen: Confirmation[] = []
  const signed: Parameters<typeof keys.sign>[0][] = []
  const counted = {
    sign(asked: Parameters<typeof keys.sign>[0]) {
      signed.push(asked)
      return keys.sign(asked)
    },
  }
  const sign = createSigner(counted, login, async confirmation => {
    seen.push(confirmation)
    await decide(confirmation)
  })
  return { seen, signed, sign }
}

describe('The login of the frame, with a backend and the keys', () => {
  it('[S1.03] [S1.04] a first login makes a wallet with an account of each chain', async () => {
    const frame = newFrame()
    expect(await frame.login.handlers.IS_CONNECTED?.(undefined, call())).toEqual({
      isConnected: false,
    })
    const email = await logIn(frame)
    expect(await frame.login.handlers.IS_CONNECTED?.(undefined, call())).toEqual({
      isConnected: true,
    })
    expect(await userOf(frame, 'eip155:1')).toMatchObject({
      email,
      address: expect.stringMatching(/^0x[\da-fA-F]{40}$/),
      chainId: 'eip155:1',
    })
    expect((await userOf(frame, 'solana:x')).address).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
    expect(await codeOf(userOf(frame, 'bip122:x'))).toBe('NETWORK_UNKNOWN')
  })

  it('a person who comes back has the same accounts, and signs after a release of the share', async () => {
    const browser = createBrowser()
    const send = browserFetch(world.backend.url)
    const first = newFrame(browser, send)
    await logIn(first)
    const { address } = await userOf(first, 'eip155:1')
    first.keys.close()
    // The page was reloaded: the worker knows nothing, and the login is recent.
    const second = newFrame(browser, send)
    expect((await userOf(second, 'eip155:1')).address).toBe(address)
    expect((await second.keys.status()).phase).toBe('locked')
    const { sign } = approving(second)
    const signature = await sign(
      { method: 'personal_sign', params: ['0x4869', address], chainId: 'eip155:1' },
      call(),
    )
    expect(
      await verifyMessage({
        address: address as `0x${string}`,
        message: 'Hi',
        signature: signature as `0x${string}`,
      }),
    ).toBe(true)
  })

  it('the same person on a device without a share is told that the wallet is elsewhere, and is not connected', async () => {
    const email = await logIn(newFrame())
    const other = newFrame()
    expect(await codeOf(logIn(other, email))).toBe('COOL_DOWN')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    expect(await codeOf(logIn(other, email))).toBe('WALLET_ELSEWHERE')
    expect(await other.login.handlers.IS_CONNECTED?.(undefined, call())).toEqual({
      isConnected: false,
    })
  })

  it('[R39] a wrong code, a code of another device and a code after its use are refused', async () => {
    const frame = newFrame()
    const email = newAddress()
    const after = world.sink.mails.length
    expect(await codeOf(frame.login.handlers.CONNECT_OTP?.({ otp: '000000' }, call()))).toBe(
      'CODE_EXPIRED',
    )
    await frame.login.handlers.CONNECT_EMAIL?.({ email }, call())
    const otp = await world.sink.newestCode(email, { after })
    const wrong = otp === '000000' ? '111111' : '000000'
    expect(await codeOf(frame.login.handlers.CONNECT_OTP?.({ otp: wrong }, call()))).toBe(
      'WRONG_CODE',
    )
    expect(await codeOf(newFrame().login.handlers.CONNECT_OTP?.({ otp }, call()))).toBe(
      'CODE_EXPIRED',
    )
    await frame.login.handlers.CONNECT_OTP?.({ otp }, call())
    expect(await codeOf(frame.login.handlers.CONNECT_OTP?.({ otp }, call()))).toBe('CODE_EXPIRED')
  })

  it('[S7.42] after signing out the person is not connected, and the frame signs nothing', async () => {
    const frame = newFrame()
    await logIn(frame)
    const { address } = await userOf(frame, 'eip155:1')
    await frame.login.handlers.SIGN_OUT?.(undefined, call())
    expect(await frame.login.handlers.IS_CONNECTED?.(undefined, call())).toEqual({
      isConnected: false,
    })
    const { sign, seen } = approving(frame)
    const request: SigningRequest = {
      method: 'personal_sign',
      params: ['0x4869', address],
      chainId: 'eip155:1',
    }
    expect(await codeOf(sign(request, call()))).toBe('SESSION_EXPIRED')
    expect(seen).toEqual([])
  })

  it('[S7.42] a person who signs out without a network stays signed out until the next login', async () => {
    const browser = createBrowser()
    let isOnline = true
    const online = browserFetch(world.backend.url)
    const send: typeof fetch = (...asked) =>
      isOnline ? online(...asked) : Promise.reject(new TypeError('offline'))
    const frame = newFrame(browser, send)
    const email = await logIn(frame)
    isOnline = false
    expect(await codeOf(frame.login.handlers.SIGN_OUT?.(undefined, call()))).toBe('OFFLINE')
    isOnline = true
    // The cookie is still there, but this browser keeps to what the person said.
    const later = newFrame(browser, send)
    expect(await later.login.handlers.IS_CONNECTED?.(undefined, call())).toEqual({
      isConnected: false,
    })
    expect(await codeOf(later.login.unlock(call().signal))).toBe('SESSION_EXPIRED')
    expect(await later.keys.loginKey()).toBeNull()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    await logIn(later, email)
    expect(await later.login.handlers.IS_CONNECTED?.(undefined, call())).toEqual({
      isConnected: true,
    })
  })

  it('[S7.42] signing out while a code is checked ends that login, too', async () => {
    const frame = newFrame()
    const email = newAddress()
    const after = world.sink.mails.length
    await frame.login.handlers.CONNECT_EMAIL?.({ email }, call())
    const otp = await world.sink.newestCode(email, { after })
    const checking = frame.login.handlers.CONNECT_OTP?.({ otp }, call())
    await frame.login.handlers.SIGN_OUT?.(undefined, call())
    await checking
    expect(await frame.login.handlers.IS_CONNECTED?.(undefined, call())).toEqual({
      isConnected: false,
    })
    expect((await frame.keys.status()).phase).toBe('locked')
  })

  it('[R39] a code that is still on its way is valid after signing out', async () => {
    const frame = newFrame()
    const email = newAddress()
    const after = world.sink.mails.length
    await frame.login.handlers.CONNECT_EMAIL?.({ email }, call())
    const otp = await world.sink.newestCode(email, { after })
    await frame.login.handlers.SIGN_OUT?.(undefined, call())
    await frame.login.handlers.CONNECT_OTP?.({ otp }, call())
    expect(await frame.login.handlers.IS_CONNECTED?.(undefined, call())).toEqual({
      isConnected: true,
    })
  })

  it('the keys are locked when the frame learns that the login has ended', async () => {
    const frame = newFrame()
    await logIn(frame)
    expect((await frame.keys.status()).phase).toBe('unlocked')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400 * 86_400_000 })
    expect(await frame.login.handlers.IS_CONNECTED?.(undefined, call())).toEqual({
      isConnected: false,
    })
    vi.useRealTimers()
    expect((await frame.keys.status()).phase).toBe('locked')
  })

  it('[R39] a resend that is refused leaves the code of the last mail valid', async () => {
    const frame = newFrame()
    const email = newAddress()
    const after = world.sink.mails.length
    expect(await frame.login.handlers.CONNECT_EMAIL?.({ email }, call())).toEqual({
      action: 'VERIFY_OTP',
      resendAfterSeconds: 30,
    })
    const otp = await world.sink.newestCode(email, { after })
    expect(await codeOf(frame.login.handlers.CONNECT_EMAIL?.({ email }, call()))).toBe('COOL_DOWN')
    await frame.login.handlers.CONNECT_OTP?.({ otp }, call())
    expect(await frame.login.handlers.IS_CONNECTED?.(undefined, call())).toEqual({
      isConnected: true,
    })
  })

  it('[R39] a code that is over takes its key along, and the next code has another', async () => {
    const frame = newFrame()
    const email = newAddress()
    await frame.login.handlers.CONNECT_EMAIL?.({ email }, call())
    const before = await frame.keys.loginKey()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    const late = frame.login.handlers.CONNECT_OTP?.({ otp: '000000' }, call())
    expect(await codeOf(late)).toBe('CODE_EXPIRED')
    await logIn(frame, email)
    expect((await frame.keys.loginKey())?.keyHash).not.toBe(before?.keyHash)
  })

  it('a browser in which the frame cannot ask gets no code, and so no wallet that could never sign', async () => {
    const sent = world.sink.mails.length
    const frame = newFrame(undefined, undefined, { canConfirm: false })
    const asked = frame.login.handlers.CONNECT_EMAIL?.({ email: newAddress() }, call())
    expect(await codeOf(asked)).toBe('UNSUPPORTED')
    expect(world.sink.mails.length).toBe(sent)
  })

  it('the browser is asked to keep its storage when it gets a new wallet, and not again', async () => {
    const kept = vi.fn<() => void>()
    const frame = newFrame(undefined, undefined, { keepStorage: kept })
    const email = await logIn(frame)
    expect(kept).toHaveBeenCalledOnce()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    await logIn(frame, email)
    expect(kept).toHaveBeenCalledOnce()
  })

  it('a server that does not answer, or answers something else, is a failure without details', async () => {
    const { signal } = call()
    const answers = [
      ['OFFLINE', async () => Promise.reject(new TypeError('offline'))],
      ['FAILED', async () => new Response('<html>')],
      ['FAILED', async () => Response.json({ person: 1 })],
      ['FAILED', async () => Response.json({}, { status: 500 })],
    ] as const
    for (const [expected, send] of answers)
      expect(await codeOf(createLoginApi(send as typeof fetch).session(signal))).toBe(expected)
  })
})

describe('Requests to sign', () => {
  const to = '0x3333333333333333333333333333333333333333'
  const fees = { nonce: '0x0', gas: '0x5208', maxFeePerGas: '0x64', maxPriorityFeePerGas: '0x1' }
  async function ready(decide?: Parameters<typeof approving>[1]) {
    const frame = newFrame()
    await logIn(frame)
    const { address } = await userOf(frame, 'eip155:1')
    return { ...approving(frame, decide), frame, address }
  }

  it('[S9.44] [S10] what the person saw is what is signed', async () => {
    const { sign, seen, address } = await ready()
    const transaction = { from: address, to, value: '0x5', ...fees }
    const signed = (await sign(
      { method: 'eth_sendTransaction', params: [transaction], chainId: 'eip155:1' },
      call(),
    )) as { signed: `0x02${string}`; hash: string }
    expect(seen).toMatchObject([
      {
        origin: 'https://app.example',
        address,
        reading: {
          actions: [{ kind: 'transfer', asset: 'native', to, amount: 5n }],
          fee: 2_100_000n,
        },
      },
    ])
    expect(parseTransaction(signed.signed)).toMatchObject({
      to,
      value: 5n,
      chainId: 1,
      gas: 21_000n,
    })
    expect(await recoverTransactionAddress({ serializedTransaction: signed.signed })).toBe(address)
  })

  it.each<[string, string, (address: string) => Partial<SigningRequest>]>([
    [
      'UNREADABLE',
      'an unknown call',
      from => ({ params: [{ from, to, data: '0x12345678', ...fees }] }),
    ],
    ['UNREADABLE', 'a fee that is left open', from => ({ params: [{ from, to }] })],
    [
      'UNREADABLE',
      'two kinds of fee',
      from => ({ params: [{ from, to, gasPrice: '0x1', ...fees }] }),
    ],
    ['INVALID', 'another chain', from => ({ params: [{ from, to, chainId: '0x2', ...fees }] })],
    ['INVALID', 'another account', () => ({ params: [{ from: to, to, ...fees }] })],
    [
      'INVALID',
      'a message of another account',
      () => ({ method: 'personal_sign', params: ['0x4869', to] }),
    ],
    [
      'UNSUPPORTED',
      'a bundle',
      () => ({ method: 'wallet_sendCalls', params: [{ calls: [{ to }] }] }),
    ],
  ])(
    '[S10] [S28] the answer is %s without asking the person for %s',
    async (code, _name, change) => {
      const { sign, seen, address } = await ready()
      const request: SigningRequest = {
        method: 'eth_sendTransaction',
        params: [],
        chainId: 'eip155:1',
        ...change(address),
      }
      expect(await codeOf(sign(request, call()))).toBe(code)
      expect(seen).toEqual([])
    },
  )

  it('nothing is signed when the person declines, or the page aborts before they approve', async () => {
    const decline = await ready(() => {
      throw new FrameRefusal('DECLINED')
    })
    const request = ({ address }: { address: string }): SigningRequest => ({
      method: 'personal_sign',
      params: ['0x4869', address],
      chainId: 'eip155:1',
    })
    expect(await codeOf(decline.sign(request(decline), call()))).toBe('DECLINED')
    const ending = new AbortController()
    const aborted = await ready(() => ending.abort(new FrameRefusal('ABORTED')))
    const answer = aborted.sign(request(aborted), { ...call(), signal: ending.signal })
    expect(await codeOf(answer)).toBe('ABORTED')
    expect([decline.signed, aborted.signed]).toEqual([[], []])
    const approved = await ready()
    await approved.sign(request(approved), call())
    expect(approved.signed).toHaveLength(1)
  })
  it('a login that is not recent enough to open the wallet is refused before the person is asked', async () => {
    const browser = createBrowser()
    const send = browserFetch(world.backend.url)
    const first = newFrame(browser, send)
    await logIn(first)
    const { address } = await userOf(first, 'eip155:1')
    first.keys.close()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    const { sign, seen } = approving(newFrame(browser, send))
    const request: SigningRequest = {
      method: 'personal_sign',
      params: ['0x4869', address],
      chainId: 'eip155:1',
    }
    expect(await codeOf(sign(request, call()))).toBe('SESSION_EXPIRED')
    expect(seen).toEqual([])
  })

  it('nothing is signed when another tab logged in another person during the confirmation', async () => {
    const browser = createBrowser()
    const send = browserFetch(world.backend.url)
    const frame = newFrame(browser, send)
    await logIn(frame)
    const { address } = await userOf(frame, 'eip155:1')
    const { sign, seen, signed } = approving(frame, () => logIn(newFrame(browser, send)))
    const request: SigningRequest = {
      method: 'personal_sign',
      params: ['0x4869', address],
      chainId: 'eip155:1',
    }
    expect(await codeOf(sign(request, call()))).toBe('SESSION_EXPIRED')
    expect([seen.length, signed.length]).toEqual([1, 0])
  })
})

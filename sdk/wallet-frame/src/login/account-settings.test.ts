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
import type { Confirmation } from '../signing/sign-request.js'
import { createAccountSettings } from './account-settings.js'
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

function newFrame({ declines = false }: { readonly declines?: boolean } = {}) {
  const send = browserFetch(world.backend.url)
  const { keys, login, recovery } = frameIn(createBrowser(), send, { deviceName: 'Chrome, Linux' })
  closing.push(keys)
  const seen: Confirmation[] = []
  const saved: (readonly [name: string, text: string])[] = []
  const settings = createAccountSettings({
    api: createLoginApi(send),
    keys,
    login,
    async confirm(confirmation) {
      seen.push(confirmation)
      if (declines) throw new FrameRefusal('DECLINED')
    },
    screens: ['export'],
    splitAnew: recovery.splitAnew,
    report: () => undefined,
    save: (name, text) => void saved.push([name, text]),
  })
  /** Asks as `servePage` does, which has checked the payload. */
  const ask = (name: keyof typeof settings, payload?: unknown): Promise<unknown> =>
    (settings[name] as (payload: unknown, one: unknown) => Promise<unknown>)(payload, call())
  return { keys, login, ask, seen, saved }
}
type Frame = ReturnType<typeof newFrame>
let people = 0
const newAddress = () => `account${++people}@mail.test`
async function logIn({ login }: Frame, email = newAddress()): Promise<string> {
  const after = world.sink.mails.length
  await login.handlers.CONNECT_EMAIL?.({ email }, call())
  const otp = await world.sink.newestCode(email, { after })
  await login.handlers.CONNECT_OTP?.({ otp }, call())
  return email
}
const passTime = (ms: number) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + ms)
}
const isConnected = ({ login }: Frame) => login.handlers.IS_CONNECTED?.(undefined, call())

describe('The account of the person who is logged in', () => {
  it('has the address, the number of passkeys and the screens of the frame', async () => {
    const frame = newFrame()
    await expect(frame.ask('GET_ACCOUNT')).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
    const email = await logIn(frame)
    expect(await frame.ask('GET_ACCOUNT')).toEqual({ email, passkeys: 0, screens: ['export'] })
  })

  it('lists devices by their names, and one that is removed is signed out', async () => {
    const [first, second] = [newFrame(), newFrame()]
    const email = await logIn(first)
    passTime(60_000)
    // Its share is elsewhere, and it is logged in all the same.
    await expect(logIn(second, email)).rejects.toMatchObject({ code: 'WALLET_ELSEWHERE' })
    const { devices } = (await first.ask('GET_DEVICES')) as {
      readonly devices: readonly { readonly id: string; readonly isCurrent: boolean }[]
    }
    expect(devices).toHaveLength(2)
    expect(devices).toContainEqual(
      expect.objectContaining({ name: 'Chrome, Linux', isCurrent: true }),
    )
    const other = devices.find(({ isCurrent }) => !isCurrent) ?? expect.unreachable('no other')
    const own = devices.find(({ isCurrent }) => isCurrent) ?? expect.unreachable('no own')
    await expect(second.ask('REMOVE_DEVICE', { id: own.id })).rejects.toMatchObject({
      code: 'DEVICE_TOO_NEW',
      seconds: expect.any(Number),
    })
    await first.ask('REMOVE_DEVICE', { id: other.id })
    await expect(second.ask('GET_DEVICES')).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
    expect(await first.ask('GET_DEVICES')).toMatchObject({ devices: [{ isCurrent: true }] })
  })

  it('[S6] signs out every device, or every other one, with a proof of the device', async () => {
    const [first, second] = [newFrame(), newFrame()]
    const email = await logIn(first)
    passTime(60_000)
    await expect(logIn(second, email)).rejects.toThrow()
    const { person } = await first.login.loggedIn(call().signal)
    await first.ask('SIGN_OUT_EVERYWHERE', { keepsThis: true })
    // The shares of other devices are useless.
    expect(await first.keys.wallet(person.id)).toMatchObject({ version: 2 })
    await expect(second.ask('GET_ACCOUNT')).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
    expect(await isConnected(first)).toEqual({ isConnected: true })
    await first.ask('SIGN_OUT_EVERYWHERE', { keepsThis: false })
    expect(await isConnected(first)).toEqual({ isConnected: false })
  })

  it('[S6] a login that is too old to split the wallet still ends all others', async () => {
    const [first, second] = [newFrame(), newFrame()]
    const email = await logIn(first)
    passTime(60_000)
    await expect(logIn(second, email)).rejects.toThrow()
    await first.keys.lock()
    passTime(600_000)
    await first.ask('SIGN_OUT_EVERYWHERE', { keepsThis: true })
    await expect(second.ask('GET_ACCOUNT')).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
    expect(await isConnected(first)).toEqual({ isConnected: true })
  })

  it('the log has what happened, newest first, without facts of other people', async () => {
    const [frame, other] = [newFrame(), newFrame()]
    await logIn(frame)
    await logIn(other)
    const log = (await frame.ask('GET_ACTIVITY_LOG', {})) as {
      readonly entries: readonly { readonly seq: number; readonly event: string }[]
    }
    expect(log).toMatchObject({ isComplete: true })
    expect(log.entries.map(({ event }) => event)).toContain('person-created')
    expect(log.entries.at(-1)?.seq).toBe(1)
    expect(await frame.ask('GET_ACTIVITY_LOG', { before: 1 })).toMatchObject({ entries: [] })
  })

  it('offers the data as a file after the person confirmed, and no share is in it', async () => {
    const frame = newFrame()
    const email = await logIn(frame)
    await frame.ask('DOWNLOAD_DATA')
    expect(frame.seen).toEqual([{ change: { kind: 'download' }, origin: 'https://app.example' }])
    const [[name, text] = ['', '']] = frame.saved
    expect(name).toBe('wallet-data.json')
    expect(JSON.parse(text)).toMatchObject({ person: { email } })
    expect(text).not.toMatch(/"(share|blob)"/)
  })

  it('[S10] a person who declines keeps account, address and data', async () => {
    const frame = newFrame({ declines: true })
    const email = await logIn(frame)
    const mails = world.sink.mails.length
    for (const [name, payload] of [
      ['DOWNLOAD_DATA', undefined],
      ['DELETE_ACCOUNT', undefined],
      ['UPDATE_EMAIL', { email: 'eve@mail.test' }],
    ] as const)
      await expect(frame.ask(name, payload)).rejects.toMatchObject({ code: 'DECLINED' })
    expect(frame.saved).toEqual([])
    expect(world.sink.mails.length).toBe(mails)
    expect(await frame.ask('GET_ACCOUNT')).toMatchObject({ email })
  })

  it('a deleted account leaves no login and no share in the browser', async () => {
    const frame = newFrame()
    const email = await logIn(frame)
    const { person } = await frame.login.loggedIn(call().signal)
    expect(await frame.keys.wallet(person.id)).not.toBeNull()
    await frame.ask('DELETE_ACCOUNT')
    expect(frame.seen).toMatchObject([{ change: { kind: 'delete', email } }])
    expect(await frame.keys.wallet(person.id)).toBeNull()
    expect(await isConnected(frame)).toEqual({ isConnected: false })
  })

  it('[S7.47] [S5.31] the address changes with the codes of both mails, in their order', async () => {
    const frame = newFrame()
    const email = await logIn(frame)
    const next = newAddress()
    passTime(60_000)
    await expect(frame.ask('UPDATE_EMAIL_SECONDARY_OTP', { otp: '123456' })).rejects.toMatchObject({
      code: 'CODE_EXPIRED',
    })
    const after = world.sink.mails.length
    expect(await frame.ask('UPDATE_EMAIL', { email: next })).toEqual({
      action: 'VERIFY_PRIMARY_OTP',
    })
    const old = await world.sink.newestCode(email, { after })
    await expect(
      frame.ask('UPDATE_EMAIL_PRIMARY_OTP', { otp: old === '000000' ? '111111' : '000000' }),
    ).rejects.toMatchObject({ code: 'WRONG_CODE' })
    await frame.ask('UPDATE_EMAIL_PRIMARY_OTP', { otp: old })
    const otp = await world.sink.newestCode(next, { after })
    expect(await frame.ask('UPDATE_EMAIL_SECONDARY_OTP', { otp })).toEqual({ newEmail: next })
    expect(await frame.ask('GET_ACCOUNT')).toMatchObject({ email: next })
  })

  it('an old login changes and deletes nothing, and says that it is too old', async () => {
    const frame = newFrame()
    await logIn(frame)
    passTime(600_000)
    for (const [name, payload] of [
      ['UPDATE_EMAIL', { email: 'eve@mail.test' }],
      ['DELETE_ACCOUNT', undefined],
    ] as const)
      await expect(frame.ask(name, payload)).rejects.toMatchObject({ code: 'LOGIN_TOO_OLD' })
    expect(await isConnected(frame)).toEqual({ isConnected: true })
  })
})

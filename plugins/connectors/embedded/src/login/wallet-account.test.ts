import { memoryStorage } from '@portico/kernel'
import { activeAccount, liveConnections } from '@portico/kernel/session'
import { createTestKernel } from '@portico/kernel/testing'
import { eip155, mainnet } from '@portico/plugin-eip155'
import { afterEach, describe, expect, it } from 'vitest'
import {
  address,
  email,
  embeddedOver,
  FrameFailure,
  type ScriptedFrame,
  scriptedFrame,
} from '../../test/scripted-frame.js'
import { emailUpdateSlice, walletAccountService } from '../account-refs.js'
import {
  emailLoginService,
  passkeyLoginService,
  passkeyLoginSlice,
  walletUserSlice,
} from '../refs.js'

const running: { dispose(): void }[] = []
const frames: ScriptedFrame[] = []
afterEach(() => {
  for (const kernel of running.splice(0)) kernel.dispose()
  for (const frame of frames.splice(0)) frame.close()
})

async function page() {
  const frame = scriptedFrame()
  frames.push(frame)
  const kernel = await createTestKernel({
    plugins: [
      eip155({ networks: [{ ...mainnet, rpcUrls: ['https://node.example'] }] }),
      embeddedOver(frame, ['eip155']),
    ],
    storage: memoryStorage(),
  })
  running.push(kernel)
  return {
    kernel,
    frame,
    passkey: kernel.use(passkeyLoginService),
    account: kernel.use(walletAccountService),
    phase: () => kernel.state(emailUpdateSlice).phase,
    passkeyPhase: () => kernel.state(passkeyLoginSlice).phase,
    asked: (type: string) => frame.asked.filter(one => one.type === type),
  }
}
async function connected() {
  const all = await page()
  const login = all.kernel.use(emailLoginService)
  await login.sendCode(email)
  await login.submitCode('123456')
  expect(activeAccount(all.kernel, 'eip155')?.address).toBe(address)
  return all
}
/** An answer that a test gives later. */
function later() {
  let answer: (value: unknown) => void = () => undefined
  const promise = new Promise(resolve => {
    answer = resolve
  })
  return { promise, answer: (value?: unknown) => answer(value) }
}

describe('The login by a passkey', () => {
  it('connects the wallet when the frame has asked the person', async () => {
    const { kernel, passkey, passkeyPhase, asked } = await page()
    await passkey.logIn({ isNew: false })
    expect(activeAccount(kernel, 'eip155')?.address).toBe(address)
    expect(passkeyPhase()).toEqual({ name: 'idle' })
    expect(asked('CONNECT_PASSKEY')).toEqual([
      { type: 'CONNECT_PASSKEY', payload: { isNew: false } },
    ])
  })

  it.each([
    ['PASSKEY_UNUSED', 'No passkey was used'],
    ['PASSKEY_UNKNOWN', 'does not open a wallet here any more'],
    ['PASSKEY_SITE', 'Passkeys do not work at the address'],
    ['UNSUPPORTED', 'This wallet cannot do that'],
  ])('after %s it says so, and can be tried again', async (code, text) => {
    const { kernel, frame, passkey, passkeyPhase } = await page()
    const right = frame.answers.CONNECT_PASSKEY
    frame.answers.CONNECT_PASSKEY = () => new FrameFailure(code)
    await passkey.logIn({ isNew: false })
    expect(passkeyPhase()).toMatchObject({
      name: 'idle',
      problem: { en: expect.stringContaining(text) },
    })
    expect(liveConnections(kernel)).toEqual([])
    if (right) frame.answers.CONNECT_PASSKEY = right
    await passkey.logIn({ isNew: true })
    expect(activeAccount(kernel, 'eip155')?.address).toBe(address)
  })

  it('a wallet of another device is recovered in the frame, and connected', async () => {
    const { kernel, frame, passkey, asked } = await page()
    const right = frame.answers.CONNECT_PASSKEY
    frame.answers.CONNECT_PASSKEY = () => new FrameFailure('WALLET_ELSEWHERE')
    if (right) frame.answers.RECOVER_WALLET = right
    await passkey.logIn({ isNew: false })
    expect(asked('RECOVER_WALLET')).toHaveLength(1)
    expect(activeAccount(kernel, 'eip155')?.address).toBe(address)
  })

  it('a person who cancels ends the dialog in the frame, and a late answer logs nobody in', async () => {
    const { kernel, frame, passkey, passkeyPhase, asked } = await page()
    const waiting = later()
    frame.answers.CONNECT_PASSKEY = () => waiting.promise
    const login = passkey.logIn({ isNew: false })
    await expect.poll(() => asked('CONNECT_PASSKEY').length).toBe(1)
    expect(passkeyPhase()).toEqual({ name: 'asking', isNew: false })
    await passkey.cancel()
    waiting.answer()
    await login
    expect(passkeyPhase()).toEqual({ name: 'idle' })
    await expect.poll(() => asked('RPC_ABORT').length).toBe(1)
    await expect.poll(() => asked('SIGN_OUT').length).toBe(1)
    expect(liveConnections(kernel)).toEqual([])
  })

  it('a second click while the browser asks does nothing', async () => {
    const { passkey, asked } = await page()
    await Promise.all([passkey.logIn({ isNew: false }), passkey.logIn({ isNew: true })])
    expect(asked('CONNECT_PASSKEY')).toHaveLength(1)
  })
})

describe('The account of the embedded wallet', () => {
  it('[S7.47] [S5.31] a changed address takes a code of the present address and one of the new', async () => {
    const { kernel, frame, account, phase, asked } = await connected()
    frame.answers.UPDATE_EMAIL = () => ({ action: 'VERIFY_PRIMARY_OTP' })
    frame.answers.UPDATE_EMAIL_PRIMARY_OTP = () => undefined
    frame.answers.UPDATE_EMAIL_SECONDARY_OTP = () => ({ newEmail: 'eve@example.org' })
    await account.updateEmail(' eve@example.org ')
    expect(phase()).toEqual({ name: 'code', address: 'old', email: 'eve@example.org' })
    await account.submitUpdateCode('111111')
    expect(phase()).toEqual({ name: 'code', address: 'new', email: 'eve@example.org' })
    await account.submitUpdateCode('222222')
    expect(phase()).toEqual({ name: 'done', email: 'eve@example.org' })
    expect(asked('UPDATE_EMAIL')).toEqual([
      { type: 'UPDATE_EMAIL', payload: { email: 'eve@example.org' } },
    ])
    expect(asked('UPDATE_EMAIL_PRIMARY_OTP')[0]?.payload).toEqual({ otp: '111111' })
    expect(asked('UPDATE_EMAIL_SECONDARY_OTP')[0]?.payload).toEqual({ otp: '222222' })
    expect(kernel.state(walletUserSlice).users.eip155?.email).toBe('eve@example.org')
  })

  it('[S5.31] a person without an address confirms the new one alone', async () => {
    const { frame, account, phase, asked } = await connected()
    frame.answers.UPDATE_EMAIL = () => ({ action: 'VERIFY_SECONDARY_OTP' })
    frame.answers.UPDATE_EMAIL_SECONDARY_OTP = () => ({ newEmail: 'eve@example.org' })
    await account.updateEmail('eve@example.org')
    expect(phase()).toMatchObject({ name: 'code', address: 'new' })
    await account.submitUpdateCode('222222')
    expect(phase().name).toBe('done')
    expect(asked('UPDATE_EMAIL_PRIMARY_OTP')).toEqual([])
  })

  it('[S5.31] an action that is none of the two is no answer', async () => {
    const { frame, account, phase } = await connected()
    frame.answers.UPDATE_EMAIL = () => ({ action: 'VERIFY_OTP' })
    await account.updateEmail('eve@example.org')
    expect(phase()).toMatchObject({ name: 'idle', problem: { en: 'An error occurred' } })
  })

  it('[S5.27] an invalid address and an incomplete code are refused before a request', async () => {
    const { frame, account, phase, asked } = await connected()
    await account.updateEmail('eve@example')
    expect(phase()).toMatchObject({ name: 'idle', problem: { id: 'embedded.email.invalid' } })
    expect(asked('UPDATE_EMAIL')).toEqual([])
    frame.answers.UPDATE_EMAIL = () => ({ action: 'VERIFY_PRIMARY_OTP' })
    await account.updateEmail('eve@example.org')
    await account.submitUpdateCode('12345')
    expect(phase()).toMatchObject({ name: 'code', problem: { id: 'embedded.code.invalid' } })
    expect(asked('UPDATE_EMAIL_PRIMARY_OTP')).toEqual([])
  })

  it.each([
    ['WRONG_CODE', 'This code is wrong'],
    ['EMAIL_TAKEN', 'belongs to another wallet'],
  ])('after %s the code can be typed again', async (code, text) => {
    const { frame, account, phase } = await connected()
    frame.answers.UPDATE_EMAIL = () => ({ action: 'VERIFY_SECONDARY_OTP' })
    frame.answers.UPDATE_EMAIL_SECONDARY_OTP = () => new FrameFailure(code)
    await account.updateEmail('eve@example.org')
    await account.submitUpdateCode('000000')
    expect(phase()).toMatchObject({
      name: 'code',
      address: 'new',
      problem: { en: expect.stringContaining(text) },
    })
  })

  it('an update that is cancelled while the frame asks closes that question', async () => {
    const { account, phase, asked } = await connected()
    const update = account.updateEmail('eve@example.org')
    await expect.poll(() => asked('UPDATE_EMAIL').length).toBe(1)
    await account.cancelUpdate()
    await update
    expect(phase()).toEqual({ name: 'idle' })
    await expect.poll(() => asked('RPC_ABORT').length).toBe(1)
  })

  it('[S8.52] a login that has ended disconnects the wallet', async () => {
    const { kernel, frame, account } = await connected()
    frame.answers.GET_DEVICES = () => new FrameFailure('SESSION_EXPIRED')
    await expect(account.devices()).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
    await expect.poll(() => liveConnections(kernel).length).toBe(0)
  })

  it('signing out everywhere disconnects this browser, and leaves it where only others are meant', async () => {
    const { kernel, frame, account, asked } = await connected()
    frame.answers.SIGN_OUT_EVERYWHERE = () => undefined
    await account.signOutEverywhere(true)
    expect(liveConnections(kernel)).toHaveLength(1)
    await account.signOutEverywhere(false)
    expect(liveConnections(kernel)).toEqual([])
    expect(asked('SIGN_OUT_EVERYWHERE').map(({ payload }) => payload)).toEqual([
      { keepsThis: true },
      { keepsThis: false },
    ])
    expect(kernel.state(walletUserSlice)).toEqual({ wasUsed: false, users: {} })
  })

  it('a deleted account disconnects the wallet, and a declined one stays', async () => {
    const { kernel, frame, account } = await connected()
    frame.answers.DELETE_ACCOUNT = () => new FrameFailure('DECLINED')
    await expect(account.deleteAccount()).rejects.toMatchObject({ code: 'DECLINED' })
    expect(liveConnections(kernel)).toHaveLength(1)
    frame.answers.DELETE_ACCOUNT = () => undefined
    await account.deleteAccount()
    expect(liveConnections(kernel)).toEqual([])
  })
})

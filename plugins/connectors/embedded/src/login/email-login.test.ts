import { memoryStorage, type Plugin, type StorageDriver } from '@portico/kernel'
import { transactionsCapability } from '@portico/kernel/capabilities'
import { eip155Transaction } from '@portico/kernel/chain'
import { activeAccount, connectionService, liveConnections } from '@portico/kernel/session'
import { createTestKernel } from '@portico/kernel/testing'
import { connection } from '@portico/plugin-connection'
import { eip155, eip155Wallet, mainnet } from '@portico/plugin-eip155'
import { shell } from '@portico/plugin-shell'
import { solana } from '@portico/plugin-solana'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  address,
  email,
  embeddedOver,
  FrameFailure,
  type ScriptedFrame,
  scriptedFrame,
} from '../../test/scripted-frame.js'
import { emailLoginService, emailLoginSlice, walletUserSlice } from '../refs.js'

const running: { dispose(): void }[] = []
const frames: ScriptedFrame[] = []
afterEach(() => {
  for (const kernel of running.splice(0)) kernel.dispose()
  for (const frame of frames.splice(0)) frame.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const chains = () => [eip155({ networks: [{ ...mainnet, rpcUrls: ['https://node.example'] }] })]
interface PageOptions {
  readonly plugins?: readonly Plugin[]
  /** The real plugins below the chains, instead of small ones. */
  readonly base?: readonly Plugin[]
  readonly storage?: StorageDriver
  readonly frame?: ScriptedFrame
}
async function page(options: PageOptions = {}) {
  const { plugins = chains(), storage = memoryStorage(), frame = scriptedFrame(), base } = options
  frames.push(frame)
  const kernel = await createTestKernel({
    plugins: [...plugins, embeddedOver(frame, ['eip155', 'solana'])],
    storage,
    ...(base && { base }),
  })
  running.push(kernel)
  const login = kernel.use(emailLoginService)
  const phase = () => kernel.state(emailLoginSlice).phase
  const problem = () => {
    const now = phase()
    return 'problem' in now ? now.problem : undefined
  }
  const asked = (type: string) => frame.asked.filter(one => one.type === type)
  return { kernel, frame, login, phase, problem, asked, storage }
}
/** A page whose person is logged in and connected. */
async function connected(options: PageOptions = {}) {
  const all = await page(options)
  await all.login.sendCode(email)
  await all.login.submitCode('123456')
  return {
    ...all,
    account: activeAccount(all.kernel, 'eip155') ?? expect.unreachable('no account'),
  }
}

describe('The login by e-mail', () => {
  it('[S1.03] [S1.04] [S3.13] [S3.59] an address and the code of the mail connect the wallet', async () => {
    const { kernel, login, phase, asked } = await page()
    await login.sendCode(` ${email} `)
    expect(phase()).toEqual({ name: 'code', email })
    expect(liveConnections(kernel)).toEqual([])
    await login.submitCode('123456')
    expect(phase()).toEqual({ name: 'idle' })
    expect(activeAccount(kernel, 'eip155')?.address).toBe(address)
    expect(kernel.state(walletUserSlice)).toEqual({
      wasUsed: true,
      users: { eip155: { email, address, chainId: 'eip155:1' } },
    })
    expect(asked('CONNECT_EMAIL')).toEqual([{ type: 'CONNECT_EMAIL', payload: { email } }])
  })

  it('[S6.11] one login connects every chain of the wallet that the host includes', async () => {
    const base = [shell(), connection()]
    const { kernel, asked } = await connected({ plugins: [...chains(), solana()], base })
    await expect.poll(() => liveConnections(kernel).length).toBe(2)
    expect(asked('CONNECT_OTP')).toHaveLength(1)
  })

  it.each(['', 'ada', 'ada@example', 'ada @example.org', 'ada@example.org, eve@example.org'])(
    '[S5.27] the address %j is refused before a request',
    async typed => {
      const { login, problem, frame } = await page()
      await login.sendCode(typed)
      expect(problem()?.en).toContain('no e-mail address')
      expect(frame.asked).toEqual([])
    },
  )

  it.each(['12345', '1234567', 'abcdef', '１２３４５６'])(
    'the code %j is refused before a request',
    async code => {
      const { login, problem, asked } = await page()
      await login.sendCode(email)
      await login.submitCode(code)
      expect(problem()?.en).toContain('six digits')
      expect(asked('CONNECT_OTP')).toEqual([])
    },
  )

  it.each([
    ['WRONG_CODE', 'This code is wrong'],
    ['CODE_EXPIRED', 'expired'],
    ['SESSION_EXPIRED', 'Session Expired'],
    ['ORIGIN_REFUSED', 'Invalid App Configuration'],
    ['FAILED', 'An error occurred'],
  ])('[R39] after %s the code can be typed again, and is accepted', async (code, text) => {
    const { login, phase, problem, frame } = await page()
    const right = frame.answers.CONNECT_OTP
    frame.answers.CONNECT_OTP = () => new FrameFailure(code)
    await login.sendCode(email)
    await login.submitCode('000000')
    expect(phase()).toMatchObject({ name: 'code', email })
    expect(problem()?.en).toContain(text)
    if (right) frame.answers.CONNECT_OTP = right
    await login.submitCode('123456')
    expect(phase()).toEqual({ name: 'idle' })
  })

  it('[S8.44] [R39] a second code within 30 s is refused with the seconds that are left', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { login, problem, asked } = await page()
    await login.sendCode(email)
    const start = Date.now()
    for (const [passed, left] of [
      [0, 30],
      [1_000, 29],
      [1_001, 29],
      [29_000, 1],
      [29_999, 1],
    ] as const) {
      vi.setSystemTime(start + passed)
      await login.resend()
      expect(problem()?.values).toEqual({ n: left })
      expect(problem()?.en).toBe('Please try again after {n} seconds')
    }
    expect(asked('CONNECT_EMAIL')).toHaveLength(1)
    vi.setSystemTime(start + 30_000)
    await login.resend()
    expect(asked('CONNECT_EMAIL')).toHaveLength(2)
    expect(problem()).toBeUndefined()
  })

  it('[S8.44] [R39] the wait lasts when the person begins again with another address', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { login, problem, phase, asked } = await page()
    await login.sendCode(email)
    await login.cancel()
    vi.setSystemTime(Date.now() + 12_000)
    await login.sendCode('bob@example.org')
    expect(phase().name).toBe('idle')
    expect(problem()?.values).toEqual({ n: 18 })
    expect(asked('CONNECT_EMAIL')).toHaveLength(1)
  })

  it('[S8.44] the wait that the frame demands counts where it is longer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { login, problem, frame, asked } = await page()
    frame.answers.CONNECT_EMAIL = () => new FrameFailure('COOL_DOWN', 300)
    await login.sendCode(email)
    expect(problem()?.values).toEqual({ n: 300 })
    vi.setSystemTime(Date.now() + 100_000)
    await login.sendCode(email)
    expect(problem()?.values).toEqual({ n: 200 })
    expect(asked('CONNECT_EMAIL')).toHaveLength(1)
  })

  it('[S8.44] the wait for another code is the one that the frame names with the first', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { login, problem, frame } = await page()
    frame.answers.CONNECT_EMAIL = () => ({ action: 'VERIFY_OTP', resendAfterSeconds: 120 })
    await login.sendCode(email)
    await login.resend()
    expect(problem()?.values).toEqual({ n: 120 })
  })

  it('a login that is cancelled while its code is sent stays cancelled when the answer comes', async () => {
    const { login, phase, frame } = await page()
    let answer: (value: unknown) => void = () => undefined
    frame.answers.CONNECT_EMAIL = () =>
      new Promise(resolve => {
        answer = resolve
      })
    const sending = login.sendCode(email)
    await expect.poll(() => frame.asked.length).toBe(1)
    expect(phase().name).toBe('sending')
    await login.cancel()
    answer({ action: 'VERIFY_OTP' })
    await sending
    expect(phase()).toEqual({ name: 'idle' })
  })

  it('a person who cancels while a code is checked is signed out, because it may have been right', async () => {
    const { login, phase, frame, asked } = await page()
    await login.sendCode(email)
    let answer: (value: unknown) => void = () => undefined
    frame.answers.CONNECT_OTP = () =>
      new Promise(resolve => {
        answer = resolve
      })
    const checking = login.submitCode('123456')
    await expect.poll(() => asked('CONNECT_OTP').length).toBe(1)
    await login.cancel()
    answer(undefined)
    await checking
    await expect.poll(() => asked('SIGN_OUT').length).toBe(1)
    expect(phase()).toEqual({ name: 'idle' })
  })

  it('a login whose accounts cannot be read begins again, because its code is used up', async () => {
    const { login, phase, frame } = await page()
    await login.sendCode(email)
    frame.answers.GET_USER = () => new FrameFailure('FAILED')
    await login.submitCode('123456')
    expect(phase().name).toBe('idle')
  })

  it('a wallet that is not in this browser is recovered in the frame before the login goes on', async () => {
    const { kernel, frame, login, phase, asked } = await page()
    const loggedIn = frame.answers.CONNECT_OTP
    const seen: string[] = []
    frame.answers.CONNECT_OTP = (payload: never) => {
      loggedIn?.(payload)
      return new FrameFailure('WALLET_ELSEWHERE')
    }
    frame.answers.RECOVER_WALLET = () => void seen.push(phase().name)
    await login.sendCode(email)
    await login.submitCode('123456')
    expect(seen).toEqual(['recovering'])
    expect(asked('RECOVER_WALLET')).toHaveLength(1)
    expect(phase()).toEqual({ name: 'idle' })
    expect(activeAccount(kernel, 'eip155')?.address).toBe(address)
  })

  it('a person who gives the recovery up is not connected, and begins with another code', async () => {
    const { kernel, frame, login, phase, asked, problem } = await page()
    frame.answers.CONNECT_OTP = () => new FrameFailure('WALLET_ELSEWHERE')
    frame.answers.RECOVER_WALLET = () => new FrameFailure('DECLINED')
    await login.sendCode(email)
    await login.submitCode('123456')
    expect(phase().name).toBe('idle')
    expect(problem()?.id).toBe('embedded.error.DECLINED')
    expect(liveConnections(kernel)).toEqual([])
    delete frame.answers.RECOVER_WALLET
    await login.sendCode(email)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    await login.sendCode(email)
    const checking = login.submitCode('123456')
    await vi.waitFor(() => expect(phase().name).toBe('recovering'))
    await login.cancel()
    await checking
    await vi.waitFor(() => expect(asked('RPC_ABORT')).toHaveLength(1))
    expect(asked('SIGN_OUT')).toHaveLength(1)
    expect(phase()).toEqual({ name: 'idle' })
  })

  it('a second click while a code is sent does nothing', async () => {
    const { login, asked } = await page()
    await Promise.all([login.sendCode(email), login.sendCode(email)])
    expect(asked('CONNECT_EMAIL')).toHaveLength(1)
  })

  it('a person who is logged in already is connected without a code', async () => {
    const { kernel, login, frame } = await page()
    await frame.client.request('CONNECT_OTP', { otp: '123456' })
    frame.answers.CONNECT_EMAIL = () => ({ action: 'CONNECT' })
    await login.sendCode(email)
    expect(activeAccount(kernel, 'eip155')?.address).toBe(address)
  })
})

describe('The session of the embedded wallet', () => {
  const never = new AbortController().signal
  const sign = ({ kernel, account }: Awaited<ReturnType<typeof connected>>) =>
    eip155Wallet(kernel.use(connectionService).require(account)).request('personal_sign', [
      '0x48656c6c6f',
      address,
    ])

  it('[S7.46] [S9.44] a message is signed in the frame', async () => {
    const all = await connected()
    const signature = `0x${'22'.repeat(65)}`
    all.frame.answers.RPC_REQUEST = () => signature
    await expect(sign(all)).resolves.toBe(signature)
    expect(all.asked('RPC_REQUEST')).toEqual([
      {
        type: 'RPC_REQUEST',
        payload: {
          method: 'personal_sign',
          params: ['0x48656c6c6f', address],
          chainId: 'eip155:1',
        },
      },
    ])
  })

  it('a request that the person declines in the frame rejects with 4001, as with every wallet', async () => {
    const all = await connected()
    all.frame.answers.RPC_REQUEST = () => new FrameFailure('DECLINED')
    await expect(sign(all)).rejects.toMatchObject({ code: 4001 })
  })

  it('[S8.52] [R39] a login that has ended disconnects the wallet, and a later restore is silent', async () => {
    const all = await connected()
    all.frame.answers.RPC_REQUEST = () => new FrameFailure('SESSION_EXPIRED')
    await expect(sign(all)).rejects.toThrow()
    await expect.poll(() => liveConnections(all.kernel).length).toBe(0)
    expect(all.kernel.state(walletUserSlice).users).toEqual({})
  })

  it('[S7.42] disconnecting signs out once, when the last chain is disconnected', async () => {
    const base = [shell(), connection()]
    const all = await connected({ plugins: [...chains(), solana()], base })
    await expect.poll(() => liveConnections(all.kernel).length).toBe(2)
    await all.kernel.use(connectionService).disconnect()
    expect(all.asked('SIGN_OUT')).toHaveLength(1)
    expect(all.kernel.state(walletUserSlice)).toEqual({ wasUsed: false, users: {} })
  })

  it('[R10] a wallet that is connected is restored without a code, and a new visitor loads no frame', async () => {
    const frame = scriptedFrame()
    const { kernel, storage } = await connected({ frame })
    kernel.dispose()
    const again = await page({ storage, frame })
    await again.kernel.use(connectionService).discover()
    const asked = again.asked('CONNECT_EMAIL').length
    await again.kernel.use(connectionService).connect('eip155:embedded')
    expect(activeAccount(again.kernel, 'eip155')?.address).toBe(address)
    expect(again.asked('CONNECT_EMAIL')).toHaveLength(asked)
    const other = await page()
    await other.kernel.use(connectionService).discover()
    expect(other.frame.asked).toEqual([])
  })

  const hash = `0x${'ab'.repeat(32)}`
  /** Sends a payment over a node that answers as told to the signed transaction. */
  async function pay(answerToRaw: (raw: unknown) => unknown) {
    const nodeAnswers: Record<string, unknown> = {
      eth_chainId: '0x1',
      eth_getTransactionCount: '0x7',
      eth_estimateGas: '0x5208',
      eth_getBlockByNumber: { number: '0x1', baseFeePerGas: '0x64', transactions: [] },
      eth_maxPriorityFeePerGas: '0xa',
    }
    vi.stubGlobal('fetch', async (_url: unknown, { body }: RequestInit) => {
      const asked: unknown = JSON.parse(String(body))
      const one = ({ id, method, params }: { id: number; method: string; params: unknown[] }) => ({
        jsonrpc: '2.0',
        id,
        ...(method === 'eth_sendRawTransaction'
          ? (answerToRaw(params[0]) as object)
          : { result: nodeAnswers[method] }),
      })
      return Response.json(Array.isArray(asked) ? asked.map(one) : one(asked as never))
    })
    const all = await connected()
    all.frame.answers.RPC_REQUEST = () => ({ signed: '0x02aa', hash })
    const to = '0x3333333333333333333333333333333333333333'
    const draft = eip155Transaction.draft('eip155:1', { to, value: 5n })
    const via = all.kernel.use(connectionService).require(all.account)
    const chain = all.kernel.capability(transactionsCapability, 'eip155:1')
    return { ...all, to, sending: chain?.send(via, all.account, draft, never) }
  }

  it('a transaction gets nonce, gas and fees, is signed in the frame and sent by the page', async () => {
    const sent: unknown[] = []
    const { sending, asked, to } = await pay(raw => {
      sent.push(raw)
      return { result: hash }
    })
    await expect(sending).resolves.toEqual({ hash })
    expect(sent).toEqual(['0x02aa'])
    const [request] = asked('RPC_REQUEST')
    expect(request?.payload).toMatchObject({
      method: 'eth_sendTransaction',
      chainId: 'eip155:1',
      params: [
        {
          from: address,
          to,
          value: '0x5',
          nonce: '0x7',
          gas: '0x6270',
          chainId: '0x1',
          type: '0x2',
          maxFeePerGas: '0xd2',
          maxPriorityFeePerGas: '0xa',
        },
      ],
    })
  })
  it('a signed transaction whose answer is lost resolves with its hash, so that the person does not send it again', async () => {
    const { sending } = await pay(() => {
      throw new TypeError('offline')
    })
    await expect(sending).resolves.toEqual({ hash })
  })

  it('[S8.55] a network without an RPC URL is a named error, and the frame is not asked to sign', async () => {
    const networks = [{ ...mainnet, rpcUrls: [] }]
    const all = await connected({ plugins: [eip155({ networks })] })
    const via = all.kernel.use(connectionService).require(all.account)
    const to = '0x3333333333333333333333333333333333333333'
    const sending = eip155Wallet(via).request('eth_sendTransaction', [{ from: address, to }])
    await expect(sending).rejects.toMatchObject({ code: 'RPC_URL_MISSING' })
    expect(all.asked('RPC_REQUEST')).toEqual([])
  })

  it.each([
    ['is known to the node already', 'already known', { hash }],
    ['is refused by the node', 'insufficient funds', undefined],
  ])(
    'a signed transaction that %s is answered by what became of it',
    async (_name, message, answer) => {
      const { sending } = await pay(() => ({ error: { code: -32000, message } }))
      if (answer) await expect(sending).resolves.toEqual(answer)
      else await expect(sending).rejects.toThrow()
    },
  )
})

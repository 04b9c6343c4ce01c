import type { Account } from '@portico/kernel/account'
import { messagesCapability, networksCapability } from '@portico/kernel/capabilities'
import { connectorsSlot, type WalletReport } from '@portico/kernel/connector-kit'
import { connectionService } from '@portico/kernel/session'
import { connectionOf, createTestKernel } from '@portico/kernel/testing'
import { walletProblem } from '@portico/kernel/wallet'
import type { PolkadotWalletOptions } from '@portico/mock-wallets'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dotWallet, keyOf, openPage } from '../../test/page.js'
import { kusama, polkadot, polkadotRelay } from '../index.js'

const never = new AbortController().signal
let page: ReturnType<typeof openPage>
beforeEach(() => {
  page = openPage()
})
afterEach(() => page.close())

async function met(more: Partial<PolkadotWalletOptions> = {}) {
  const wallet = dotWallet(page.page, more)
  const kernel = await createTestKernel({
    plugins: [polkadot({ networks: [polkadotRelay, kusama], appName: 'Our app' })],
  })
  await kernel.use(connectionService).discover()
  const [connector] = kernel.items(connectorsSlot)
  if (!connector) return expect.fail('not listed')
  return { wallet, kernel, connector }
}
async function connected(
  more: Partial<PolkadotWalletOptions> = {},
  network = polkadotRelay.caipNetworkId,
) {
  const bench = await met(more)
  const walletSession = await bench.connector.connect({ network }, never)
  const { via, from: first } = connectionOf(walletSession, bench.connector)
  const { accounts } = via
  const reports: (WalletReport | undefined)[] = []
  const stop = walletSession.watch(report => void reports.push(report))
  const sign = (text: string, from = first, signal = never) =>
    bench.kernel.capability(messagesCapability, 'polkadot')?.sign(via, from, text, signal) ??
    Promise.reject()
  return { ...bench, walletSession, via, accounts, reports, stop, sign }
}
const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    error => walletProblem(error).kind,
  )
const answering = (method: string, answer: unknown) => ({ policy: { [method]: { answer } } })

describe('connecting a Polkadot wallet', () => {
  it("[D23b] [S6.04] connect reports accounts in the network’s own prefix, with key and name, and gives the wallet the app's name", async () => {
    const { wallet, walletSession } = await connected({}, kusama.caipNetworkId)
    expect(wallet.calls[0]).toEqual({ method: 'enable', params: 'Our app' })
    expect(walletSession.report.network).toBe(kusama.caipNetworkId)
    expect(walletSession.report.accounts[0]).toMatchObject({
      namespace: 'polkadot',
      type: 'eoa',
      address: keyOf(1).at(2),
      label: 'Account 1',
    })
    expect(walletSession.report.accounts).toHaveLength(2)
  })
  it.each([
    ['Cancelled', 'declined'],
    ['Rejected', 'declined'],
    ['Connection request was cancelled by the user.', 'declined'],
    ['The source Our app is not allowed to interact with this extension', 'declined'],
    ['The source Our app has a pending authorization request', 'pending'],
    ['Rate limit exceeded', 'limit'],
    ['Unable to find keypair', 'unknown'],
  ])('[R11] [R12] connect recognises "%s", as an error and as bare text', async (words, kind) => {
    for (const error of [words, new Error(words), { message: words }]) {
      const { connector, wallet } = await met({ policy: { enable: { error } } })
      expect(await problemOf(connector.connect({}, never))).toBe(kind)
      wallet.vanish()
    }
  })
  it.each([[undefined], [null], [7], [{}]])(
    '[S35] connect survives a wallet that throws %s',
    async error => {
      const { connector } = await met({ policy: { enable: { error } } })
      expect(await problemOf(connector.connect({}, never))).toBe('unknown')
    },
  )
  it.each([
    ['nothing', answering('enable', null), /invalid answer/],
    ['something without accounts', answering('enable', { signer: {} }), /invalid answer/],
    [
      'getters that throw',
      { policy: { enable: { nonsense: 'throwing-getters' } } } as const,
      /invalid answer/,
    ],
    ['a list that is none', answering('accounts', 'many'), /invalid answer/],
    ['an address that is none', answering('accounts', [{ address: 'bob' }]), /invalid answer/],
    [
      'an address with a typing error',
      answering('accounts', [{ address: `${keyOf(1).address.slice(0, -1)}1` }]),
      /invalid answer/,
    ],
    [
      'ten thousand accounts',
      answering(
        'accounts',
        Array.from({ length: 10_000 }, () => ({ address: keyOf(1).address })),
      ),
      /invalid answer/,
    ],
    [
      'no account',
      answering('accounts', []),
      /^This wallet shares no account with this site\. Authorise one/,
    ],
    [
      'Ethereum accounts only',
      answering('accounts', [
        { address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', type: 'ethereum' },
      ]),
      /Authorise one/,
    ],
    [
      'accounts of another network only',
      { accounts: [{ seed: keyOf(1).seed, genesisHash: `0x${'45'.repeat(32)}` }] } as const,
      /Authorise one for Polkadot/,
    ],
  ])(
    '[S35] [D37] connect rejects a wallet that answers %s, and names the reason',
    async (_what, options, sentence) => {
      const { connector, wallet } = await met(options)
      await expect(connector.connect({}, never)).rejects.toMatchObject({
        code: 'WALLET_ANSWER',
        message: expect.stringMatching(sentence),
      })
      expect(wallet.subscribers).toBe(0)
    },
  )
  it('connect reports an account once that the wallet lists for several networks or in several prefixes', async () => {
    const { walletSession } = await connected({
      ...answering(
        'accounts',
        [0, 2, 42, 42].map(prefix => ({ address: keyOf(1).at(prefix) })),
      ),
      quirks: { neverTells: true },
    })
    expect(walletSession.report.accounts.map(account => account.address)).toEqual([keyOf(1).at(0)])
  })
  it('connect uses `connect` where a wallet has the newer form of the interface', async () => {
    const { walletSession } = await connected({ quirks: { connectsByConnect: true } })
    expect(walletSession.report.accounts).toHaveLength(2)
  })
  it('connect accepts a wallet without change events', async () => {
    const { walletSession } = await connected({ quirks: { neverTells: true } })
    expect(walletSession.report.accounts).toHaveLength(2)
    await walletSession.disconnect(never)
  })
  it('[R11] connecting several times at once sends the wallet one request', async () => {
    const { connector, wallet } = await met({ policy: { enable: 'ask' } })
    const walletSessions = [1, 2, 3].map(() => connector.connect({}, never))
    await wallet.waitForRequest('enable')
    wallet.approve()
    expect(await Promise.all(walletSessions)).toHaveLength(3)
    expect(wallet.prompts).toBe(1)
  })
  it('[R11] connect sends a new request after an abort, and uses the first response when the wallet refuses a second request', async () => {
    const { connector, wallet, kernel } = await met({ policy: { enable: 'ask' } })
    const gaveUp = new AbortController()
    const first = connector.connect({}, gaveUp.signal).catch(error => error)
    await wallet.waitForRequest('enable')
    gaveUp.abort()
    expect(await first).toMatchObject({ name: 'AbortError' })
    wallet.policy = { enable: 'pending' }
    const second = connector.connect({}, never)
    await expect.poll(() => wallet.prompts).toBe(2)
    wallet.approve()
    expect((await second).report.accounts).toHaveLength(2)
    expect(kernel.reported).toEqual([])
  })
  it('[R25] connect waits for a wallet that is silent until it is unlocked, and can be aborted while it waits', async () => {
    const { connector, wallet } = await met({ quirks: { silentUntilUnlocked: true } })
    const gaveUp = new AbortController()
    const first = connector.connect({}, gaveUp.signal).catch(error => error.name)
    gaveUp.abort()
    expect(await first).toBe('AbortError')
    const second = connector.connect({}, never)
    wallet.unlock()
    expect((await second).report.accounts).toHaveLength(2)
  })
})

describe('a connected Polkadot wallet', () => {
  it('[D29e] signing passes the wallet its own form of the address, and wrapped bytes', async () => {
    const { wallet, sign } = await connected({}, kusama.caipNetworkId)
    const { signedBytes, scheme } = await sign('hello')
    expect(wallet.calls.at(-1)).toEqual({
      method: 'signRaw',
      params: {
        address: keyOf(1).address,
        data: `0x${Buffer.from('<Bytes>hello</Bytes>').toString('hex')}`,
        type: 'bytes',
      },
    })
    expect([new TextDecoder().decode(signedBytes), scheme]).toEqual([
      '<Bytes>hello</Bytes>',
      'sr25519',
    ])
  })
  it('[D29e] signing does not wrap twice, and accepts a signature over unwrapped text', async () => {
    const { sign } = await connected({ quirks: { signsBare: true } })
    expect(new TextDecoder().decode((await sign('<Bytes>hello</Bytes>')).signedBytes)).toBe(
      '<Bytes>hello</Bytes>',
    )
  })
  it('[S35] a signature over anything else is rejected', async () => {
    const { sign } = await connected({ quirks: { signsWrongly: true } })
    await expect(sign('hello')).rejects.toMatchObject({ code: 'WALLET_ANSWER' })
  })
  it('[R23] 20 clicks send one request, and a wallet that limits requests is reported as such', async () => {
    const { wallet, sign } = await connected({
      quirks: { signatureIntervalMs: 3_000, answersLateMs: 5 },
    })
    const signed = await Promise.all(Array.from({ length: 20 }, () => sign('hello')))
    expect(new Set(signed.map(one => one.signature)).size).toBe(1)
    expect(wallet.calls.filter(call => call.method === 'signRaw')).toHaveLength(1)
    await expect(sign('again')).rejects.toMatchObject({
      code: '-32005',
      message: expect.stringMatching(/pause between two requests/),
    })
  })
  it('[R12] a rejected signature is a rejection, and is not reported as an error', async () => {
    const { wallet, sign, kernel } = await connected()
    wallet.policy = 'reject'
    expect(await problemOf(sign('hello'))).toBe('declined')
    expect(kernel.reported).toEqual([])
  })
  it('the page switches networks without a request, and shows the same accounts in another form', async () => {
    const { wallet, kernel, via, walletSession, reports } = await connected()
    await kernel
      .capability(networksCapability, kusama.caipNetworkId)
      ?.switch?.(via, kusama.caipNetworkId, never)
    expect(reports.map(report => [report?.network, report?.accounts[0]?.address])).toEqual([
      [kusama.caipNetworkId, keyOf(1).at(2)],
    ])
    expect(reports[0]?.accounts[0]?.publicKey).toBe(walletSession.report.accounts[0]?.publicKey)
    expect(wallet.prompts).toBe(1)
  })
  it('the page does not switch to a network without an account', async () => {
    const { kernel, via } = await connected({
      accounts: [{ seed: keyOf(1).seed, genesisHash: `0x${polkadotRelay.id}${'00'.repeat(16)}` }],
    })
    const switching = kernel
      .capability(networksCapability, kusama.caipNetworkId)
      ?.switch?.(via, kusama.caipNetworkId, never)
    await expect(switching).rejects.toMatchObject({ code: 'WALLET_NETWORK' })
  })
  it('the session reports another account, a lock and a burst once each', async () => {
    const { wallet, reports } = await connected()
    wallet.switchAccount(1)
    wallet.burst('accounts', 100)
    wallet.lock()
    wallet.unlock()
    expect(reports.map(report => report?.accounts.map(account => account.address))).toEqual([
      [keyOf(2).at(0), keyOf(1).at(0)],
      [],
      [keyOf(2).at(0), keyOf(1).at(0)],
    ])
  })
  it('a wallet that later lies about its accounts changes nothing, and is reported', async () => {
    const { wallet, kernel, reports } = await connected()
    wallet.emit('accounts', 'many')
    expect(reports).toEqual([])
    expect(kernel.reported).toHaveLength(1)
  })
  it('[R30] a wallet whose subscription cannot be ended, or only later, does not block a disconnect', async () => {
    let left = 0
    const torn = () => expect.fail('torn')
    for (const stop of [torn, Promise.resolve(() => void left++), 'nothing']) {
      const accounts = { get: async () => [{ address: keyOf(1).address }], subscribe: () => stop }
      const {
        kernel,
        walletSession,
        wallet,
        stop: leave,
      } = await connected(answering('enable', { accounts, signer: {} }))
      leave()
      await walletSession.disconnect(never)
      await expect.poll(() => kernel.reported.length).toBe(stop === torn ? 1 : 0)
      wallet.vanish()
    }
    expect(left).toBe(1)
  })
  it('[R30] no listener is notified after the session ended', async () => {
    const { wallet, walletSession, stop } = await connected()
    expect(wallet.subscribers).toBe(1)
    stop()
    expect(wallet.subscribers).toBe(0)
    await walletSession.disconnect(never)
  })
  it('restore reconnects without a prompt', async () => {
    const { wallet, connector } = await connected()
    await connector.restore({}, never)
    expect(wallet.prompts).toBe(1)
  })
  it('restore sends no request to a wallet that revoked the page, because its window would open; connect does', async () => {
    const { wallet, connector } = await connected()
    wallet.disconnect()
    expect(await connector.restore({}, never)).toBeUndefined()
    expect(wallet.prompts).toBe(1)
    expect((await connector.connect({}, never)).report.accounts).toHaveLength(2)
  })
})

describe('[S35] 40 malformed responses', () => {
  const nothings = [
    undefined,
    null,
    0,
    42,
    '',
    'yes',
    true,
    {},
    [],
    [null],
    () => 0,
    '<!doctype html>',
    Number.NaN,
    new Date(0),
  ]
  const signatures = [
    '0x',
    '0x12',
    'yes',
    `0x${'zz'.repeat(64)}`,
    `0x${'00'.repeat(63)}`,
    `0x${'00'.repeat(64)}`,
    `0x${'01'.repeat(65)}`,
    `0x${'00'.repeat(999)}`,
    null,
    7,
  ]
  const lies = [
    ...nothings.map(answer => ['enable', answer] as const),
    ...nothings.slice(1, 9).map(answer => ['accounts', answer] as const),
    ...nothings.slice(0, 8).map(answer => ['signRaw', answer] as const),
    ...signatures.map(signature => ['signRaw', { id: 1, signature }] as const),
  ]
  it(`all ${lies.length} malformed responses are refused`, async () => {
    expect(lies.length).toBeGreaterThanOrEqual(40)
    const accepted: unknown[] = []
    for (const [method, answer] of lies) {
      const { wallet, connector, kernel } = await met(answering(method, answer))
      const refused = (error: unknown) =>
        void expect(error).toMatchObject({ code: 'WALLET_ANSWER' })
      const walletSession = await connector.connect({}, never).catch(refused)
      if (walletSession && method === 'signRaw') {
        const [first] = walletSession.report.accounts
        const via = {
          id: 'polkadot/x',
          namespace: 'polkadot',
          connector: 'x',
          handle: walletSession.handle,
          accounts: [],
          network: walletSession.report.network,
        } as const
        const signing = kernel
          .capability(messagesCapability, 'polkadot')
          ?.sign(via, { ...(first as Account), connection: 'polkadot/x' }, 'hello', never)
        await signing?.then(signed => accepted.push(signed), refused)
      } else if (walletSession) accepted.push([method, answer])
      wallet.vanish()
      kernel.dispose()
    }
    expect(accepted).toEqual([])
  })
})

import { type Account, connection, connectors, messages, networks, type WalletReport, walletProblem } from '@portico/kernel/contracts'
import { connectionOf, createTestKernel } from '@portico/kernel/testing'
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
  const kernel = await createTestKernel({ plugins: [polkadot({ networks: [polkadotRelay, kusama], appName: 'Our app' })] })
  await kernel.use(connection).discover()
  const [connector] = kernel.items(connectors)
  if (!connector) return expect.fail('not listed')
  return { wallet, kernel, connector }
}
async function connected(more: Partial<PolkadotWalletOptions> = {}, network = polkadotRelay.caipNetworkId) {
  const bench = await met(more)
  const line = await bench.connector.connect({ network }, never)
  const { via, from: first } = connectionOf(line, bench.connector)
  const { accounts } = via
  const reports: (WalletReport | undefined)[] = []
  const stop = line.watch(report => void reports.push(report))
  const sign = (text: string, from = first, signal = never) => bench.kernel.capability(messages, 'polkadot')?.sign(via, from, text, signal) ?? Promise.reject()
  return { ...bench, line, via, accounts, reports, stop, sign }
}
const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    error => walletProblem(error).kind,
  )
const answering = (method: string, answer: unknown) => ({ policy: { [method]: { answer } } })

describe('connecting a Polkadot wallet', () => {
  it('[D23b] [S6.04] reports its accounts in the network’s own prefix, with key and name, and tells it who asks', async () => {
    const { wallet, line } = await connected({}, kusama.caipNetworkId)
    expect(wallet.calls[0]).toEqual({ method: 'enable', params: 'Our app' })
    expect(line.report.network).toBe(kusama.caipNetworkId)
    expect(line.report.accounts[0]).toMatchObject({ namespace: 'polkadot', type: 'eoa', address: keyOf(1).at(2), label: 'Account 1' })
    expect(line.report.accounts).toHaveLength(2)
  })
  it.each([
    ['Cancelled', 'declined'],
    ['Rejected', 'declined'],
    ['Connection request was cancelled by the user.', 'declined'],
    ['The source Our app is not allowed to interact with this extension', 'declined'],
    ['The source Our app has a pending authorization request', 'pending'],
    ['Rate limit exceeded', 'limit'],
    ['Unable to find keypair', 'unknown'],
  ])('[R11] [R12] tells what "%s" means, with an error around the words and without', async (words, kind) => {
    for (const error of [words, new Error(words), { message: words }]) {
      const { connector, wallet } = await met({ policy: { enable: { error } } })
      expect(await problemOf(connector.connect({}, never))).toBe(kind)
      wallet.vanish()
    }
  })
  it.each([[undefined], [null], [7], [{}]])('[S35] survives a wallet that throws %s', async error => {
    const { connector } = await met({ policy: { enable: { error } } })
    expect(await problemOf(connector.connect({}, never))).toBe('unknown')
  })
  it.each([
    ['nothing', answering('enable', null), /makes no sense/],
    ['something without accounts', answering('enable', { signer: {} }), /makes no sense/],
    ['getters that throw', { policy: { enable: { nonsense: 'throwing-getters' } } } as const, /makes no sense/],
    ['a list that is none', answering('accounts', 'many'), /makes no sense/],
    ['an address that is none', answering('accounts', [{ address: 'bob' }]), /makes no sense/],
    ['an address with a typing error', answering('accounts', [{ address: `${keyOf(1).address.slice(0, -1)}1` }]), /makes no sense/],
    [
      'ten thousand accounts',
      answering(
        'accounts',
        Array.from({ length: 10_000 }, () => ({ address: keyOf(1).address })),
      ),
      /makes no sense/,
    ],
    ['no account', answering('accounts', []), /^This wallet shows no account here\. Authorise an account/],
    ['Ethereum accounts only', answering('accounts', [{ address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', type: 'ethereum' }]), /Authorise an account/],
    ['accounts of another network only', { accounts: [{ seed: keyOf(1).seed, genesisHash: `0x${'45'.repeat(32)}` }] } as const, /Authorise one for Polkadot/],
  ])('[S35] [D37] believes no wallet that answers %s, and says why', async (_what, options, sentence) => {
    const { connector, wallet } = await met(options)
    await expect(connector.connect({}, never)).rejects.toMatchObject({ code: 'WALLET_ANSWER', message: expect.stringMatching(sentence) })
    expect(wallet.subscribers).toBe(0)
  })
  it('reports an account once that the wallet names for several networks or in several prefixes', async () => {
    const { line } = await connected(
      answering(
        'accounts',
        [0, 2, 42, 42].map(prefix => ({ address: keyOf(1).at(prefix) })),
      ),
    )
    expect(line.report.accounts.map(account => account.address)).toEqual([keyOf(1).at(0)])
  })
  it('goes by `connect` where a wallet has the newer form of the interface', async () => {
    const { line } = await connected({ quirks: { connectsByConnect: true } })
    expect(line.report.accounts).toHaveLength(2)
  })
  it('takes a wallet that never tells of a change', async () => {
    const { line } = await connected({ quirks: { neverTells: true } })
    expect(line.report.accounts).toHaveLength(2)
    await line.disconnect(never)
  })
  it('[R11] asks a wallet once, however often it is wanted meanwhile', async () => {
    const { connector, wallet } = await met({ policy: { enable: 'ask' } })
    const lines = [1, 2, 3].map(() => connector.connect({}, never))
    await wallet.waitForRequest('enable')
    wallet.approve()
    expect(await Promise.all(lines)).toHaveLength(3)
    expect(wallet.prompts).toBe(1)
  })
  it('[R11] that was given up asks again, and takes the answer to the first question when the wallet wants no second', async () => {
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
  it('[R25] waits for a wallet that is silent until it is unlocked, and can be given up meanwhile', async () => {
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
  it('[D29e] is asked under the text by which it knows the account, for wrapped bytes', async () => {
    const { wallet, sign } = await connected({}, kusama.caipNetworkId)
    const { signedBytes, scheme } = await sign('hello')
    expect(wallet.calls.at(-1)).toEqual({
      method: 'signRaw',
      params: { address: keyOf(1).address, data: `0x${Buffer.from('<Bytes>hello</Bytes>').toString('hex')}`, type: 'bytes' },
    })
    expect([new TextDecoder().decode(signedBytes), scheme]).toEqual(['<Bytes>hello</Bytes>', 'sr25519'])
  })
  it('[D29e] is not asked to wrap twice, and may sign text as it is', async () => {
    const { sign } = await connected({ quirks: { signsBare: true } })
    expect(new TextDecoder().decode((await sign('<Bytes>hello</Bytes>')).signedBytes)).toBe('<Bytes>hello</Bytes>')
  })
  it('[S35] whose signature is of something else is not believed', async () => {
    const { sign } = await connected({ quirks: { signsWrongly: true } })
    await expect(sign('hello')).rejects.toMatchObject({ code: 'WALLET_ANSWER' })
  })
  it('[R23] is asked once for 20 clicks, and says in words that it wants a pause', async () => {
    const { wallet, sign } = await connected({ quirks: { signatureIntervalMs: 3_000, answersLateMs: 5 } })
    const signed = await Promise.all(Array.from({ length: 20 }, () => sign('hello')))
    expect(new Set(signed.map(one => one.signature)).size).toBe(1)
    expect(wallet.calls.filter(call => call.method === 'signRaw')).toHaveLength(1)
    await expect(sign('again')).rejects.toMatchObject({ code: '-32005', message: expect.stringMatching(/pause between two requests/) })
  })
  it('[R12] whose owner says no to a signature is left in peace', async () => {
    const { wallet, sign, kernel } = await connected()
    wallet.policy = 'reject'
    expect(await problemOf(sign('hello'))).toBe('declined')
    expect(kernel.reported).toEqual([])
  })
  it('moves between networks without being asked, and shows the same accounts otherwise', async () => {
    const { wallet, kernel, via, line, reports } = await connected()
    await kernel.capability(networks, kusama.caipNetworkId)?.switch(via, kusama.caipNetworkId, never)
    expect(reports.map(report => [report?.network, report?.accounts[0]?.address])).toEqual([[kusama.caipNetworkId, keyOf(1).at(2)]])
    expect(reports[0]?.accounts[0]?.publicKey).toBe(line.report.accounts[0]?.publicKey)
    expect(wallet.prompts).toBe(1)
  })
  it('does not move where it has no account', async () => {
    const { kernel, via } = await connected({ accounts: [{ seed: keyOf(1).seed, genesisHash: `0x${polkadotRelay.id}${'00'.repeat(16)}` }] })
    const switching = kernel.capability(networks, kusama.caipNetworkId)?.switch(via, kusama.caipNetworkId, never)
    await expect(switching).rejects.toMatchObject({ code: 'WALLET_NETWORK' })
  })
  it('tells of another account, of a lock and of a burst, each once', async () => {
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
  it('that lies about its accounts later changes nothing, and is reported', async () => {
    const { wallet, kernel, reports } = await connected()
    wallet.emit('accounts', 'many')
    expect(reports).toEqual([])
    expect(kernel.reported).toHaveLength(1)
  })
  it('[R30] that cannot be let go of, or only in a while, keeps nobody from leaving', async () => {
    let left = 0
    const torn = () => expect.fail('torn')
    for (const stop of [torn, Promise.resolve(() => void left++), 'nothing']) {
      const accounts = { get: async () => [{ address: keyOf(1).address }], subscribe: () => stop }
      const { kernel, line, wallet, stop: leave } = await connected(answering('enable', { accounts, signer: {} }))
      leave()
      await line.disconnect(never)
      await expect.poll(() => kernel.reported.length).toBe(stop === torn ? 1 : 0)
      wallet.vanish()
    }
    expect(left).toBe(1)
  })
  it('[R30] is told nothing any more by nobody', async () => {
    const { wallet, line, stop } = await connected()
    expect(wallet.subscribers).toBe(1)
    stop()
    expect(wallet.subscribers).toBe(0)
    await line.disconnect(never)
  })
  it('is taken up again without asking anybody', async () => {
    const { wallet, connector } = await connected()
    await connector.restore({}, never)
    expect(wallet.prompts).toBe(1)
  })
  it('that took its permission back is not asked silently, which would open its window; a click asks it', async () => {
    const { wallet, connector } = await connected()
    wallet.disconnect()
    expect(await connector.restore({}, never)).toBeUndefined()
    expect(wallet.prompts).toBe(1)
    expect((await connector.connect({}, never)).report.accounts).toHaveLength(2)
  })
})

describe('[S35] 40 answers that are none', () => {
  const nothings = [undefined, null, 0, 42, '', 'yes', true, {}, [], [null], () => 0, '<!doctype html>', Number.NaN, new Date(0)]
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
  it(`are all refused: ${lies.length} of them, 0 accepted`, async () => {
    expect(lies.length).toBeGreaterThanOrEqual(40)
    const accepted: unknown[] = []
    for (const [method, answer] of lies) {
      const { wallet, connector, kernel } = await met(answering(method, answer))
      const refused = (error: unknown) => void expect(error).toMatchObject({ code: 'WALLET_ANSWER' })
      const line = await connector.connect({}, never).catch(refused)
      if (line && method === 'signRaw') {
        const [first] = line.report.accounts
        const via = { id: 'polkadot/x', namespace: 'polkadot', connector: 'x', port: line.port, accounts: [], network: line.report.network } as const
        const signing = kernel.capability(messages, 'polkadot')?.sign(via, { ...(first as Account), connection: 'polkadot/x' }, 'hello', never)
        await signing?.then(signed => accepted.push(signed), refused)
      } else if (line) accepted.push([method, answer])
      wallet.vanish()
      kernel.dispose()
    }
    expect(accepted).toEqual([])
  })
})

/** Tests an injected wallet that is slow, silent, changes its mind, or lies. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { messagesCapability, type Networks, networksCapability } from '@portico/kernel/capabilities'
import type { WalletReport } from '@portico/kernel/connector-kit'
import { failedRequest, walletProblem } from '@portico/kernel/wallet'
import type { MockSolanaWallet, SolanaQuirks, SolanaWalletOptions } from '@portico/mock-wallets'
import { base58 } from '@scure/base'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { never, thrownBy } from '../../test/bench.js'
import { startWorld, type World } from '../../test/world.js'
import { solanaDevnet } from '../networks.js'

const ledger = {
  url: 'http://127.0.0.1:1',
  genesisHash: 'J2MkTx3DVR1fjh7Auuqv3QcVCAuiG6u7bMnm9htS46Wb',
  accounts: ['11', '22', '33'].map(byte => ({
    address: '',
    seed: `0x${byte.repeat(32)}` as const,
  })),
}
const [ada = '', bob = '', carol = ''] = [0x11, 0x22, 0x33].map(byte =>
  base58.encode(ed25519.getPublicKey(new Uint8Array(32).fill(byte))),
)
let world: World
const start = async (wallet: Partial<SolanaWalletOptions> = {}) => {
  world = await startWorld(ledger, {
    wallet: { chains: { 'solana:localnet': '', 'solana:devnet': '' }, ...wallet },
    plugin: {},
  })
  return world
}
const quirky = (quirks: SolanaQuirks) => start({ quirks })
const connecting = async (signal = never()) =>
  (await world.connector()).connect({ network: world.network.caipNetworkId }, signal)
const addressesOf = (report: WalletReport | undefined) =>
  report?.accounts.map(({ address }) => address)
beforeEach(() => vi.useRealTimers())
afterEach(() => world?.stop())

describe('connecting', () => {
  it('[S7.25] connect returns the approved accounts and their networks', async () => {
    const { wallet } = await start()
    const { report } = await connecting()
    expect(report).toEqual({
      accounts: wallet.addresses.map(address => ({ namespace: 'solana', address, type: 'eoa' })),
      network: world.network.caipNetworkId,
      approved: [world.network.caipNetworkId],
    })
  })

  it('[R10] connect waits as long as the person takes, and only reports a response that comes after an abort', async () => {
    const { wallet } = await start({ policy: 'ask' })
    const controller = new AbortController()
    const connection = connecting(controller.signal)
    await wallet.waitForRequest()
    controller.abort()
    await expect(connection).rejects.toThrow()
    wallet.approve()
    await vi.waitFor(() =>
      expect(world.reported).toMatchObject([
        {
          code: 'WALLET_ANSWER',
          message: expect.stringContaining('after the request was cancelled'),
        },
      ]),
    )
    expect(wallet.listeners).toBe(0)
  })

  it('[R11] connecting twice at once sends the wallet one request', async () => {
    const { wallet } = await start({ policy: 'ask' })
    const both = [connecting(), connecting()]
    await wallet.waitForRequest()
    wallet.approve()
    const [first, second] = await Promise.all(both)
    expect(first?.report).toEqual(second?.report)
    expect(wallet.prompts).toBe(1)
  })

  it('[R11] connect reports a prompt that is already open, and uses its response when it is retried after an abort', async () => {
    const { wallet } = await start({ policy: 'pending' })
    expect(walletProblem(await thrownBy(connecting())).kind).toBe('pending')
    wallet.policy = 'ask'
    const controller = new AbortController()
    const first = connecting(controller.signal)
    await wallet.waitForRequest()
    controller.abort()
    await expect(first).rejects.toThrow()
    wallet.policy = 'pending'
    const second = connecting()
    await new Promise(resolve => setTimeout(resolve, 20))
    wallet.approve()
    expect(addressesOf((await second).report)).toEqual(wallet.addresses)
  })

  it.each([
    'User rejected the request.',
    'Approval Denied',
    'Transaction cancelled',
    'Plugin Closed',
    'Connection rejected',
    'Cancelled',
    'Request declined by the user',
  ])('[R12] connect treats "%s" as a rejection', async throwsText => {
    await start({ policy: 'reject', quirks: { throwsText } })
    expect(walletProblem(await thrownBy(connecting())).kind).toBe('declined')
    expect(world.reported).toEqual([])
  })

  it.each([
    ['a text', 'Something broke'],
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['an object', { reason: 'none' }],
  ])('connect passes on %s that a wallet throws', async (_, error) => {
    await start({ policy: { error } })
    expect(await thrownBy(connecting())).toEqual(error)
  })

  it('connect waits for a locked wallet, and for one that responds late', async () => {
    const { wallet } = await quirky({ silentUntilUnlocked: true, answersLateMs: 30 })
    const connection = connecting()
    await new Promise(resolve => setTimeout(resolve, 60))
    expect(wallet.isConnected).toBe(false)
    wallet.unlock()
    expect(addressesOf((await connection).report)).toEqual(wallet.addresses)
  })

  it("[D19] a connection starts on the host's first network on which the wallet has an account, even if another one was requested", async () => {
    await start({ chains: { 'solana:devnet': '' } })
    world.stop()
    world = await startWorld(ledger, {
      wallet: { chains: { 'solana:devnet': '' } },
      plugin: { networks: [world.network, solanaDevnet] },
    })
    const { report } = await connecting()
    expect(report).toMatchObject({
      network: solanaDevnet.caipNetworkId,
      approved: [solanaDevnet.caipNetworkId],
    })
  })
})

const keyOf = (wallet: MockSolanaWallet) => wallet.publicKeys[0] as Uint8Array
/** Responses to connect that no page can use. */
const lies: readonly (readonly [string, (wallet: MockSolanaWallet) => unknown])[] = [
  ...[undefined, null, 0, 7, '', 'yes', true, [], {}, [[]], () => undefined, Symbol('x'), 7n].map(
    one => [`${typeof one} ${String(one)}`, () => one] as const,
  ),
  ...[undefined, null, 7, 'Ada', {}, { length: 1 }, new Map()].map(
    accounts => [`accounts: ${String(accounts)}`, () => ({ accounts })] as const,
  ),
  ...[
    undefined,
    null,
    7,
    'Ada',
    [],
    {},
    new Proxy(
      {},
      {
        get: () => {
          throw new TypeError('no')
        },
      },
    ),
  ].map(
    (account, index) =>
      [`an account that is none (${index})`, () => ({ accounts: [account] })] as const,
  ),
  ['no accounts', () => ({ accounts: [] })],
  ['a hole', () => ({ accounts: new Array(1) })],
  [
    'a thousand and one accounts',
    wallet => ({ accounts: Array.from({ length: 1001 }, () => account(wallet)) }),
  ],
  [
    'an address that is too short',
    wallet => ({ accounts: [account(wallet, { address: '1111' })] }),
  ],
  [
    'an address of Ethereum',
    wallet => ({
      accounts: [account(wallet, { address: '0xb3F068DCc2f92ED42E0417d4f2C2191f743fBfdA' })],
    }),
  ],
  [
    'an address that is no text',
    wallet => ({ accounts: [account(wallet, { address: keyOf(wallet) })] }),
  ],
  [
    'an address with a space',
    wallet => ({ accounts: [account(wallet, { address: `${wallet.addresses[0]} ` })] }),
  ],
  ['another address than its key', wallet => ({ accounts: [account(wallet, { address: carol })] })],
  [
    'a key that is cut',
    wallet => ({ accounts: [account(wallet, { publicKey: keyOf(wallet).slice(1) })] }),
  ],
  ['a key that is text', wallet => ({ accounts: [account(wallet, { publicKey: 'Ada' })] })],
  [
    'a key that is a list',
    wallet => ({ accounts: [account(wallet, { publicKey: [...keyOf(wallet)] })] }),
  ],
  ['no key', wallet => ({ accounts: [account(wallet, { publicKey: undefined })] })],
  ['no chains', wallet => ({ accounts: [account(wallet, { chains: undefined })] })],
  ['chains that are none', wallet => ({ accounts: [account(wallet, { chains: [7, null] })] })],
  [
    'accounts of another chain alone',
    wallet => ({ accounts: [account(wallet, { chains: ['bitcoin:mainnet'] })] }),
  ],
  [
    'accounts of another network alone',
    wallet => ({ accounts: [account(wallet, { chains: ['solana:testnet'] })] }),
  ],
  [
    'a good one and a bad one',
    wallet => ({ accounts: [account(wallet), account(wallet, { publicKey: new Uint8Array(32) })] }),
  ],
]
const account = (wallet: MockSolanaWallet, more: object = {}) => ({
  address: ada,
  publicKey: keyOf(wallet),
  chains: ['solana:localnet'],
  features: [],
  ...more,
})

describe('[S35] a wallet that lies', () => {
  it('the table has more than forty responses', () => {
    expect(lies.length).toBeGreaterThan(40)
  })
  it.each(lies)('connect rejects %s', async (_, answer) => {
    const { wallet } = await start()
    wallet.policy = { 'standard:connect': { answer: answer(wallet) } }
    expect(await thrownBy(connecting())).toMatchObject({
      code: expect.stringMatching(/^WALLET_(ANSWER|NETWORK)$/),
      userMessage: { id: expect.any(String) },
    })
    expect(wallet.listeners).toBe(0)
    expect(world.reported).toEqual([])
  })
  it.each(['cut', 'swapped', 'missing'] as const)(
    'connect rejects keys that are %s',
    async keys => {
      await quirky({ keys })
      expect(await thrownBy(connecting())).toMatchObject({ code: 'WALLET_ANSWER' })
    },
  )
  it('an invalid list of accounts is reported, and the last valid list stays', async () => {
    const { wallet } = await start()
    const walletSession = await connecting()
    const reports: unknown[] = []
    walletSession.watch(report => void reports.push(report))
    vi.spyOn(wallet.wallet, 'accounts', 'get').mockReturnValue([{ address: 'Ada' }] as never)
    wallet.emit('change', {})
    await vi.waitFor(() => expect(world.reported.length).toBeGreaterThan(0))
    expect(world.reported[0]).toMatchObject({ code: 'WALLET_ANSWER' })
    expect(reports).toEqual([])
  })
})

describe('a connected wallet', () => {
  it('the session reports another account, no account and new accounts once each', async () => {
    const { wallet } = await start({ quirks: { showsActiveAccountOnly: true } })
    const walletSession = await connecting()
    const reports: (readonly string[] | undefined)[] = []
    walletSession.watch(report => void reports.push(addressesOf(report)))
    wallet.switchAccount(1)
    await vi.waitFor(() => expect(reports).toEqual([[bob]]))
    wallet.lock()
    await vi.waitFor(() => expect(reports).toEqual([[bob], []]))
    wallet.unlock()
    await vi.waitFor(() => expect(reports).toEqual([[bob], [], [bob]]))
    wallet.setAccounts([`0x${'33'.repeat(32)}`])
    await vi.waitFor(() => expect(reports).toEqual([[bob], [], [bob], [carol]]))
  })

  it('[R20] a thousand changes at once cause one or two polls', async () => {
    const { wallet } = await start()
    const walletSession = await connecting()
    const reports = vi.fn()
    walletSession.watch(reports)
    wallet.switchAccount(1)
    const reads = vi.spyOn(wallet.wallet, 'accounts', 'get')
    wallet.burst('change', 1_000)
    const ownReads = reads.mock.calls.length
    await vi.waitFor(() => expect(reports).toHaveBeenCalledOnce())
    await new Promise(resolve => setTimeout(resolve, 400))
    expect(reads.mock.calls.length - ownReads).toBe(2)
    expect(reports).toHaveBeenCalledOnce()
  })

  it('an event before its change causes a second poll', async () => {
    const { wallet } = await start()
    const walletSession = await connecting()
    const reports = vi.fn()
    walletSession.watch(reports)
    const before = wallet.wallet.accounts
    const stale = vi.spyOn(wallet.wallet, 'accounts', 'get').mockReturnValue(before)
    wallet.switchAccount(1)
    await new Promise(resolve => setTimeout(resolve, 60))
    stale.mockRestore()
    await vi.waitFor(() => expect(reports).toHaveBeenCalledOnce())
    expect(addressesOf(reports.mock.calls[0]?.[0])).toEqual([bob, ada])
  })

  it('[D3a] the page switches the network by itself, and only to one where the wallet has an account', async () => {
    await start()
    world.stop()
    world = await startWorld(ledger, {
      wallet: { chains: { 'solana:localnet': '', 'solana:devnet': '' } },
      plugin: {
        networks: [
          world.network,
          solanaDevnet,
          { ...solanaDevnet, id: 'x', caipNetworkId: 'solana:x', walletChain: 'solana:testnet' },
        ],
      },
    })
    const { walletSession, via } = await world.connect()
    const reports: unknown[] = []
    walletSession.watch(report => void reports.push(report?.network))
    const { switch: move } = world.offer(networksCapability) as Required<Networks>
    await move(via, solanaDevnet.caipNetworkId, never())
    expect(reports).toEqual([solanaDevnet.caipNetworkId])
    expect(await thrownBy(move(via, 'solana:x', never()))).toMatchObject({ code: 'WALLET_NETWORK' })
    expect(await thrownBy(move(via, 'solana:unlisted', never()))).toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    expect(
      await thrownBy(move({ ...via, handle: {} }, solanaDevnet.caipNetworkId, never())),
    ).toMatchObject({ code: 'WALLET_UNSUPPORTED' })
    expect(world.wallet.prompts).toBe(1)
  })

  it('disconnect notifies the wallet, and does not wait for a silent one', async () => {
    const { wallet } = await start()
    const walletSession = await connecting()
    walletSession.watch(() => undefined)
    await walletSession.disconnect(never())
    expect(wallet.isConnected).toBe(false)
    expect(wallet.listeners).toBe(0)
    wallet.policy = { 'standard:disconnect': { error: 'no' } }
    await (await connecting()).disconnect(never())
    expect(world.reported).toEqual([])
  })

  it('a Solana wallet that unregisters while it signs ends its session, and the outcome is unknown', async () => {
    const { wallet } = await start()
    const { walletSession, via, from } = await world.connect()
    const reports: unknown[] = []
    walletSession.watch(report => void reports.push(report))
    wallet.policy = 'hang'
    const signing = thrownBy(world.offer(messagesCapability).sign(via, from, 'hello', never()))
    await vi.waitFor(() => expect(wallet.calls.at(-1)?.method).toBe('solana:signMessage'))
    wallet.vanish()
    const error = await signing
    expect(error).toMatchObject({ userMessage: { id: 'wallet.error.removed' } })
    expect(failedRequest(error)).toBe('unknown')
    expect([reports, wallet.listeners]).toEqual([[undefined], 0])
  })

  it('a session works with a wallet without events and without disconnect', async () => {
    await quirky({ lacks: ['standard:events', 'standard:disconnect'] })
    const walletSession = await connecting()
    await walletSession.disconnect(never())
    expect(world.reported).toEqual([])
  })
})

describe('restoring', () => {
  const restoring = async () =>
    (await world.connector()).restore({ network: world.network.caipNetworkId }, never())

  it('[D11a] restore reconnects without a prompt', async () => {
    const { wallet } = await start()
    await connecting()
    const walletSession = await restoring()
    expect(addressesOf(walletSession?.report)).toEqual(wallet.addresses)
    expect(wallet.prompts).toBe(1)
    expect(wallet.calls.at(-1)).toEqual({ method: 'standard:connect', params: { silent: true } })
  })

  it('restore finds nothing where the wallet forgot the page, or is locked', async () => {
    const { wallet } = await start()
    expect(await restoring()).toBeUndefined()
    await connecting()
    wallet.lock()
    expect(await restoring()).toBeUndefined()
    expect(wallet.prompts).toBe(1)
  })

  it('[R25] restore gives up a silent wallet after 10 s', async () => {
    await quirky({ silentUntilUnlocked: true })
    const connector = await world.connector()
    vi.useFakeTimers()
    const restored = thrownBy(connector.restore({}, never()))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await restored).toMatchObject({ message: expect.stringContaining('10000 ms') })
  })
})

import {
  type SolanaLedger,
  solanaDevAccounts,
  startSolanaLedger,
  startWalletApp,
  type WalletApp,
  type WalletAppOptions,
  type WalletAppPolicy,
} from '@portico/devnet'
import {
  messagesCapability,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import type { Connection, Connector, WalletSession } from '@portico/kernel/connector-kit'
import { walletProblem } from '@portico/kernel/wallet'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createPage, never, startBench, thrownBy } from '../../../test/bench.js'
import { defineSolanaNetwork, solanaDevnet } from '../../index.js'
import { readSaved } from './app-connector.js'

const [account, other] = solanaDevAccounts
let ledger: SolanaLedger
let app: WalletApp
const stops: (() => unknown)[] = []
const failures: unknown[] = []
beforeAll(async () => {
  ledger = await startSolanaLedger()
})
afterAll(() => ledger.stop())
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  vi.restoreAllMocks()
  expect(failures.splice(0)).toEqual([])
})

const android =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36'

/** A page on an Android phone, whose links reach the app unless there is none. */
async function startPhone(
  options: Partial<WalletAppOptions> & {
    readonly hasApp?: boolean
    readonly userAgent?: string
  } = {},
) {
  const { hasApp = true, userAgent = android, ...how } = options
  app = startWalletApp({ account, url: ledger.url, ...how })
  const started = app
  const links: string[] = []
  const page = Object.assign(createPage(), {
    navigator: { userAgent },
    location: { origin: 'https://app.example', host: 'app.example', href: 'https://app.example/' },
    document: { title: 'An app', visibilityState: 'visible' },
    open: (link: string) => {
      links.push(link)
      if (hasApp) started.open(link).catch(error => failures.push(error))
      return null
    },
  })
  vi.stubGlobal('WebSocket', WebSocket)
  const network = defineSolanaNetwork({
    genesisHash: ledger.genesisHash,
    name: 'Solana local',
    rpcUrls: [ledger.url],
  })
  const bench = await startBench(
    { networks: [network, solanaDevnet], mobileWalletAdapter: true, confirmationPollMs: 20 },
    page,
  )
  stops.push(
    () => bench.stop(),
    () => started.stop(),
  )
  return { ...bench, links, page, network }
}
const rowOf = (bench: { listed(): readonly Connector[] }) =>
  bench.listed().find(({ id }) => id === 'solana:app')

/** The connection that a session of the app stands for. */
const connectionOf = (session: WalletSession, network: string): Connection =>
  ({
    ...session,
    id: 'solana',
    namespace: 'solana',
    connector: 'solana:app',
    accounts: session.report.accounts.map(one => ({ ...one, network })),
    network,
  }) as unknown as Connection

async function connectPhone(options?: Parameters<typeof startPhone>[0]) {
  const phone = await startPhone(options)
  const connector = rowOf(phone) ?? expect.unreachable()
  const { caipNetworkId } = phone.network
  const session = await connector.connect({ network: caipNetworkId }, never())
  const via = connectionOf(session, caipNetworkId)
  const [from] = via.accounts
  return { ...phone, connector, session, via, from: from ?? expect.unreachable() }
}
type Phone = Awaited<ReturnType<typeof connectPhone>>
const sign = ({ kernel, via, from }: Phone, text = 'Hello', signal = never()) =>
  (kernel.capability(messagesCapability, 'solana') ?? expect.unreachable()).sign(
    via,
    from,
    text,
    signal,
  )
const prepare = ({ kernel, from, network }: Phone) =>
  (kernel.capability(transfersCapability, 'solana') ?? expect.unreachable()).prepare(
    {
      from,
      to: other.address,
      network: network.caipNetworkId,
      asset: 'native',
      amount: 1_000_000n,
      decimals: 9,
    },
    never(),
  )
const transactions = ({ kernel }: Phone) =>
  kernel.capability(transactionsCapability, 'solana') ?? expect.unreachable()

describe('the row of the wallet apps of an Android phone', () => {
  it('The wallet app of a phone is listed in Chrome on Android, and opened only by a tap', async () => {
    const phone = await startPhone()
    expect(rowOf(phone)).toMatchObject({ name: 'Solana wallet app', type: 'EXTERNAL' })
    expect(phone.links).toEqual([])
    const { worksIn } = rowOf(phone) ?? expect.unreachable()
    const here = {
      kind: 'mobile',
      system: 'android',
      iosSafari: false,
      pwa: false,
      iframe: false,
      safe: false,
    } as const
    expect(worksIn?.(here)).toBe(true)
    expect(worksIn?.({ ...here, system: 'ios' })).toBe(false)
    expect(worksIn?.({ ...here, walletBrowser: 'phantom' })).toBe(false)
  })
  it('A browser that shows an error for a link of an app, such as Firefox, lists no wallet app', async () => {
    const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0'
    expect(rowOf(await startPhone({ userAgent: firefox }))).toBeUndefined()
  })
})

describe.each<[string, Partial<WalletAppOptions>]>([
  ['of version 2', {}],
  ['of version 2 that speaks base64', { isText: true }],
  ['of the version before 2', { isLegacy: true }],
])('a wallet app %s', (_what, options) => {
  it('A tap opens the app, which connects, signs a message, and signs a transfer that the page sends', async () => {
    const phone = await connectPhone(options)
    expect(phone.links).toEqual([
      expect.stringMatching(
        /^solana-wallet:\/v1\/associate\/local\?association=[\w-]{87}&port=6[1-5]\d{3}&v=v1$/,
      ),
    ])
    expect(app.requests[0]).toMatchObject({
      method: 'authorize',
      params: {
        identity: { uri: 'https://app.example', name: 'An app' },
        chain: 'solana:localnet',
      },
    })
    expect(phone.session.report.accounts).toEqual([
      { namespace: 'solana', address: account.address, type: 'eoa', label: 'Pocket' },
    ])
    await expect(sign(phone)).resolves.toBeTruthy()
    const before = await ledger.balanceOf(other.address)
    const { draft } = await prepare(phone)
    const { hash } = await transactions(phone).send(phone.via, phone.from, draft, never())
    await transactions(phone).confirm?.(hash, phone.network.caipNetworkId, { signal: never() })
    expect((await ledger.balanceOf(other.address)) - before).toBe(1_000_000n)
    // A token, so that the person approves only what is to be signed.
    expect(
      app.requests
        .filter(({ method }) => method === 'authorize')
        .map(({ params }) => params.auth_token),
    ).toEqual([undefined, 'token-0', 'token-1'])
    expect(phone.links).toHaveLength(3)
  })
})

describe('a wallet app', () => {
  it('An app that only sends itself signs and sends the transfer', async () => {
    const phone = await connectPhone({ signsOnly: false })
    const before = await ledger.balanceOf(other.address)
    const { draft } = await prepare(phone)
    const { hash } = await transactions(phone).send(phone.via, phone.from, draft, never())
    await transactions(phone).confirm?.(hash, phone.network.caipNetworkId, { signal: never() })
    expect((await ledger.balanceOf(other.address)) - before).toBe(1_000_000n)
    expect(app.requests.map(({ method }) => method)).toContain('sign_and_send_transactions')
  })

  it('A decline in the app is a decline of connecting, of signing and of sending', async () => {
    const phone = await connectPhone()
    const { draft } = await prepare(phone)
    app.policy = 'decline'
    for (const request of [
      () => phone.connector.connect({}, never()),
      () => sign(phone),
      () => transactions(phone).send(phone.via, phone.from, draft, never()),
    ])
      expect(walletProblem(await thrownBy(request())).kind).toBe('declined')
  })

  it.each<[WalletAppPolicy, string]>([
    ['die', 'WALLET_APP_CLOSED'],
    ['nonsense', 'WALLET_ANSWER'],
    ['tamper', 'WALLET_ANSWER'],
    ['repeat', 'WALLET_ANSWER'],
  ])(
    'an app that answers a signing request like this changes nothing: %s',
    async (policy, code) => {
      const phone = await connectPhone()
      app.policy = policy
      expect(await thrownBy(sign(phone))).toMatchObject({ code })
      app.policy = 'approve'
      await expect(sign(phone)).resolves.toBeTruthy()
    },
  )

  it('A transfer of which an app that sends itself says nothing more has an unknown outcome', async () => {
    const phone = await connectPhone({ signsOnly: false })
    const { draft } = await prepare(phone)
    app.policy = 'die'
    expect(
      await thrownBy(transactions(phone).send(phone.via, phone.from, draft, never())),
    ).toMatchObject({ code: 'WALLET_OUTCOME' })
  })

  it('A cancelled request ends the connection to the app, and its late answer changes nothing', async () => {
    const phone = await connectPhone()
    app.policy = 'hang'
    const cancel = new AbortController()
    const signing = thrownBy(sign(phone, 'Hello', cancel.signal))
    await vi.waitFor(() => expect(app.requests.at(-1)?.method).toBe('sign_messages'))
    cancel.abort(new Error('cancelled by the person'))
    expect(await signing).toMatchObject({ message: 'cancelled by the person' })
    app.policy = 'approve'
    await expect(sign(phone)).resolves.toBeTruthy()
  })

  it('an app that was installed anew authorizes the page anew', async () => {
    const phone = await connectPhone()
    app.forgetTokens()
    await expect(sign(phone)).resolves.toBeTruthy()
    expect(app.requests.filter(({ method }) => method === 'authorize')).toHaveLength(3)
  })

  it('A connection is restored without opening the app, and is gone once the wallet is disconnected', async () => {
    const phone = await connectPhone()
    const restored = await phone.connector.restore({}, never())
    expect(restored?.report).toEqual(phone.session.report)
    expect(phone.links).toHaveLength(1)
    await phone.session.disconnect(never())
    expect(await phone.connector.restore({}, never())).toBeUndefined()
    expect(phone.links).toHaveLength(1)
  })

  it('a phone without an app gets an error after five seconds in the foreground, and after thirty in the background', async () => {
    const phone = await startPhone({ hasApp: false })
    const { connect } = rowOf(phone) ?? expect.unreachable()
    let ms = 0
    vi.spyOn(performance, 'now').mockImplementation(() => ms)
    class SlowSocket extends WebSocket {
      constructor(...how: ConstructorParameters<typeof WebSocket>) {
        super(...how)
        ms += 1_000
      }
    }
    vi.stubGlobal('WebSocket', SlowSocket)
    expect(await thrownBy(connect({}, never()))).toMatchObject({ code: 'WALLET_APP_MISSING' })
    expect(ms).toBeLessThan(10_000)
    ms = 0
    const open: (link: string) => null = phone.page.open
    phone.page.open = (link: string) => {
      phone.page.dispatchEvent(new Event('blur'))
      return open(link)
    }
    expect(await thrownBy(connect({}, never()))).toMatchObject({ code: 'WALLET_APP_MISSING' })
    expect(ms).toBeGreaterThan(30_000)
  })
})

describe('what an earlier page stored of a wallet app', () => {
  const right = {
    token: 'a',
    accounts: [{ address: account.address }],
    network: 'solana:x',
    signsOnly: true,
  }
  it('An authorization that was stored is read again', () => {
    expect(readSaved(right)).toEqual(right)
  })
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'token'],
    ['no token', { ...right, token: '' }],
    ['a token that is too long', { ...right, token: 'a'.repeat(5_000) }],
    ['no account', { ...right, accounts: [] }],
    ['an account that has no address', { ...right, accounts: [{ address: 'Ada' }] }],
    ['too many accounts', { ...right, accounts: Array(101).fill({ address: account.address }) }],
    ['no network', { ...right, network: 7 }],
  ])('A stored authorization of this kind is not read: %s', (_what, found) => {
    expect(readSaved(found)).toBeUndefined()
  })
})

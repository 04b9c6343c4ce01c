import {
  messagesCapability,
  networksCapability,
  transactionsCapability,
} from '@portico/kernel/capabilities'
import {
  type Connection,
  connectorsSlot,
  type WalletReport,
  type WalletSession,
} from '@portico/kernel/connector-kit'
import { connectionService } from '@portico/kernel/session'
import { createTestKernel } from '@portico/kernel/testing'
import { walletProblem } from '@portico/kernel/wallet'
import type { BitcoinWalletOptions } from '@portico/mock-wallets'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountAt, type OpenPage, openPage } from '../../test/page.js'
import { bip122, bitcoin, bitcoinRegtest, bitcoinSignet, bitcoinTestnet } from '../index.js'

const never = new AbortController().signal

let place: OpenPage

beforeEach(() => {
  place = openPage()
})

afterEach(() => place.close())

async function met(
  options: Partial<BitcoinWalletOptions> = {},
  all = [bitcoinRegtest, bitcoinSignet],
) {
  const wallet = place.wallet(options)
  const kernel = await createTestKernel({ plugins: [bip122({ networks: all as never })] })
  await kernel.use(connectionService).discover()
  const connector = kernel.items(connectorsSlot)[0]
  if (!connector) return expect.fail('not listed')
  return { kernel, connector, wallet }
}

const viewOf = (
  walletSession: WalletSession,
  report: WalletReport = walletSession.report,
): Connection => ({
  id: 'bip122/x',
  namespace: 'bip122',
  connector: 'x',
  handle: walletSession.handle,
  accounts: report.accounts.map(account => ({ ...account, connection: 'bip122/x' as const })),
  network: report.network,
})

const recordReports = (walletSession: WalletSession) => {
  const reports: (WalletReport | undefined)[] = []
  walletSession.watch(report => void reports.push(report))
  return reports
}

describe('connecting a Bitcoin wallet', () => {
  it('connect requests the wanted network', async () => {
    const { connector } = await met({}, [bitcoinSignet, bitcoinRegtest])
    expect(
      (await connector.connect({ network: bitcoinSignet.caipNetworkId }, never)).report.network,
    ).toBe(bitcoinSignet.caipNetworkId)
  })
  it('connect uses the older methods of a wallet without the newer ones', async () => {
    const { connector, wallet } = await met(
      {
        network: 'Testnet',
        quirks: { lacks: ['wallet_connect', 'wallet_getAccount', 'wallet_disconnect'] },
      },
      [bitcoinTestnet],
    )
    const walletSession = await connector.connect({}, never)
    expect(walletSession.report.network).toBe(bitcoinTestnet.caipNetworkId)
    expect(wallet.calls.map(({ method }) => method)).toContain('getAddresses')
    expect(await connector.restore({}, never)).toBeUndefined()
    await expect(walletSession.disconnect(never)).resolves.toBeUndefined()
  })
  it('connect derives an unnamed network from the addresses, and prefers the wanted one among equals', async () => {
    const { connector } = await met({ network: 'Testnet', speaks: ['leather'] }, [
      bitcoinSignet,
      bitcoinTestnet,
    ])
    expect(
      (await connector.connect({ network: bitcoinTestnet.caipNetworkId }, never)).report.network,
    ).toBe(bitcoinTestnet.caipNetworkId)
    expect((await connector.connect({}, never)).report.network).toBe(bitcoinSignet.caipNetworkId)
  })
  it('connect keeps a network that is unlisted or unknown', async () => {
    const { connector, wallet } = await met({ network: 'Mainnet' })
    expect((await connector.connect({}, never)).report.network).toBe(bitcoin.caipNetworkId)
    const own = accountAt(0, 'p2wpkh', 'Mainnet')
    wallet.policy = {
      wallet_connect: {
        answer: {
          addresses: [{ address: own.address, purpose: 'payment' }],
          network: { bitcoin: { name: 'Mutiny Net' } },
        },
      },
    }
    expect((await connector.connect({}, never)).report.network).toBe('bip122:Mutiny-Net')
  })
  it.each([
    ['declined', { code: -32000, message: 'User rejected accounts request' }, 'declined'],
    ['denied', { code: -32002 }, 'unauthorized'],
    ['without the method', { code: -32001 }, 'unsupported'],
  ])('a wallet %s is recognised by the code of sats-connect', async (_what, error, kind) => {
    const { connector } = await met({ policy: { '*': { error } } })
    expect(walletProblem(await connector.connect({}, never).catch(thrown => thrown)).kind).toBe(
      kind,
    )
  })

  const own = accountAt(0)
  const answer = (rest: object, address: object = {}) => ({
    addresses: [{ address: own.address, publicKey: own.publicKey, purpose: 'payment', ...address }],
    network: { bitcoin: { name: 'Regtest' } },
    ...rest,
  })
  it.each([
    ['null', null],
    ['a number', 42],
    ['text', 'yes'],
    ['HTML', '<!doctype html>'],
    ['a list', []],
    ['no addresses', {}],
    ['addresses that are text', answer({ addresses: 'many' })],
    ['an empty list', answer({ addresses: [] })],
    ['an account that is null', answer({ addresses: [null] })],
    ['an account without an address', answer({}, { address: undefined })],
    ['an address that is a number', answer({}, { address: 7 })],
    ['an address that is none', answer({}, { address: 'bob' })],
    ['an address with a wrong character', answer({}, { address: `${own.address.slice(0, -1)}q` })],
    ['an address of ten thousand characters', answer({}, { address: own.address.repeat(250) })],
    [
      'an address of another network',
      answer({}, { address: accountAt(0, 'p2wpkh', 'Mainnet').address }),
    ],
    [
      'an address of another chain',
      answer({}, { address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf' }),
    ],
    ['a private key as address', answer({}, { address: '01'.repeat(32) })],
    ['the key of another address', answer({}, { publicKey: accountAt(1).publicKey })],
    ['a key that is no point', answer({}, { publicKey: '02'.repeat(33) })],
    ['a key that is no hex', answer({}, { publicKey: 'zz'.repeat(33) })],
    ['a key that is too short', answer({}, { publicKey: '02' })],
    ['a key that is a number', answer({}, { publicKey: 2 })],
    ['a purpose that is a list', answer({}, { purpose: ['payment'] })],
    ['accounts for other purposes only', answer({}, { purpose: 'stacks' })],
    ['a purpose that is a name of every object', answer({}, { purpose: '__proto__' })],
    ['a network without a name', answer({ network: { bitcoin: {} } })],
    ['a network that is text', answer({ network: 'Regtest' })],
    [
      'ten thousand accounts',
      answer({
        addresses: Array.from({ length: 10_000 }, () => ({
          address: own.address,
          purpose: 'payment',
        })),
      }),
    ],
  ])('[S35] [D37] connect rejects a wallet that answers %s', async (_what, lie) => {
    const { connector, wallet } = await met({ policy: { wallet_connect: { answer: lie } } })
    await expect(connector.connect({}, never)).rejects.toMatchObject({ code: 'WALLET_ANSWER' })
    expect(wallet.listeners).toBe(0)
  })
  it('[S35] connect rejects a wallet whose response has throwing getters', async () => {
    const { connector } = await met({
      policy: { wallet_connect: { nonsense: 'throwing-getters' } },
    })
    await expect(connector.connect({}, never)).rejects.toMatchObject({ code: 'WALLET_ANSWER' })
  })
})

describe('a connected Bitcoin wallet', () => {
  it('a wallet that later lies about its account changes nothing, and is reported', async () => {
    const { connector, kernel, wallet } = await met()
    const reports = recordReports(await connector.connect({}, never))
    wallet.policy = { wallet_getAccount: { answer: { addresses: 'many' } } }
    wallet.switchAccount(1)
    await expect.poll(() => kernel.reported.length).toBe(1)
    expect(reports).toEqual([])
  })
  it('two responses that arrive in the wrong order leave the result of the newer request', async () => {
    const wallet = place.wallet({ path: 'Slow' })
    const provider = (
      place.page as unknown as {
        Slow: { request(method: string, params: unknown): Promise<unknown> }
      }
    ).Slow
    const request = provider.request.bind(provider)
    const waiting: (() => void)[] = []
    Object.assign(provider, {
      async request(method: string, params: unknown) {
        const answer = await request(method, params)
        if (method === 'wallet_getAccount')
          await new Promise<void>(answerNow => waiting.push(answerNow))
        return answer
      },
    })
    const kernel = await createTestKernel({ plugins: [bip122({ networks: [bitcoinRegtest] })] })
    await kernel.use(connectionService).discover()
    const reports = recordReports(
      (await kernel.items(connectorsSlot)[0]?.connect({}, never)) ?? expect.fail('not listed'),
    )
    wallet.switchAccount(1)
    await expect.poll(() => waiting.length).toBe(1)
    wallet.switchAccount(2)
    await expect.poll(() => waiting.length).toBe(2)
    waiting[1]?.()
    await expect.poll(() => reports.length).toBe(1)
    waiting[0]?.()
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(reports.map(report => report?.accounts[0]?.address)).toEqual([accountAt(2).address])
  })
  it('[R30] a wallet whose listener cannot be removed does not block a disconnect, and is reported', async () => {
    let stops = 0
    const torn = () => {
      stops++
      throw new TypeError('torn')
    }
    place.wallet({ path: 'Torn' })
    Object.assign((place.page as unknown as { Torn: object }).Torn, { addListener: () => torn })
    const kernel = await createTestKernel({ plugins: [bip122({ networks: [bitcoinRegtest] })] })
    await kernel.use(connectionService).discover()
    const [connector] = kernel.items(connectorsSlot)
    if (!connector) return expect.fail('not listed')
    const walletSession = await connector.connect({}, never)
    walletSession.watch(() => undefined)()
    await walletSession.disconnect(never)
    expect([stops, kernel.reported.length]).toEqual([3, 3])
  })
  it('a wallet that reports a switch but did not switch is rejected', {
    tags: 'thorough',
  }, async () => {
    const { connector, kernel } = await met({ quirks: { staysOnNetwork: true } })
    const walletSession = await connector.connect({}, never)
    const switching = kernel
      .capability(networksCapability, bitcoinSignet.caipNetworkId)
      ?.switch?.(viewOf(walletSession), bitcoinSignet.caipNetworkId, never)
    await expect(switching).rejects.toMatchObject({ code: 'WALLET_NETWORK' })
  })
  it('a wallet reports what it does not support', async () => {
    const { connector } = await met({
      quirks: {
        lacks: ['signPsbt', 'wallet_changeNetwork', 'wallet_disconnect'],
        namesMethods: true,
      },
    })
    const walletSession = await connector.connect({}, never)
    expect(
      [messagesCapability, transactionsCapability, networksCapability].map(ref =>
        walletSession.supports?.(ref),
      ),
    ).toEqual([true, false, false])
    await expect(walletSession.disconnect(never)).resolves.toBeUndefined()
  })
  it('a Bitcoin wallet that unregisters while it signs ends its session and the request', async () => {
    const { connector, kernel, wallet } = await met({ speaks: ['wallet-standard'] })
    const walletSession = await connector.connect({}, never)
    const via = viewOf(walletSession)
    const reports = recordReports(walletSession)
    wallet.policy = 'hang'
    const [from] = via.accounts
    const signing = kernel
      .capability(messagesCapability, 'bip122')
      ?.sign(via, from ?? expect.fail('no account'), 'hello', never)
    const failed = expect(signing).rejects.toMatchObject({
      code: 'WALLET_ANSWER',
      userMessage: { id: 'wallet.error.removed' },
    })
    await expect.poll(() => wallet.calls.at(-1)?.method).toBe('bitcoin:signMessage')
    wallet.vanish()
    await failed
    expect(reports).toEqual([undefined])
    expect(wallet.listeners).toBe(0)
    expect(kernel.items(connectorsSlot)).toEqual([])
  })
  it('a wallet of another plugin gets no request', async () => {
    const { kernel } = await met()
    const via = {
      ...viewOf({ handle: {} } as WalletSession, {
        accounts: [],
        network: bitcoinRegtest.caipNetworkId,
      }),
      handle: { signMessage: async () => '' },
    }
    const account = {
      namespace: 'bip122',
      address: accountAt(0).address,
      type: 'payment',
      connection: 'bip122/x' as const,
    }
    await expect(
      kernel.capability(messagesCapability, 'bip122')?.sign(via, account, 'hello', never),
    ).rejects.toMatchObject({ code: 'WALLET_UNSUPPORTED' })
  })
})

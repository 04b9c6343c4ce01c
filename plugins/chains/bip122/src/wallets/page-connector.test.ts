import type { Account } from '@portico/kernel/account'
import {
  messagesCapability,
  networksCapability,
  transactionsCapability,
} from '@portico/kernel/capabilities'
import { bip122Psbt } from '@portico/kernel/chain'
import {
  type Connection,
  connectorsSlot,
  type WalletReport,
  type WalletSession,
} from '@portico/kernel/connector-kit'
import { connectionService } from '@portico/kernel/session'
import { createTestKernel } from '@portico/kernel/testing'
import { failedRequest, walletProblem } from '@portico/kernel/wallet'
import type {
  BitcoinProtocol,
  BitcoinQuirks,
  BitcoinWalletOptions,
  Policy,
} from '@portico/mock-wallets'
import { base64 } from '@scure/base'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountAt, type OpenPage, openPage, unspentPayment } from '../../test/page.js'
import { bip122, bitcoin, bitcoinRegtest, bitcoinSignet } from '../index.js'

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

/**
 * How each protocol's wallet starts here, and what it supports. OKX and Phantom have no regtest.
 */
const protocols: readonly {
  protocol: BitcoinProtocol
  network: 'Regtest' | 'Mainnet'
  restores: boolean
  ordinals: boolean
  switches: boolean
  disconnects: boolean
}[] = [
  {
    protocol: 'sats-connect',
    network: 'Regtest',
    restores: true,
    ordinals: true,
    switches: true,
    disconnects: true,
  },
  {
    protocol: 'leather',
    network: 'Regtest',
    restores: false,
    ordinals: true,
    switches: false,
    disconnects: false,
  },
  {
    protocol: 'unisat',
    network: 'Regtest',
    restores: true,
    ordinals: false,
    switches: true,
    disconnects: true,
  },
  {
    protocol: 'bitget',
    network: 'Regtest',
    restores: true,
    ordinals: false,
    switches: true,
    disconnects: true,
  },
  {
    protocol: 'okx',
    network: 'Mainnet',
    restores: true,
    ordinals: false,
    switches: true,
    disconnects: true,
  },
  {
    protocol: 'phantom',
    network: 'Mainnet',
    restores: false,
    ordinals: true,
    switches: false,
    disconnects: false,
  },
  {
    protocol: 'wallet-standard',
    network: 'Regtest',
    restores: true,
    ordinals: true,
    switches: false,
    disconnects: true,
  },
]

describe.each(protocols)(
  'a wallet with the protocol $protocol',
  ({ protocol, network, restores, ordinals, switches, disconnects }) => {
    const named = network === 'Regtest' ? bitcoinRegtest : bitcoin
    const here = (more: Partial<BitcoinWalletOptions> = {}) =>
      met({ speaks: [protocol], network, ...more }, [named, bitcoinSignet])

    it('[S6.05] reports the payment account first, then the one for collectibles, with keys', async () => {
      const { connector } = await here()
      const { report } = await connector.connect({}, never)
      const [payment, ordinal] = [accountAt(0, 'p2wpkh', network), accountAt(0, 'p2tr', network)]
      expect(report.network).toBe(named.caipNetworkId)
      expect(report.accounts).toMatchObject([
        { type: 'payment', address: payment.address, publicKey: payment.publicKey },
        ...(ordinals
          ? [{ type: 'ordinal', address: ordinal.address, publicKey: ordinal.publicKey }]
          : []),
      ])
    })
    it('[D29d] signs texts with each account, and the signatures verify', async () => {
      const { connector, kernel } = await here()
      const via = viewOf(await connector.connect({}, never))
      const offer = kernel.capability(messagesCapability, named.caipNetworkId)
      for (const account of via.accounts) {
        const signed = await offer?.sign(via, account, 'hello', never)
        expect(signed && (await offer?.verify(account, 'hello', signed, never))).toBe(true)
        expect(signed && (await offer?.verify(account, 'farewell', signed, never))).toBe(false)
      }
    })
    it('[R12] a Bitcoin wallet stays unconnected when the person rejects, with the EIP-1193 code', async () => {
      const { connector, wallet, kernel } = await here({ policy: 'reject' })
      const error = await connector.connect({}, never).catch(thrown => thrown)
      expect(walletProblem(error).kind).toBe('declined')
      expect([wallet.listeners, kernel.reported]).toEqual([0, []])
      wallet.policy = 'approve'
      expect((await connector.connect({}, never)).report.accounts.length).toBeGreaterThan(0)
    })
    /**
     * Responses to a signing request, with what each proves. Codes of sats-connect count only where
     * sats-connect is the protocol.
     */
    const isSats = protocol === 'sats-connect'
    const failures: readonly (readonly [title: string, error: unknown, isRefused: boolean])[] = [
      ['4001, declined', { code: 4001, message: 'No.' }, true],
      ['4100, not authorized', { code: 4100, message: 'No.' }, true],
      ['4200, not supported', { code: 4200, message: 'No.' }, true],
      ['-32601, method not found', { code: -32601, message: 'No.' }, true],
      [
        'words of a person who declined',
        { code: -32603, message: 'User rejected the request to sign a PSBT' },
        true,
      ],
      [
        '-32000 with the message of a person who declined',
        { code: -32000, message: 'User rejected request to sign a psbt' },
        true,
      ],
      ['-32000 with another message', { code: -32000, message: 'No.' }, false],
      ['-32001, not supported in sats-connect', { code: -32001, message: 'No.' }, isSats],
      [
        '-32002, not allowed in sats-connect, pending in EIP-1193',
        { code: -32002, message: 'No.' },
        isSats,
      ],
      ['-32603, internal error', { code: -32603, message: 'Internal error.' }, false],
      ['4900, disconnected', { code: 4900, message: 'Disconnected.' }, false],
      ['a node that has it already', { code: -32603, message: 'txn-already-in-mempool' }, false],
      ['an error without a code', { message: 'Something' }, false],
      ['nothing', undefined, false],
    ]
    const signing =
      { 'wallet-standard': 'bitcoin:signTransaction', phantom: 'signPSBT' }[protocol as string] ??
      'signPsbt'
    /** Sends a payment of a coin whose transaction does not exist, so no endpoint is reached. */
    async function sending(answer: Policy, more: Partial<BitcoinWalletOptions> = {}) {
      const { connector, kernel, wallet } = await here(more)
      const via = viewOf(await connector.connect({}, never))
      const [account] = via.accounts as readonly [Account]
      const made = unspentPayment(accountAt(0, 'p2wpkh', network).script)
      const body = {
        psbt: base64.encode(made.toPSBT()),
        inputs: [{ index: 0, address: account.address }],
        fee: 1_000n,
        feeRate: '9',
        change: 9_000n,
      }
      wallet.policy = { [signing]: answer }
      return kernel
        .capability(transactionsCapability, named.caipNetworkId)
        ?.send(via, account, bip122Psbt.draft(named.caipNetworkId, body), never)
    }
    it.runIf(isSats)(
      '[D29d] a sats-connect rejection whose message names the person has the code of every other wallet',
      async () => {
        const thrown = await sending({
          error: { code: -32000, message: 'User rejected request to sign a psbt' },
        }).catch(caught => caught)
        expect(thrown).toMatchObject({ code: 'DECLINED' })
      },
    )
    it.each(failures)(
      '[S35] the response %s to a payment is judged by what it proves',
      async (_title, error, isRefused) => {
        const thrown = await sending({ error }).catch(caught => caught)
        expect([thrown.code === 'WALLET_OUTCOME', failedRequest(thrown)]).toEqual(
          isRefused ? [false, 'refused'] : [true, 'unknown'],
        )
      },
    )
    it.each([
      ['undefined', undefined],
      ['null', null],
      ['an empty text', ''],
      ['a number', 7],
      ['an empty object', {}],
      ['an empty list', []],
      [
        'what is no PSBT, in each shape',
        { psbt: 'cHNidP8=', hex: '70736274ff', signedPsbt: new Uint8Array([1]) },
      ],
    ])('[S35] the response %s to a payment leaves the outcome unknown', async (_title, answer) => {
      await expect(sending({ answer })).rejects.toMatchObject({ code: 'WALLET_OUTCOME' })
    })
    it('[S35] a response without a signature to a payment leaves the outcome unknown', async () => {
      await expect(sending('approve', { quirks: { signs: 'nothing' } })).rejects.toMatchObject({
        code: 'WALLET_OUTCOME',
      })
    })
    it('[R11] a Bitcoin wallet gets one request when several callers connect while its prompt is open', async () => {
      const { connector, wallet } = await here({ policy: 'ask' })
      const both = [connector.connect({}, never), connector.connect({}, never)]
      await wallet.waitForRequest()
      wallet.approve()
      await Promise.all(both)
      expect(wallet.pending).toEqual([])
      expect(
        wallet.calls.filter(({ method }) => /connect$|requestAccounts|^getAddresses/.test(method)),
      ).toHaveLength(1)
    })
    it('[R23] signs once, however many identical requests run at once', async () => {
      const { connector, wallet, kernel } = await here()
      const via = viewOf(await connector.connect({}, never))
      const [account] = via.accounts as [Account]
      const offer = kernel.capability(messagesCapability, named.caipNetworkId)
      await Promise.all(Array.from({ length: 20 }, () => offer?.sign(via, account, 'once', never)))
      expect(wallet.calls.filter(({ method }) => /signMessage/.test(method))).toHaveLength(1)
    })
    it(`the connection is ${restores ? 'restored' : 'not restored'} without a prompt`, async () => {
      const { connector, wallet } = await here()
      expect(
        (await connector.restore({ network: named.caipNetworkId }, never))?.report.accounts,
      ).toBeUndefined()
      await connector.connect({}, never)
      wallet.policy = { '*': 'reject' }
      if (protocol === 'phantom') return
      expect((await connector.restore({ network: named.caipNetworkId }, never)) !== undefined).toBe(
        restores,
      )
    })
    it('reports another account', async () => {
      if (protocol === 'leather') return
      const { connector, wallet } = await here()
      const walletSession = await connector.connect({}, never)
      const reports = recordReports(walletSession)
      if (protocol === 'phantom')
        wallet.emit('accountsChanged', [
          {
            address: accountAt(1, 'p2wpkh', network).address,
            publicKey: accountAt(1).publicKey,
            purpose: 'payment',
          },
        ])
      else wallet.switchAccount(1)
      await expect
        .poll(() => reports.at(-1)?.accounts[0]?.address)
        .toBe(accountAt(1, 'p2wpkh', network).address)
      await walletSession.disconnect(never)
      expect(wallet.listeners).toBe(0)
    })
    it('reports that it revoked the page', async () => {
      const { connector, wallet } = await here()
      const reports = recordReports(await connector.connect({}, never))
      wallet.disconnect()
      await expect.poll(() => reports.length > 0 && (reports.at(-1)?.accounts.length ?? 0)).toBe(0)
    })
    it(`${switches ? 'goes to another network' : 'says that it stays on its network'}`, async () => {
      const { connector, kernel, wallet } = await here()
      const walletSession = await connector.connect({}, never)
      expect(
        [messagesCapability, transactionsCapability, networksCapability].map(ref =>
          walletSession.supports?.(ref),
        ),
      ).toEqual([true, true, switches])
      const switching = kernel
        .capability(networksCapability, bitcoinSignet.caipNetworkId)
        ?.switch?.(viewOf(walletSession), bitcoinSignet.caipNetworkId, never)
      if (!switches) return expect(switching).rejects.toMatchObject({ code: 'WALLET_UNSUPPORTED' })
      const reports = recordReports(walletSession)
      await switching
      expect(wallet.network).toBe('Signet')
      expect(reports.at(-1)?.accounts[0]?.address ?? accountAt(0, 'p2wpkh', 'Signet').address).toBe(
        accountAt(0, 'p2wpkh', 'Signet').address,
      )
    })
    it(`a disconnect ${disconnects ? 'is requested from the wallet' : 'sends the wallet nothing, because its protocol has no method for it'}`, async () => {
      const { connector, wallet } = await here()
      const walletSession = await connector.connect({}, never)
      walletSession.watch(() => undefined)
      await walletSession.disconnect(never)
      expect([wallet.isConnected, wallet.listeners]).toEqual([!disconnects, 0])
    })
    const bad: readonly [string, BitcoinQuirks][] = [
      ['no accounts', { accounts: 'none' }],
      ['accounts of another network', { accounts: 'another-network' }],
      ['an address that is none', { accounts: 'malformed-address' }],
      ['a key that is none', { accounts: 'malformed-key' }],
      ['the key of another address', { accounts: 'key-of-another' }],
    ]
    it.each(bad)('[S35] a Bitcoin wallet is rejected when it reports %s', async (_what, quirks) => {
      const { connector, wallet, kernel } = await here({ quirks })
      const walletSession = await connector
        .connect({ network: named.caipNetworkId }, never)
        .catch(error => error)
      // Where a wallet names no network, an address of another network connects to that network,
      // not to the requested one.
      if (walletSession.report) expect(walletSession.report.network).not.toBe(named.caipNetworkId)
      else expect(walletSession).toMatchObject({ code: 'WALLET_ANSWER' })
      if (!walletSession.report) expect(wallet.listeners).toBe(0)
      expect(kernel.reported).toEqual([])
    })
    it.each([['another'], ['by-another-key'], ['nothing']] as const)(
      '[S35] a Bitcoin wallet is rejected when it signs %s',
      async signs => {
        const { connector, kernel } = await here({ quirks: { signs } })
        const via = viewOf(await connector.connect({}, never))
        for (const account of via.accounts) {
          await expect(
            kernel
              .capability(messagesCapability, named.caipNetworkId)
              ?.sign(via, account, 'hello', never),
          ).rejects.toMatchObject({
            code: 'WALLET_ANSWER',
          })
        }
      },
    )
    it('a Bitcoin wallet ends in a named problem when it throws strings, responds late, refuses a second signature, or is silent', async () => {
      const { connector, wallet, kernel } = await here({
        quirks: { throwsStrings: true, answersLateMs: 20, signatureIntervalMs: 3_000 },
      })
      wallet.policy = 'reject'
      expect(walletProblem(await connector.connect({}, never).catch(thrown => thrown)).kind).toBe(
        'declined',
      )
      wallet.policy = 'approve'
      const via = viewOf(await connector.connect({}, never))
      const [account] = via.accounts as [Account]
      const sign = () =>
        kernel
          .capability(messagesCapability, named.caipNetworkId)
          ?.sign(via, account, String(wallet.calls.length), never)
      await sign()
      expect(walletProblem(await sign()?.catch(thrown => thrown)).message).toMatch(
        /Rate limit exceeded/,
      )
    })
    it('a Bitcoin wallet is awaited while it is locked, until all callers aborted', async () => {
      const { connector, wallet } = await here({ quirks: { silentUntilUnlocked: true } })
      const gaveUp = new AbortController()
      const pending = connector.connect({}, gaveUp.signal)
      gaveUp.abort()
      await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
      const again = connector.connect({}, never)
      wallet.unlock()
      expect((await again).report.accounts.length).toBeGreaterThan(0)
    })
  },
)

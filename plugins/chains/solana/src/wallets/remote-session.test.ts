import { ed25519 } from '@noble/curves/ed25519.js'
import {
  messagesCapability,
  networksCapability,
  type RemoteSession,
  remoteSessionsCapability,
  transactionsCapability,
} from '@portico/kernel/capabilities'
import type { AccountId } from '@portico/kernel/chain'
import type { WalletReport } from '@portico/kernel/connector-kit'
import { createTestKernel } from '@portico/kernel/testing'
import { base58, base64 } from '@scure/base'
import { describe, expect, it, vi } from 'vitest'
import { thrownBy } from '../../test/bench.js'
import { solana, solanaDevnet, solanaMainnet } from '../index.js'
import { buildTransaction, sendSol } from '../transactions/build-transaction.js'
import { readWire } from '../transactions/transaction-wire.js'
import { handleOf } from './handle.js'

const never = new AbortController().signal
const [main, dev] = [solanaMainnet.caipNetworkId, solanaDevnet.caipNetworkId]
const secretOf = (byte: number) => new Uint8Array(32).fill(byte)
const addressOf = (byte: number) => base58.encode(ed25519.getPublicKey(secretOf(byte)))
const [ada, bob] = [addressOf(1), addressOf(2)]
const lifetime = { blockhash: '1'.repeat(32), lastValidBlockHeight: 1n }
const wire = buildTransaction(ada, lifetime, { units: 450, price: 0n }, [sendSol(ada, bob, 1n)])
const signatureOf = (bytes: Uint8Array) => base58.encode(ed25519.sign(bytes, secretOf(1)))

/**
 * A session with a mock wallet that signs with its keys, using the method names and shapes of
 * WalletConnect.
 */
function remote(rest: Partial<RemoteSession> = {}) {
  const listeners = new Set<Parameters<RemoteSession['watch']>[0]>()
  const requests: {
    readonly method: string
    readonly params: unknown
    readonly network: string
  }[] = []
  const session: RemoteSession = {
    accounts: [
      `${main}:${ada}` as AccountId,
      `${main}:${bob}` as AccountId,
      `${dev}:${bob}` as AccountId,
    ],
    approved: [main, dev],
    methods: ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'],
    async request(method, params, network) {
      requests.push({ method, params, network })
      const { message, transaction } = params as { message?: string; transaction?: string }
      return {
        signature: signatureOf(
          message
            ? base58.decode(message)
            : (readWire(base64.decode(transaction ?? ''))?.message ?? new Uint8Array()),
        ),
      }
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: async () => undefined,
    ...rest,
  }
  const emit = (name: string, data?: unknown, network = main) => {
    for (const listener of listeners) listener({ name, data, network })
  }
  return { session, requests, listeners, emit }
}
const open = async (rest: Partial<RemoteSession> = {}) => {
  const kernel = await createTestKernel({
    plugins: [solana({ networks: [solanaMainnet, solanaDevnet] })],
  })
  const one = remote(rest)
  const walletSession = await kernel
    .capability(remoteSessionsCapability, 'solana')
    ?.open(one.session, never)
  if (!walletSession) throw new Error('not offered')
  const accounts = walletSession.report.accounts.map(account => ({
    ...account,
    connection: 'solana/x' as const,
  }))
  const via = {
    id: 'solana/x',
    namespace: 'solana',
    connector: 'x',
    handle: walletSession.handle,
    accounts,
    network: main,
  } as const
  return {
    ...one,
    kernel,
    walletSession,
    via,
    from: accounts[0] ?? {
      namespace: 'solana',
      address: ada,
      type: 'eoa',
      connection: 'solana/x' as const,
    },
  }
}

describe('a remote Solana wallet', () => {
  it("the session begins on the person's network, if the wallet approved it", async () => {
    expect((await open({ network: dev })).walletSession.report.network).toBe(dev)
    expect((await open({ network: 'solana:unlisted' })).walletSession.report.network).toBe(main)
  })
  it('the requested scope holds what this plugin uses', async () => {
    const kernel = await createTestKernel({
      plugins: [solana({ networks: [solanaMainnet, solanaDevnet] })],
    })
    expect(await kernel.capability(remoteSessionsCapability, 'solana')?.scope()).toEqual({
      networks: [main, dev],
      methods: ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'],
      events: ['accountsChanged', 'chainChanged'],
    })
  })

  it('a remote session works like an injected one: accounts, signatures, networks, disconnect', async () => {
    const { kernel, walletSession, via, from, requests, listeners } = await open()
    expect(walletSession.report).toMatchObject({
      network: main,
      approved: [main, dev],
      accounts: [{ address: ada }, { address: bob }],
    })
    const signed = await kernel
      .capability(messagesCapability, main)
      ?.sign(via, from, 'hello', never)
    expect(signed).toEqual({
      signature: signatureOf(new TextEncoder().encode('hello')),
      scheme: 'ed25519',
    })
    expect(requests).toEqual([
      {
        method: 'solana_signMessage',
        params: { message: base58.encode(new TextEncoder().encode('hello')), pubkey: ada },
        network: main,
      },
    ])

    const reports: WalletReport[] = []
    walletSession.watch(report => report && reports.push(report))
    await kernel.capability(networksCapability, dev)?.switch?.(via, dev, never)
    expect(reports).toMatchObject([{ network: dev, accounts: [{ address: bob }] }])
    await walletSession.disconnect(never)
    expect(listeners.size).toBe(0)
  })

  it('signing a transaction inserts the returned signature, or takes the returned transaction', async () => {
    const { via } = await open()
    const signed = await handleOf(via).signTransaction?.(ada, wire, main, never)
    expect(base58.encode(readWire(signed ?? wire)?.signatures[0] ?? wire)).toBe(
      signatureOf(readWire(wire)?.message ?? wire),
    )
    const whole = await open({
      request: async () => ({ signature: 'ignored', transaction: base64.encode(wire) }),
    })
    expect(await handleOf(whole.via).signTransaction?.(ada, wire, main, never)).toEqual(wire)
  })

  it.each([
    undefined,
    null,
    {},
    { signature: 7 },
    { signature: 'Ada' },
    { transaction: '***' },
    'text',
  ])('[S35] the response %j is rejected', async answer => {
    const { kernel, via, from } = await open({ request: async () => answer })
    expect(
      await thrownBy(handleOf(via).signTransaction?.(ada, wire, main, never) ?? Promise.resolve()),
    ).toMatchObject({ code: 'WALLET_ANSWER' })
    expect(
      await thrownBy(
        kernel.capability(messagesCapability, main)?.sign(via, from, 'hello', never) ??
          Promise.resolve(),
      ),
    ).toMatchObject({
      code: 'WALLET_ANSWER',
    })
  })

  it('[R12] a rejection by the person rejects with DECLINED', async () => {
    const { kernel, via, from } = await open({
      request: async () => Promise.reject('User rejected'),
    })
    expect(
      await thrownBy(
        kernel.capability(messagesCapability, main)?.sign(via, from, 'hello', never) ??
          Promise.resolve(),
      ),
    ).toMatchObject({ code: 'DECLINED', cause: 'User rejected' })
  })

  it('the session uses granted methods only', async () => {
    const { walletSession, kernel, via, from } = await open({
      methods: ['solana_signAndSendTransaction'],
      approved: [main],
    })
    expect(
      [messagesCapability, transactionsCapability, networksCapability].map(one =>
        walletSession.supports?.(one),
      ),
    ).toEqual([false, true, false])
    expect(
      await thrownBy(
        kernel.capability(messagesCapability, main)?.sign(via, from, 'hello', never) ??
          Promise.resolve(),
      ),
    ).toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    expect(
      await thrownBy(
        kernel.capability(networksCapability, dev)?.switch?.(via, dev, never) ?? Promise.resolve(),
      ),
    ).toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
  })

  it('the session reports the selected account, another network, and the end by the wallet', async () => {
    const { walletSession, emit } = await open()
    const reports = vi.fn()
    walletSession.watch(reports)
    emit('accountsChanged', [`${main}:${bob}`])
    expect(reports).toHaveBeenLastCalledWith(
      expect.objectContaining({
        accounts: [
          expect.objectContaining({ address: bob }),
          expect.objectContaining({ address: ada }),
        ],
      }),
    )
    emit('chainChanged', undefined, dev)
    expect(reports).toHaveBeenLastCalledWith(expect.objectContaining({ network: dev }))
    emit('closed')
    expect(reports).toHaveBeenLastCalledWith(undefined)
  })

  it('[S24] the session reports no account of another network after chainChanged to one without accounts', async () => {
    const { walletSession, emit } = await open({
      accounts: [`${main}:${ada}` as AccountId],
      approved: [main, dev],
    })
    const reports = vi.fn()
    walletSession.watch(reports)
    emit('chainChanged', undefined, dev)
    expect(reports).toHaveBeenLastCalledWith(
      expect.objectContaining({ network: dev, accounts: [], approved: [main] }),
    )
  })

  it.each([
    ['no account', { accounts: [] }, 'WALLET_ANSWER'],
    ['an address that is none', { accounts: [`${main}:Ada` as AccountId] }, 'WALLET_ANSWER'],
    [
      'networks that were not requested',
      { accounts: [`solana:other:${ada}` as AccountId], approved: ['solana:other' as const] },
      'WALLET_NETWORK',
    ],
  ] as const)('[S35] a session with %s is rejected', async (_, rest, code) => {
    expect(await thrownBy(open(rest))).toMatchObject({ code })
  })
})

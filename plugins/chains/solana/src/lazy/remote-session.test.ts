import { ed25519 } from '@noble/curves/ed25519.js'
import { type AccountId, messages, networks, type RemoteSession, remoteSessions, transactions, type WalletReport } from '@portico/kernel/contracts'
import { createTestKernel } from '@portico/kernel/testing'
import { base58, base64 } from '@scure/base'
import { describe, expect, it, vi } from 'vitest'
import { thrownBy } from '../../test/bench.js'
import { solana, solanaDevnet, solanaMainnet } from '../index.js'
import { buildTransaction, sendSol } from './build-transaction.js'
import { portOf } from './port.js'
import { readWire } from './transaction-wire.js'

const never = new AbortController().signal
const [main, dev] = [solanaMainnet.caipNetworkId, solanaDevnet.caipNetworkId]
const secretOf = (byte: number) => new Uint8Array(32).fill(byte)
const addressOf = (byte: number) => base58.encode(ed25519.getPublicKey(secretOf(byte)))
const [ada, bob] = [addressOf(1), addressOf(2)]
const lifetime = { blockhash: '1'.repeat(32), lastValidBlockHeight: 1n }
const wire = buildTransaction(ada, lifetime, { units: 450, price: 0n }, [sendSol(ada, bob, 1n)])
const signatureOf = (bytes: Uint8Array) => base58.encode(ed25519.sign(bytes, secretOf(1)))

/** A session with a mock wallet behind it that signs with its keys: asked by the names and shapes of WalletConnect. */
function remote(rest: Partial<RemoteSession> = {}) {
  const listeners = new Set<Parameters<RemoteSession['watch']>[0]>()
  const asked: { readonly method: string; readonly params: unknown; readonly network: string }[] = []
  const session: RemoteSession = {
    accounts: [`${main}:${ada}` as AccountId, `${main}:${bob}` as AccountId, `${dev}:${bob}` as AccountId],
    approved: [main, dev],
    methods: ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'],
    async request(method, params, network) {
      asked.push({ method, params, network })
      const { message, transaction } = params as { message?: string; transaction?: string }
      return { signature: signatureOf(message ? base58.decode(message) : (readWire(base64.decode(transaction ?? ''))?.message ?? new Uint8Array())) }
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: async () => undefined,
    ...rest,
  }
  const tell = (name: string, data?: unknown, network = main) => {
    for (const listener of listeners) listener({ name, data, network })
  }
  return { session, asked, listeners, tell }
}
const open = async (rest: Partial<RemoteSession> = {}) => {
  const kernel = await createTestKernel({ plugins: [solana({ networks: [solanaMainnet, solanaDevnet] })] })
  const one = remote(rest)
  const line = await kernel.capability(remoteSessions, 'solana')?.open(one.session, never)
  if (!line) throw new Error('not offered')
  const accounts = line.report.accounts.map(account => ({ ...account, connection: 'solana/x' as const }))
  const via = { id: 'solana/x', namespace: 'solana', connector: 'x', port: line.port, accounts, network: main } as const
  return { ...one, kernel, line, via, from: accounts[0] ?? { namespace: 'solana', address: ada, type: 'eoa', connection: 'solana/x' as const } }
}

describe('a remote Solana wallet', () => {
  it('begins on the network where the person was, if the wallet approved it', async () => {
    expect((await open({ network: dev })).line.report.network).toBe(dev)
    expect((await open({ network: 'solana:elsewhere' })).line.report.network).toBe(main)
  })
  it('is asked for what this plugin uses', async () => {
    const kernel = await createTestKernel({ plugins: [solana({ networks: [solanaMainnet, solanaDevnet] })] })
    expect(await kernel.capability(remoteSessions, 'solana')?.scope()).toEqual({
      networks: [main, dev],
      methods: ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'],
      events: ['accountsChanged', 'chainChanged'],
    })
  })

  it('becomes a line like one in the page: accounts, signatures, networks, farewell', async () => {
    const { kernel, line, via, from, asked, listeners } = await open()
    expect(line.report).toMatchObject({ network: main, approved: [main, dev], accounts: [{ address: ada }, { address: bob }] })
    const signed = await kernel.capability(messages, main)?.sign(via, from, 'hello', never)
    expect(signed).toEqual({ signature: signatureOf(new TextEncoder().encode('hello')), scheme: 'ed25519' })
    expect(asked).toEqual([{ method: 'solana_signMessage', params: { message: base58.encode(new TextEncoder().encode('hello')), pubkey: ada }, network: main }])

    const told: WalletReport[] = []
    line.watch(report => report && told.push(report))
    await kernel.capability(networks, dev)?.switch(via, dev, never)
    expect(told).toMatchObject([{ network: dev, accounts: [{ address: bob }] }])
    await line.disconnect(never)
    expect(listeners.size).toBe(0)
  })

  it('signs transactions: its signature is put in its place, or the whole that it sends is taken', async () => {
    const { via } = await open()
    const signed = await portOf(via).signTransaction?.(ada, wire, main, never)
    expect(base58.encode(readWire(signed ?? wire)?.signatures[0] ?? wire)).toBe(signatureOf(readWire(wire)?.message ?? wire))
    const whole = await open({ request: async () => ({ signature: 'ignored', transaction: base64.encode(wire) }) })
    expect(await portOf(whole.via).signTransaction?.(ada, wire, main, never)).toEqual(wire)
  })

  it.each([undefined, null, {}, { signature: 7 }, { signature: 'Ada' }, { transaction: '***' }, 'text'])(
    '[S35] is not believed when it answers %j',
    async answer => {
      const { kernel, via, from } = await open({ request: async () => answer })
      expect(await thrownBy(portOf(via).signTransaction?.(ada, wire, main, never) ?? Promise.resolve())).toMatchObject({ code: 'WALLET_ANSWER' })
      expect(await thrownBy(kernel.capability(messages, main)?.sign(via, from, 'hello', never) ?? Promise.resolve())).toMatchObject({ code: 'WALLET_ANSWER' })
    },
  )

  it('[R12] passes on that the person declined', async () => {
    const { kernel, via, from } = await open({ request: async () => Promise.reject('User rejected') })
    expect(await thrownBy(kernel.capability(messages, main)?.sign(via, from, 'hello', never) ?? Promise.resolve())).toBe('User rejected')
  })

  it('does what it granted, and nothing else', async () => {
    const { line, kernel, via, from } = await open({ methods: ['solana_signAndSendTransaction'], approved: [main] })
    expect([messages, transactions, networks].map(one => line.supports?.(one))).toEqual([false, true, false])
    expect(await thrownBy(kernel.capability(messages, main)?.sign(via, from, 'hello', never) ?? Promise.resolve())).toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    expect(await thrownBy(kernel.capability(networks, dev)?.switch(via, dev, never) ?? Promise.resolve())).toMatchObject({ code: 'WALLET_UNSUPPORTED' })
  })

  it('tells which account it selected, that it moved, and that it hung up', async () => {
    const { line, tell } = await open()
    const told = vi.fn()
    line.watch(told)
    tell('accountsChanged', [`${main}:${bob}`])
    expect(told).toHaveBeenLastCalledWith(
      expect.objectContaining({ accounts: [expect.objectContaining({ address: bob }), expect.objectContaining({ address: ada })] }),
    )
    tell('chainChanged', undefined, dev)
    expect(told).toHaveBeenLastCalledWith(expect.objectContaining({ network: dev }))
    tell('closed')
    expect(told).toHaveBeenLastCalledWith(undefined)
  })

  it('[S24] reports no account of another network after chainChanged to one without accounts', async () => {
    const { line, tell } = await open({ accounts: [`${main}:${ada}` as AccountId], approved: [main, dev] })
    const told = vi.fn()
    line.watch(told)
    tell('chainChanged', undefined, dev)
    expect(told).toHaveBeenLastCalledWith(expect.objectContaining({ network: dev, accounts: [], approved: [main] }))
  })

  it.each([
    ['no account', { accounts: [] }, 'WALLET_ANSWER'],
    ['an address that is none', { accounts: [`${main}:Ada` as AccountId] }, 'WALLET_ANSWER'],
    ['networks that nobody asked for', { accounts: [`solana:other:${ada}` as AccountId], approved: ['solana:other' as const] }, 'WALLET_NETWORK'],
  ] as const)('[S35] is not connected with %s', async (_, rest, code) => {
    expect(await thrownBy(open(rest))).toMatchObject({ code })
  })
})

import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { Wallet } from '@wallet-standard/base'
import { describe, expect, it, vi } from 'vitest'
import {
  type MockSolanaWallet,
  makeWallet,
  mockSolanaWallet,
  type SolanaQuirks,
  type SolanaWalletOptions,
  type WalletEnvironment,
} from '../index.js'

const seeds = [1, 2, 3].map(digit => `0x${String(digit).repeat(64)}` as const)
const [ada, bob, carol] = [0x11, 0x22, 0x33].map(byte =>
  base58.encode(ed25519.getPublicKey(new Uint8Array(32).fill(byte))),
) as [string, string, string]
const lantern = (more: Partial<SolanaWalletOptions & WalletEnvironment> = {}) =>
  mockSolanaWallet({
    namespace: 'solana',
    name: 'Lantern',
    accounts: seeds,
    chains: { 'solana:localnet': 'http://node' },
    target: new EventTarget(),
    ...more,
  })
const quirky = (quirks: SolanaQuirks) => lantern({ quirks })

type Call = (...input: readonly unknown[]) => Promise<unknown>
const call = ({ wallet }: MockSolanaWallet, id: string, ...input: readonly unknown[]) =>
  (wallet.features[id as `${string}:${string}`] as Record<string, Call>)[id.split(':')[1] ?? '']?.(
    ...input,
  )
const connect = (wallet: MockSolanaWallet, input?: object) =>
  call(wallet, 'standard:connect', ...(input ? [input] : []))
const sign = (wallet: MockSolanaWallet, text: string) =>
  call(wallet, 'solana:signMessage', {
    account: wallet.wallet.accounts[0],
    message: new TextEncoder().encode(text),
  }) as Promise<readonly { readonly signature: Uint8Array }[]>

describe('a mock Solana wallet that registers', () => {
  it('a mock Solana wallet is found by a page that loads before it, and by one that loads after it', () => {
    for (const pageFirst of [true, false]) {
      const target = new EventTarget()
      const received: unknown[] = []
      const api = {
        register(wallet: unknown) {
          received.push(wallet)
          return () => void received.pop()
        },
      }
      const page = () => {
        target.addEventListener('wallet-standard:register-wallet', event =>
          (event as CustomEvent<(one: typeof api) => void>).detail(api),
        )
        target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
      }
      if (pageFirst) page()
      const wallet = lantern({ target })
      if (!pageFirst) page()
      expect(received).toEqual([wallet.wallet])
      wallet.vanish()
      expect(received).toEqual([])
    }
  })
  it('registers on command, or after a delay, when configured', () => {
    vi.useFakeTimers()
    const target = new EventTarget()
    const received = vi.fn()
    target.addEventListener('wallet-standard:register-wallet', received)
    const silent = lantern({ target, announce: false })
    lantern({ target, announce: 50 })
    expect(received).not.toHaveBeenCalled()
    vi.advanceTimersByTime(50)
    expect(received).toHaveBeenCalledTimes(1)
    silent.announce()
    silent.announce()
    expect(received).toHaveBeenCalledTimes(2)
    vi.useRealTimers()
  })
  it('a mock Solana wallet is made by its namespace too', () => {
    expect(
      makeWallet({
        namespace: 'solana',
        name: 'Made',
        accounts: seeds,
        chains: {},
        target: new EventTarget(),
      }),
    ).toMatchObject({
      namespace: 'solana',
      name: 'Made',
    })
  })
})

describe('a mock Solana wallet and its owner', () => {
  it('shows no account before the approval, then all accounts, the active one first', async () => {
    const wallet = lantern()
    expect(wallet.wallet.accounts).toEqual([])
    expect(await connect(wallet, { silent: true })).toEqual({ accounts: [] })
    expect(await connect(wallet)).toEqual({ accounts: wallet.wallet.accounts })
    expect(wallet.addresses).toEqual([ada, bob, carol])
    wallet.switchAccount(1)
    expect(wallet.addresses).toEqual([bob, ada, carol])
    expect(wallet.prompts).toBe(1)
    expect(() => wallet.switchAccount(9)).toThrow('has no account 9')
  })
  it('declines, waits, and answers any value, by the policy of each method', async () => {
    const wallet = lantern({
      policy: { 'standard:connect': 'ask', 'solana:signMessage': 'reject' },
    })
    const connected = connect(wallet)
    expect(await wallet.waitForRequest('standard:connect')).toMatchObject({
      method: 'standard:connect',
    })
    wallet.approve()
    await connected
    await expect(sign(wallet, 'no')).rejects.toMatchObject({ code: 4001 })
    wallet.policy = { 'solana:signMessage': { answer: 'nonsense' } }
    expect(await sign(wallet, 'no')).toBe('nonsense')
    expect(wallet.calls.map(({ method }) => method)).toEqual([
      'standard:connect',
      'solana:signMessage',
      'solana:signMessage',
    ])
    expect(wallet.calls[1]?.params).toEqual({ account: ada, message: 'no' })
  })
  it('a mock Solana wallet notifies pages of changes, except those that stopped listening', async () => {
    const wallet = lantern()
    const received: unknown[] = []
    const { on } = wallet.wallet.features['standard:events'] as {
      on(event: string, listener: (properties: Pick<Wallet, 'accounts'>) => void): () => void
    }
    const stop = on('change', ({ accounts }) =>
      received.push(accounts.map(({ address }) => address)),
    )
    expect(wallet.listeners).toBe(1)
    await connect(wallet)
    wallet.lock()
    wallet.unlock()
    wallet.disconnect()
    expect(received).toEqual([[ada, bob, carol], [], [ada, bob, carol], []])
    stop()
    expect(wallet.listeners).toBe(0)
    wallet.burst('change', 3)
    expect(received).toHaveLength(4)
  })
  it('a mock Solana wallet remembers the page over a reload', async () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    await connect(lantern({ storage }))
    expect(lantern({ storage }).addresses).toEqual([ada, bob, carol])
  })
})

describe('signatures', () => {
  it('signatures of a mock Solana wallet verify', async () => {
    const wallet = lantern()
    await connect(wallet)
    const [{ signature } = { signature: new Uint8Array() }] = await sign(wallet, 'hello')
    expect(ed25519.verify(signature, new TextEncoder().encode('hello'), base58.decode(ada))).toBe(
      true,
    )
  })
  it.each(['flipped', 'foreign', 'zero'] as const)(
    'signatures of a mock Solana wallet do not verify when they are to be %s',
    async signatures => {
      const wallet = quirky({ signatures })
      await connect(wallet)
      const [{ signature } = { signature: new Uint8Array() }] = await sign(wallet, 'hello')
      expect(signature).toHaveLength(64)
      expect(ed25519.verify(signature, new TextEncoder().encode('hello'), base58.decode(ada))).toBe(
        false,
      )
    },
  )
  it('a mock Solana wallet refuses a signature too soon after the last one, and for an unshared account', async () => {
    const wallet = quirky({ signatureIntervalMs: 3_000 })
    await connect(wallet)
    await sign(wallet, 'one')
    await expect(sign(wallet, 'two')).rejects.toMatchObject({ code: -32005 })
    const other = lantern()
    await connect(other)
    await expect(
      call(other, 'solana:signMessage', {
        account: { address: 'recipient' },
        message: new Uint8Array(),
      }),
    ).rejects.toMatchObject({ code: 4100 })
  })
  it('a mock Solana wallet refuses to sign a malformed transaction', async () => {
    const wallet = lantern()
    await connect(wallet)
    const input = {
      account: wallet.wallet.accounts[0],
      transaction: new Uint8Array([1, 2, 3]),
      chain: 'solana:localnet',
    }
    await expect(call(wallet, 'solana:signTransaction', input)).rejects.toMatchObject({
      code: -32602,
    })
  })
})

describe('a mock Solana wallet with quirks', () => {
  it('answers nothing until unlocked, throws texts, throws at properties, lacks features, and overrides claims', async () => {
    const silent = quirky({ silentUntilUnlocked: true })
    const answer = connect(silent, { silent: true })
    expect(
      await Promise.race([answer, new Promise(resolve => setTimeout(resolve, 20, 'silent'))]),
    ).toBe('silent')
    silent.unlock()
    expect(await answer).toEqual({ accounts: [] })
    await expect(
      connect(lantern({ policy: 'reject', quirks: { throwsText: 'Approval Denied' } })),
    ).rejects.toBe('Approval Denied')
    expect(() => quirky({ throwsAt: ['icon'] }).wallet.icon).toThrow(TypeError)
    expect(Object.keys(quirky({ lacks: ['solana:signIn'] }).wallet.features)).not.toContain(
      'solana:signIn',
    )
    expect(quirky({ claims: { version: '9' } }).wallet.version).toBe('9')
    const abroad = quirky({ accountChains: ['solana:testnet'], keys: 'cut' })
    await connect(abroad)
    expect(abroad.wallet.accounts[0]).toMatchObject({
      chains: ['solana:testnet'],
      publicKey: expect.objectContaining({ length: 31 }),
    })
  })
})

import { verifyMessage } from 'ethers'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBrowser, openTab, release } from '../../test/key-rig.js'
import { createDeviceStore } from './device-store.js'
import { createKeyRing } from './key-ring.js'
import { connectKeys, type KeyWorkerClient } from './key-worker-client.js'
import type { calls } from './messages.js'
import { newEntropy } from './seed.js'
import { serveKeys } from './serve-keys.js'
import { splitEntropy } from './shares.js'

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  )
const tabs: KeyWorkerClient[] = []
const tab = (...how: Parameters<typeof openTab>) => {
  const opened = openTab(...how)
  tabs.push(opened)
  return opened
}

describe('what the worker answers', () => {
  afterEach(() => {
    vi.useRealTimers()
    for (const each of tabs.splice(0)) each.close()
  })

  it('a request that does not fit its schema is refused, and the next one is answered', async () => {
    const keys = tab(createBrowser())
    await keys.create({ person: 'person-1' })
    const wrong: readonly (readonly [keyof typeof calls, unknown])[] = [
      ['sign', undefined],
      ['sign', { kind: 'eth_sign', data: '0x00' }],
      ['sign', { kind: 'eip155/digest', digest: `0x${'1'.repeat(64)}` }],
      ['sign', { kind: 'eip155/message', message: 'hello' }],
      ['sign', { kind: 'eip155/message', message: '0x00', extra: 1 }],
      ['sign', { kind: 'EIP155/message', message: '0x00' }],
      ['create', { person: '' }],
      ['create', { person: 'a\nb' }],
      ['create', { person: 'person-1', wordCount: 13 }],
      ['confirmShares', 0],
      ['confirmShares', 1.5],
      ['resplit', { recovery: [{ kind: 'kept', of: 'password', meta: '' }] }],
      ['wrapRecovery', { kind: 'password', password: 'my dog is called Rex' }],
      ['wrapRecovery', { kind: 'prf', value: new Uint8Array(31) }],
      ['exportKey', 'bip122'],
      ['exportKey', '__proto__'],
      ['lock', 'now'],
    ]
    for (const [name, ask] of wrong)
      expect(await codeOf((keys[name] as (ask: unknown) => Promise<unknown>)(ask))).toBe(
        'MESSAGE_INVALID',
      )
    expect((await keys.status()).phase).toBe('unlocked')
  })

  const transaction = {
    type: 'eip1559',
    chainId: 1,
    nonce: 0,
    to: `0x${'1'.repeat(40)}`,
    value: '0x0',
    gas: '0x5208',
    maxFeePerGas: '0x1',
    maxPriorityFeePerGas: '0x1',
  }
  it.each([
    ['chain 0', { chainId: 0 }],
    ['a chain id as text', { chainId: '1' }],
    ['an authorization list (EIP-7702)', { authorizationList: [] }],
    ['the type of EIP-7702', { type: 'eip7702', authorizationList: [] }],
    ['its type as a number', { type: 4 }],
    ['blobs (EIP-4844)', { type: 'eip4844', blobVersionedHashes: [] }],
    ['no fee', { maxFeePerGas: undefined }],
    ['two kinds of fee', { gasPrice: '0x1' }],
    ['a negative nonce', { nonce: -1 }],
    ['data with half a byte', { data: '0x123' }],
    ['an address that is too long', { to: `0x${'1'.repeat(42)}` }],
    ['a sender', { from: `0x${'1'.repeat(40)}` }],
  ])('a transaction with %s is refused', async (_what, change) => {
    const keys = tab(createBrowser())
    await keys.create({ person: 'person-1' })
    const ask = { kind: 'eip155/transaction', transaction: { ...transaction, ...change } }
    expect(await codeOf(keys.sign(ask as never))).toBe('MESSAGE_INVALID')
    expect(await codeOf(keys.sign({ ...ask, transaction } as never))).toBe('accepted')
  })

  it('random messages change nothing, and are answered only where they have an id', async () => {
    const posted: unknown[] = []
    const listeners: ((event: MessageEvent<unknown>) => void)[] = []
    serveKeys(
      {
        postMessage: message => posted.push(message),
        addEventListener: (_type, listener) => listeners.push(listener),
      },
      { origin: 'https://wallet.example.com', store: createDeviceStore(createBrowser()) },
    )
    const junk = fc.oneof(
      fc.anything(),
      fc.record({ id: fc.integer(), call: fc.string(), ask: fc.anything() }),
      fc.record({
        id: fc.integer(),
        call: fc.constantFrom('__proto__', 'constructor', 'toString'),
        ask: fc.anything(),
      }),
      fc.record({
        id: fc.integer(),
        call: fc.constantFrom('sign', 'exportWords', 'exportKey'),
        ask: fc.anything(),
      }),
    )
    fc.assert(
      fc.property(junk, data => {
        for (const listener of listeners) listener({ data } as MessageEvent<unknown>)
      }),
      { numRuns: 3_000 },
    )
    await vi.waitFor(() => expect(posted.length).toBeGreaterThan(100))
    const answers = posted.map(each => (each as { error?: { code: string } }).error?.code)
    expect(new Set(answers)).toEqual(new Set(['MESSAGE_INVALID', 'KEYS_LOCKED']))
  })

  it('an error of a library is not passed on, because it may quote a secret', async () => {
    const keys = tab(createBrowser(), {
      store: { wallet: () => Promise.reject(new TypeError('secret words')) } as never,
    })
    await expect(keys.wallet('person-1')).rejects.toMatchObject({
      code: 'KEYS_FAILED',
      message: expect.not.stringContaining('secret') as string,
    })
  })

  it('nothing that the worker sends at a login holds the words or a private key', async () => {
    const browser = createBrowser()
    const keys = tab(browser)
    const made = await keys.create({ person: 'person-1' })
    await keys.confirmShares(made.version)
    await keys.accounts({
      networks: [
        { namespace: 'eip155' },
        { namespace: 'solana' },
        { namespace: 'polkadot', prefix: 0 },
        { namespace: 'bip122', network: 'mainnet' },
      ],
    })
    await keys.sign({ kind: 'eip155/message', message: '0x00' })
    await keys.wallet('person-1')
    await keys.status()
    const sent = JSON.stringify(keys.sent)
    const [words, key] = [await keys.exportWords(), await keys.exportKey('eip155')]
    expect(sent).not.toContain(key.slice(2))
    for (const word of words.split(' ').filter(each => each.length > 4))
      expect(sent).not.toContain(word)
  })
})

describe('how the keys are locked', () => {
  afterEach(() => {
    vi.useRealTimers()
    for (const each of tabs.splice(0)) each.close()
  })
  const openRing = async (onLocked: (why: string) => void, lifeMs?: number) => {
    const entropy = newEntropy(12)
    const { recovery, server } = await splitEntropy(entropy, 1)
    const ring = createKeyRing(onLocked, lifeMs)
    ring.open({ person: 'person-1', walletId: server.walletId, version: 1, entropy, recovery })
    return { ring, entropy, recovery }
  }

  it('after 15 minutes without use the keys are overwritten and a notice is sent', async () => {
    vi.useFakeTimers()
    const notices: string[] = []
    const { ring, entropy, recovery } = await openRing(why => notices.push(why))
    vi.advanceTimersByTime(14 * 60_000)
    ring.wallet() // a use prolongs
    vi.advanceTimersByTime(14 * 60_000)
    expect([notices, entropy.every(byte => byte === 0)]).toEqual([[], false])
    ring.status() // no use
    vi.advanceTimersByTime(60_000)
    expect(notices).toEqual(['idle'])
    expect([...entropy, ...recovery.point].every(byte => byte === 0)).toBe(true)
    expect(() => ring.wallet()).toThrow(expect.objectContaining({ code: 'KEYS_LOCKED' }))
  })

  it('a computer that slept, or whose clock was set back, finds the keys locked', async () => {
    vi.useFakeTimers()
    const slept = await openRing(() => undefined)
    vi.setSystemTime(Date.now() + 16 * 60_000) // the clock went on, the timers did not
    expect(() => slept.ring.wallet()).toThrow(expect.objectContaining({ code: 'KEYS_LOCKED' }))
    const setBack = await openRing(() => undefined)
    vi.setSystemTime(Date.now() - 24 * 3_600_000)
    vi.advanceTimersByTime(15 * 60_000)
    expect(setBack.ring.status()).toBeUndefined()
  })

  it('a wallet that is being opened while the lock comes is locked, too', async () => {
    const browser = createBrowser()
    const first = openTab(browser)
    const { version, share } = await first.create({ person: 'one' })
    await first.confirmShares(version)
    first.close()
    const keys = openTab(browser)
    const released = await release(keys, { person: 'one', version, share })
    const opening = keys.open({ person: 'one', released })
    await keys.lock()
    await opening
    expect(await keys.status()).toEqual({ phase: 'locked' })
    keys.close()
  })

  it('a lock takes effect before the requests that wait, and tells the page once', async () => {
    const keys = tab(createBrowser())
    await keys.create({ person: 'person-1' })
    const [account] = await keys.accounts({ networks: [{ namespace: 'eip155' }] })
    const notices: string[] = []
    const end = keys.onLocked(why => notices.push(why))
    const [first, ...waiting] = Array.from({ length: 3 }, () =>
      keys.sign({ kind: 'eip155/message', message: '0x6869' }).catch((error: unknown) => error),
    )
    await Promise.all([keys.lock(), keys.lock()])
    expect(await Promise.all(waiting)).toMatchObject([
      { code: 'KEYS_LOCKED' },
      { code: 'KEYS_LOCKED' },
    ])
    // The one that was being signed is signed by the right key, not by that of overwritten bytes.
    const { signature } = (await first) as { readonly signature: string }
    expect(verifyMessage('hi', signature)).toBe(account?.address)
    expect([await keys.status(), notices]).toEqual([{ phase: 'locked' }, ['asked']])
    end()
    await keys.create({ person: 'person-1' })
    await keys.lock()
    expect(notices).toEqual(['asked'])
  })
})

describe('the page’s side of the worker', () => {
  afterEach(() => {
    vi.useRealTimers()
    for (const each of tabs.splice(0)) each.close()
  })
  const silentWorker = () => {
    const listeners = new Map<string, (event: Event) => void>()
    const sent: unknown[] = []
    const keys = connectKeys({
      postMessage: message => void sent.push(message),
      addEventListener: (type, listener) => void listeners.set(type, listener),
      terminate: () => undefined,
    })
    const say = (data: unknown) => listeners.get('message')?.(new MessageEvent('message', { data }))
    return { keys, sent, say, crash: () => listeners.get('error')?.(new Event('error')) }
  }

  it('a worker that does not answer within 30 seconds fails the call by name', async () => {
    vi.useFakeTimers()
    const { keys } = silentWorker()
    const answer = codeOf(keys.status())
    await vi.advanceTimersByTimeAsync(29_999)
    expect(await Promise.race([answer, 'waits'])).toBe('waits')
    await vi.advanceTimersByTimeAsync(1)
    expect(await answer).toBe('KEYS_TIMED_OUT')
  })

  it('a worker that crashes, is closed, or answers nonsense fails every open call and every later one', async () => {
    const ends: ((rig: ReturnType<typeof silentWorker>) => void)[] = [
      ({ crash }) => crash(),
      ({ keys }) => keys.close(),
      ({ say }) => say('hello'),
      ({ say }) => say({ id: 1, answer: 1, error: 2 }),
    ]
    for (const end of ends) {
      const rig = silentWorker()
      const open = [codeOf(rig.keys.status()), codeOf(rig.keys.exportWords())]
      end(rig)
      expect(await Promise.all(open)).toEqual(['KEYS_FAILED', 'KEYS_FAILED'])
      expect(await codeOf(rig.keys.status())).toBe('KEYS_FAILED')
    }
  })

  it('an answer that does not fit its schema fails its call alone', async () => {
    const { keys, say } = silentWorker()
    const [words, status] = [codeOf(keys.exportWords()), keys.status()]
    say({ id: 1, answer: { words: 'a b c' } })
    say({ id: 99, answer: 'nobody asked' })
    say({ id: 2, answer: { phase: 'locked' } })
    expect([await words, await status]).toEqual(['KEYS_FAILED', { phase: 'locked' }])
  })
})

import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  type EvmWalletOptions,
  type MockEvmWallet,
  mockEvmWallet,
  type Surroundings,
} from './index.js'

const keys = [1, 2, 3].map(digit => `0x${String(digit).repeat(64)}` as const)
const [ada, bob, carol] = keys.map(key => privateKeyToAccount(key).address) as [
  string,
  string,
  string,
]

const fox = (more: Partial<EvmWalletOptions & Surroundings> = {}) =>
  mockEvmWallet({
    name: 'Fox',
    rdns: 'test.fox',
    accounts: keys,
    chains: { 1: 'http://one', 8453: 'http://base' },
    target: new EventTarget(),
    ...more,
  })

const ask = (wallet: MockEvmWallet, method: string, params?: unknown) =>
  wallet.provider.request(params === undefined ? { method } : { method, params })
const connect = (wallet: MockEvmWallet) => ask(wallet, 'eth_requestAccounts')

const hear = (wallet: MockEvmWallet) => {
  const heard: [string, unknown][] = []
  for (const event of ['connect', 'disconnect', 'accountsChanged', 'chainChanged'])
    wallet.provider.on(event, payload => heard.push([event, payload]))
  return heard
}

/** Whether a promise is still open after all that can happen at once has happened. */
const isOpen = async (promise: Promise<unknown>) => {
  const open = Symbol('open')
  const tick = new Promise(resolve => setImmediate(() => resolve(open)))
  return (await Promise.race([promise.catch(() => undefined), tick])) === open
}

afterEach(() => vi.useRealTimers())

describe('connecting', () => {
  it('shows nothing before, and all accounts after, the active one first', async () => {
    const wallet = fox()
    expect(await ask(wallet, 'eth_accounts')).toEqual([])
    expect(await connect(wallet)).toEqual([ada, bob, carol])
    expect(await ask(wallet, 'eth_accounts')).toEqual([ada, bob, carol])
    expect([wallet.isConnected, wallet.addresses]).toEqual([true, [ada, bob, carol]])
  })

  it('says so once, and asks its owner once', async () => {
    const wallet = fox({ policy: 'ask' })
    const heard = hear(wallet)
    const connected = connect(wallet)
    expect(await wallet.waitForRequest()).toMatchObject({ method: 'eth_requestAccounts' })
    wallet.approve()
    await connected
    expect(await connect(wallet)).toEqual([ada, bob, carol])
    expect(heard).toEqual([
      ['connect', { chainId: '0x1' }],
      ['accountsChanged', [ada, bob, carol]],
    ])
  })

  it('asks for permissions by EIP-2255, shows them, and forgets them', async () => {
    const wallet = fox()
    const permission = {
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: [ada, bob, carol] }],
    }
    expect(await ask(wallet, 'wallet_getPermissions')).toEqual([])
    expect(await ask(wallet, 'wallet_requestPermissions', [{ eth_accounts: {} }])).toEqual([
      permission,
    ])
    expect(await ask(wallet, 'wallet_getPermissions')).toEqual([permission])
    const heard = hear(wallet)
    expect(await ask(wallet, 'wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
    expect(heard).toEqual([['accountsChanged', []]])
    expect(await ask(wallet, 'eth_accounts')).toEqual([])
  })

  it.each(['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_sendCalls'])(
    'refuses %s of a page that is not connected, without asking its owner',
    async method => {
      const wallet = fox({ policy: 'ask' })
      await expect(ask(wallet, method, [])).rejects.toMatchObject({ code: 4100 })
      expect(wallet.pending).toEqual([])
    },
  )

  it.each([undefined, null, {}, { method: 7 }, 'eth_accounts'])(
    'refuses the request %j',
    async request => {
      await expect(fox().provider.request(request as never)).rejects.toMatchObject({ code: -32602 })
    },
  )

  it('a mock wallet does not know unknown wallet methods, whatever their name', async () => {
    const wallet = fox()
    for (const method of ['wallet_doMagic', 'eth_sign', 'wallet_getAssets'])
      await expect(ask(wallet, method)).rejects.toMatchObject({ code: 4200 })
    await expect(ask(fox({ chains: {} }), 'constructor')).rejects.toMatchObject({ code: 4901 })
  })

  it('logs every request, also those it refuses', async () => {
    const wallet = fox({ policy: 'reject' })
    await connect(wallet).catch(() => undefined)
    await ask(wallet, 'eth_chainId', [])
    expect(wallet.calls).toEqual([
      { method: 'eth_requestAccounts', params: undefined },
      { method: 'eth_chainId', params: [] },
    ])
  })

  it('stops telling a listener that was removed, and is not stopped by one that throws', async () => {
    vi.useFakeTimers()
    const wallet = fox()
    const listener = vi.fn()
    const removed = vi.fn()
    wallet.provider.on('accountsChanged', () => {
      throw new TypeError('listener')
    })
    wallet.provider
      .on('accountsChanged', listener)
      .on('accountsChanged', removed)
      .removeListener('accountsChanged', removed)
    await connect(wallet)
    expect([listener.mock.calls.length, removed.mock.calls.length]).toEqual([1, 0])
    expect(() => vi.runAllTimers()).toThrow('listener')
  })
})

describe('the owner', () => {
  it('declines with 4001, and accepts the next time', async () => {
    const wallet = fox({ policy: 'reject' })
    await expect(connect(wallet)).rejects.toMatchObject({
      code: 4001,
      message: 'User rejected the request.',
    })
    wallet.policy = 'approve'
    expect(await connect(wallet)).toContain(ada)
  })

  it('a mock wallet with an open request answers -32002', async () => {
    await expect(connect(fox({ policy: 'pending' }))).rejects.toMatchObject({ code: -32002 })
  })

  it('never answers', async () => {
    expect(await isOpen(connect(fox({ policy: 'hang' })))).toBe(true)
  })

  it('answers late, and may decline late', async () => {
    vi.useFakeTimers()
    const late = connect(fox({ policy: { delayMs: 5_000 } }))
    const declined = expect(
      connect(fox({ policy: { delayMs: 5_000, afterwards: 'reject' } })),
    ).rejects.toMatchObject({ code: 4001 })
    const settled = vi.fn()
    late.then(settled)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await late).toContain(ada)
    await declined
  })

  it('decides by remote control, request by request, in any order', async () => {
    const wallet = fox({ policy: { personal_sign: 'ask' } })
    await connect(wallet)
    const one = ask(wallet, 'personal_sign', ['0x01', ada])
    const two = ask(wallet, 'personal_sign', ['0x02', ada])
    await wallet.waitForRequest('personal_sign')
    const [first, second] = wallet.pending
    expect([first?.params, second?.params]).toEqual([
      ['0x01', ada],
      ['0x02', ada],
    ])
    wallet.reject(second?.id)
    await expect(two).rejects.toMatchObject({ code: 4001 })
    wallet.approve()
    expect(await one).toMatch(/^0x[0-9a-f]{130}$/)
    expect(wallet.pending).toEqual([])
  })

  it('waits for a request of one method, whenever it comes', async () => {
    const wallet = fox({ policy: 'ask' })
    const waiting = wallet.waitForRequest('wallet_switchEthereumChain')
    connect(wallet).catch(() => undefined)
    await wallet.waitForRequest()
    ask(wallet, 'wallet_switchEthereumChain', [{ chainId: '0x2105' }]).catch(() => undefined)
    expect(await waiting).toMatchObject({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: '0x2105' }],
    })
  })

  it('tells the test when there is nothing to decide', () => {
    expect(() => fox().approve()).toThrow('No request is waiting.')
    expect(() => fox().reject(7)).toThrow('No request 7 is waiting.')
  })

  it('the owner of a mock wallet is not asked where the wallet does not ask, unless the method has a policy of its own', async () => {
    const wallet = fox({ policy: 'reject' })
    expect([await ask(wallet, 'eth_accounts'), await ask(wallet, 'eth_chainId')]).toEqual([
      [],
      '0x1',
    ])
    expect(await ask(wallet, 'wallet_switchEthereumChain', [{ chainId: '0x1' }])).toBeNull()
    wallet.policy.eth_accounts = 'hang'
    expect(await isOpen(ask(wallet, 'eth_accounts'))).toBe(true)
  })

  it('fails with whatever it is told to, strings included', async () => {
    await expect(connect(fox({ policy: { error: 'User closed modal' } }))).rejects.toBe(
      'User closed modal',
    )
    await expect(
      connect(fox({ policy: { eth_requestAccounts: { error: { code: 5000 } } } })),
    ).rejects.toEqual({ code: 5000 })
  })

  it('answers whatever it is told to, and does nothing for it', async () => {
    const wallet = fox({ policy: { eth_requestAccounts: { answer: ['0xABC'] } } })
    expect(await connect(wallet)).toEqual(['0xABC'])
    expect(wallet.isConnected).toBe(false)
  })

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['number', 42],
    ['text', 'yes'],
    ['object', {}],
    ['list', [null, 7, {}, '0x12']],
    ['bad-hex', '0xNOTHEX'],
  ] as const)('answers the nonsense %s', async (nonsense, expected) => {
    expect(await connect(fox({ policy: { nonsense } }))).toEqual(expected)
  })

  it('answers a web page', async () => {
    expect(await connect(fox({ policy: { nonsense: 'html' } }))).toMatch(/^<!doctype html>/)
  })

  it('answers an object that throws at every touch', async () => {
    const answer = (await connect(fox({ policy: { nonsense: 'throwing-getters' } }))) as string[]
    for (const touch of [
      () => answer.length,
      () => answer[0],
      () => Object.keys(answer),
      () => 'length' in answer,
      () => [...answer],
    ])
      expect(touch).toThrow(TypeError)
  })

  it('answers twice, truly and then with null', async () => {
    const wallet = fox({ policy: { nonsense: 'twice' } })
    const answers: unknown[] = []
    connect(wallet).then(answer => answers.push(answer))
    await vi.waitFor(() => expect(answers).toEqual([[ada, bob, carol], null]))
    expect(await connect(wallet)).toEqual([ada, bob, carol])
    expect(await ask(wallet, 'eth_chainId')).toBe('0x1')
  })
})

describe('accounts', () => {
  it('switches the active account, and says so when connected', async () => {
    const wallet = fox()
    const heard = hear(wallet)
    wallet.switchAccount(1)
    expect(heard).toEqual([])
    expect(await connect(wallet)).toEqual([bob, ada, carol])
    heard.length = 0
    wallet.switchAccount(2)
    wallet.switchAccount(2)
    expect(heard).toEqual([['accountsChanged', [carol, ada, bob]]])
    expect(() => wallet.switchAccount(3)).toThrow('Fox has no account 3: it has 3.')
  })

  it('shows its active account only, if it is such a wallet', async () => {
    const wallet = fox({ quirks: { showsActiveAccountOnly: true } })
    expect(await connect(wallet)).toEqual([ada])
    wallet.switchAccount(1)
    expect(await ask(wallet, 'eth_accounts')).toEqual([bob])
    await expect(ask(wallet, 'personal_sign', ['0x', ada])).rejects.toMatchObject({ code: 4100 })
  })

  it('replaces its accounts, by none also', async () => {
    const wallet = fox()
    await connect(wallet)
    const heard = hear(wallet)
    wallet.setAccounts([keys[2]!])
    wallet.setAccounts([])
    expect(heard).toEqual([
      ['accountsChanged', [carol]],
      ['accountsChanged', []],
    ])
  })
})

describe('locking', () => {
  it('shows no account while locked, and the same again after', async () => {
    const wallet = fox()
    await connect(wallet)
    const heard = hear(wallet)
    wallet.lock()
    wallet.lock()
    expect([
      wallet.isLocked,
      await ask(wallet, 'eth_accounts'),
      await ask(wallet, 'eth_chainId'),
    ]).toEqual([true, [], '0x1'])
    wallet.unlock()
    expect(heard).toEqual([
      ['accountsChanged', []],
      ['accountsChanged', [ada, bob, carol]],
    ])
  })

  it('waits to be unlocked before it asks its owner', async () => {
    const wallet = fox({ locked: true, policy: 'ask' })
    const connected = connect(wallet)
    expect(await isOpen(connected)).toBe(true)
    expect(wallet.pending).toEqual([])
    wallet.unlock()
    await wallet.waitForRequest()
    wallet.approve()
    expect(await connected).toContain(ada)
  })

  it('answers nothing at all until unlocked, if it is such a wallet', async () => {
    const wallet = fox({ quirks: { silentUntilUnlocked: true } })
    const chainId = ask(wallet, 'eth_chainId')
    expect(await isOpen(chainId)).toBe(true)
    wallet.unlock()
    expect(await chainId).toBe('0x1')
  })
})

describe('chains', () => {
  it('switches to a chain that it knows, asking its owner, and says so once', async () => {
    const wallet = fox({ policy: 'ask' })
    const heard = hear(wallet)
    const switched = ask(wallet, 'wallet_switchEthereumChain', [{ chainId: '0x2105' }])
    await wallet.waitForRequest()
    wallet.approve()
    expect(await switched).toBeNull()
    expect(heard).toEqual([['chainChanged', '0x2105']])
    expect([
      await ask(wallet, 'eth_chainId'),
      await ask(wallet, 'net_version'),
      wallet.chainId,
    ]).toEqual(['0x2105', '8453', 8453])
  })

  it('the chain stays when the owner of a mock wallet declines to switch', async () => {
    const wallet = fox({ policy: 'reject' })
    await expect(
      ask(wallet, 'wallet_switchEthereumChain', [{ chainId: '0x2105' }]),
    ).rejects.toMatchObject({ code: 4001 })
    expect(wallet.chainId).toBe(1)
  })

  it('answers 4902 for a chain that it does not know, and hides it if it is such a wallet', async () => {
    const unknown = [{ chainId: '0x539' }]
    await expect(ask(fox(), 'wallet_switchEthereumChain', unknown)).rejects.toMatchObject({
      code: 4902,
    })
    const nested = ask(fox({ quirks: { nested4902: true } }), 'wallet_switchEthereumChain', unknown)
    await expect(nested).rejects.toMatchObject({
      code: -32603,
      data: { originalError: { code: 4902 } },
    })
  })

  it.each([['1'], ['0x0'], ['0x01'], ['0xZZ'], [1], [null], ['0x20000000000000']])(
    'refuses to switch to %j',
    async chainId => {
      await expect(ask(fox(), 'wallet_switchEthereumChain', [{ chainId }])).rejects.toMatchObject({
        code: -32602,
      })
    },
  )

  it('switches by itself, also to a chain that it did not know', () => {
    const wallet = fox({ chainId: 8453 })
    const heard = hear(wallet)
    expect(wallet.chainId).toBe(8453)
    wallet.switchChain(1)
    wallet.switchChain(137)
    expect(heard).toEqual([
      ['chainChanged', '0x1'],
      ['chainChanged', '0x89'],
    ])
  })
})

describe('going away', () => {
  it('takes the permission of the page away and says so', async () => {
    const wallet = fox()
    await connect(wallet)
    const heard = hear(wallet)
    wallet.disconnect()
    wallet.disconnect()
    expect(heard).toMatchObject([
      ['accountsChanged', []],
      ['disconnect', { code: 4900 }],
    ])
    expect(await ask(wallet, 'eth_accounts')).toEqual([])
  })

  it('vanishes: says so once, and answers no more, not even what was open', async () => {
    const wallet = fox({ policy: 'ask' })
    const heard = hear(wallet)
    const open = connect(wallet)
    await wallet.waitForRequest()
    wallet.vanish()
    wallet.vanish()
    wallet.approve()
    expect(heard.filter(([event]) => event === 'disconnect')).toMatchObject([
      ['disconnect', { code: 4900 }],
    ])
    expect([await isOpen(open), await isOpen(ask(wallet, 'eth_chainId'))]).toEqual([true, true])
  })

  it('sends bursts of true events, and any event with any payload', async () => {
    const wallet = fox()
    await connect(wallet)
    const heard = hear(wallet)
    wallet.burst('accountsChanged', 100)
    wallet.burst('chainChanged', 2)
    wallet.emit('accountsChanged', 'not a list')
    expect(heard).toHaveLength(103)
    expect(heard[99]).toEqual(['accountsChanged', [ada, bob, carol]])
    expect(heard.slice(100)).toEqual([
      ['chainChanged', '0x1'],
      ['chainChanged', '0x1'],
      ['accountsChanged', 'not a list'],
    ])
  })

  it('tells its subscribers of a change, until they leave', async () => {
    const wallet = fox()
    const listener = vi.fn()
    const leave = wallet.subscribe(listener)
    wallet.lock()
    expect(listener).toHaveBeenCalled()
    leave()
    listener.mockClear()
    wallet.unlock()
    expect(listener).not.toHaveBeenCalled()
  })
})

describe('remembering the page', () => {
  const storage = () => {
    const kept = new Map<string, string>()
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      kept,
    }
  }

  it('knows the page again after a reload: connected, same chain, same account', async () => {
    const kept = storage()
    const before = fox({ storage: kept })
    await connect(before)
    before.switchAccount(1)
    await ask(before, 'wallet_switchEthereumChain', [{ chainId: '0x2105' }])

    const after = fox({ storage: kept, policy: 'hang' })
    expect(await ask(after, 'eth_accounts')).toEqual([bob, ada, carol])
    expect(await ask(after, 'eth_chainId')).toBe('0x2105')
  })

  it('a mock wallet does not recognise a page after a disconnect, nor without a memory', async () => {
    const kept = storage()
    const before = fox({ storage: kept })
    await connect(before)
    before.disconnect()
    expect(await ask(fox({ storage: kept }), 'eth_accounts')).toEqual([])
    await connect(fox())
    expect(await ask(fox(), 'eth_accounts')).toEqual([])
  })

  it.each(['{', '7', 'null', '[]', '{"isConnected":"yes"}'])(
    'starts anew from the garbage %s',
    async garbage => {
      const kept = storage()
      kept.setItem('mock-wallet:test.fox', garbage)
      const wallet = fox({ storage: kept })
      expect(await ask(wallet, 'eth_accounts')).toEqual([])
      expect(await connect(wallet)).toContain(ada)
    },
  )

  it('works on a page whose storage throws, and on one that has none', async () => {
    const refuse = () => {
      throw new DOMException('storage', 'SecurityError')
    }
    expect(await connect(fox({ storage: { getItem: refuse, setItem: refuse } }))).toContain(ada)
    expect(await connect(fox({ remember: true }))).toContain(ada)
    expect(await connect(fox({ remember: 'every-tab' }))).toContain(ada)
  })
})

describe('quirks of real wallets', () => {
  it('refuses a second signature within the interval, and accepts one after it', async () => {
    vi.useFakeTimers()
    const wallet = fox({ quirks: { signatureIntervalMs: 3_000 } })
    await connect(wallet)
    const sign = () => ask(wallet, 'personal_sign', ['0x01', ada])
    await sign()
    vi.advanceTimersByTime(2_999)
    await expect(sign()).rejects.toMatchObject({ code: -32005, message: 'Rate limit exceeded.' })
    vi.advanceTimersByTime(1)
    expect(await sign()).toMatch(/^0x/)
  })

  it('drops its first request, or the first of a method', async () => {
    const any = fox({ quirks: { dropsFirst: true } })
    expect(await isOpen(ask(any, 'eth_chainId'))).toBe(true)
    expect(await ask(any, 'eth_chainId')).toBe('0x1')
    const some = fox({ quirks: { dropsFirst: ['eth_requestAccounts'] } })
    expect(await ask(some, 'eth_chainId')).toBe('0x1')
    expect(await isOpen(connect(some))).toBe(true)
    expect(await connect(some)).toContain(ada)
  })

  it('answers everything late', async () => {
    vi.useFakeTimers()
    const chainId = ask(fox({ quirks: { answersLateMs: 500 } }), 'eth_chainId')
    const settled = vi.fn()
    chainId.then(settled)
    await vi.advanceTimersByTimeAsync(499)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toHaveBeenCalledWith('0x1')
  })

  it('answers a second connect with -32002 while the first is open', async () => {
    const wallet = fox({ policy: 'ask', quirks: { oneConnectAtATime: true } })
    const first = connect(wallet)
    await wallet.waitForRequest()
    await expect(connect(wallet)).rejects.toMatchObject({ code: -32002 })
    wallet.reject()
    await expect(first).rejects.toMatchObject({ code: 4001 })
    const again = connect(wallet)
    await wallet.waitForRequest()
    wallet.approve()
    expect(await again).toContain(ada)
  })

  it('a mock wallet with quirks does not know some methods', async () => {
    await expect(
      ask(fox({ quirks: { lacks: ['wallet_revokePermissions'] } }), 'wallet_revokePermissions'),
    ).rejects.toMatchObject({ code: -32601 })
  })
})

describe('assets of the wallet (ERC-7811)', () => {
  const assets = { '0x1': [{ type: 'native', balance: '0x1' }], '0x2105': [] }

  it('shows them to a connected page, by chain', async () => {
    const wallet = fox({ assets })
    await expect(ask(wallet, 'wallet_getAssets', [{ account: ada }])).rejects.toMatchObject({
      code: 4100,
    })
    await connect(wallet)
    expect(await ask(wallet, 'wallet_getAssets', [{ account: ada }])).toEqual(assets)
    expect(await ask(wallet, 'wallet_getAssets', [{ account: ada, chainFilter: ['0x1'] }])).toEqual(
      { '0x1': assets['0x1'] },
    )
  })
})

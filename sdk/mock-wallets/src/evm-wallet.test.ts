import { afterEach, describe, expect, it, vi } from 'vitest'
import { ada, ask, bob, carol, connect, fox, isOpen, keys, recordEvents } from '../test/fox.js'

afterEach(() => vi.useRealTimers())

describe('a mock EVM wallet that a page connects to', () => {
  it('shows no account before the approval, and all accounts after, the active one first', async () => {
    const wallet = fox()
    expect(await ask(wallet, 'eth_accounts')).toEqual([])
    expect(await connect(wallet)).toEqual([ada, bob, carol])
    expect(await ask(wallet, 'eth_accounts')).toEqual([ada, bob, carol])
    expect([wallet.isConnected, wallet.addresses]).toEqual([true, [ada, bob, carol]])
  })

  it('emits connect once and asks its owner once when a page connects twice', async () => {
    const wallet = fox({ policy: 'ask' })
    const received = recordEvents(wallet)
    const connected = connect(wallet)
    expect(await wallet.waitForRequest()).toMatchObject({ method: 'eth_requestAccounts' })
    wallet.approve()
    await connected
    expect(await connect(wallet)).toEqual([ada, bob, carol])
    expect(received).toEqual([
      ['connect', { chainId: '0x1' }],
      ['accountsChanged', [ada, bob, carol]],
    ])
  })

  it('grants permissions by EIP-2255, lists them, and revokes them', async () => {
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
    const received = recordEvents(wallet)
    expect(await ask(wallet, 'wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
    expect(received).toEqual([['accountsChanged', []]])
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

  it('a mock wallet refuses unknown methods of any prefix', async () => {
    const wallet = fox()
    for (const method of ['wallet_doMagic', 'eth_sign', 'wallet_getAssets'])
      await expect(ask(wallet, method)).rejects.toMatchObject({ code: 4200 })
    await expect(ask(fox({ chains: {} }), 'constructor')).rejects.toMatchObject({ code: 4901 })
  })

  it('logs every request, also refused ones', async () => {
    const wallet = fox({ policy: 'reject' })
    await connect(wallet).catch(() => undefined)
    await ask(wallet, 'eth_chainId', [])
    expect(wallet.calls).toEqual([
      { method: 'eth_requestAccounts', params: undefined },
      { method: 'eth_chainId', params: [] },
    ])
  })

  it('calls no removed listener, and calls the others when a listener throws', async () => {
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

describe('a mock EVM wallet with several accounts', () => {
  it('switches the active account, and emits accountsChanged when connected', async () => {
    const wallet = fox()
    const received = recordEvents(wallet)
    wallet.switchAccount(1)
    expect(received).toEqual([])
    expect(await connect(wallet)).toEqual([bob, ada, carol])
    received.length = 0
    wallet.switchAccount(2)
    wallet.switchAccount(2)
    expect(received).toEqual([['accountsChanged', [carol, ada, bob]]])
    expect(() => wallet.switchAccount(3)).toThrow('Fox has no account 3: it has 3.')
  })

  it('shows its active account only with that quirk', async () => {
    const wallet = fox({ quirks: { showsActiveAccountOnly: true } })
    expect(await connect(wallet)).toEqual([ada])
    wallet.switchAccount(1)
    expect(await ask(wallet, 'eth_accounts')).toEqual([bob])
    await expect(ask(wallet, 'personal_sign', ['0x', ada])).rejects.toMatchObject({ code: 4100 })
  })

  it('replaces its accounts, also by none', async () => {
    const wallet = fox()
    await connect(wallet)
    const received = recordEvents(wallet)
    wallet.setAccounts([keys[2]!])
    wallet.setAccounts([])
    expect(received).toEqual([
      ['accountsChanged', [carol]],
      ['accountsChanged', []],
    ])
  })
})

describe('a mock EVM wallet that is locked', () => {
  it('shows no account while locked, and the same accounts after', async () => {
    const wallet = fox()
    await connect(wallet)
    const received = recordEvents(wallet)
    wallet.lock()
    wallet.lock()
    expect([
      wallet.isLocked,
      await ask(wallet, 'eth_accounts'),
      await ask(wallet, 'eth_chainId'),
    ]).toEqual([true, [], '0x1'])
    wallet.unlock()
    expect(received).toEqual([
      ['accountsChanged', []],
      ['accountsChanged', [ada, bob, carol]],
    ])
  })

  it('asks its owner only after it is unlocked', async () => {
    const wallet = fox({ locked: true, policy: 'ask' })
    const connected = connect(wallet)
    expect(await isOpen(connected)).toBe(true)
    expect(wallet.pending).toEqual([])
    wallet.unlock()
    await wallet.waitForRequest()
    wallet.approve()
    expect(await connected).toContain(ada)
  })

  it('answers nothing until unlocked with that quirk', async () => {
    const wallet = fox({ quirks: { silentUntilUnlocked: true } })
    const chainId = ask(wallet, 'eth_chainId')
    expect(await isOpen(chainId)).toBe(true)
    wallet.unlock()
    expect(await chainId).toBe('0x1')
  })
})

describe('a mock EVM wallet with several chains', () => {
  it('switches to a known chain when its owner approves, and emits chainChanged once', async () => {
    const wallet = fox({ policy: 'ask' })
    const received = recordEvents(wallet)
    const switched = ask(wallet, 'wallet_switchEthereumChain', [{ chainId: '0x2105' }])
    await wallet.waitForRequest()
    wallet.approve()
    expect(await switched).toBeNull()
    expect(received).toEqual([['chainChanged', '0x2105']])
    expect([
      await ask(wallet, 'eth_chainId'),
      await ask(wallet, 'net_version'),
      wallet.chainId,
    ]).toEqual(['0x2105', '8453', 8453])
  })

  it('keeps its chain when its owner declines to switch', async () => {
    const wallet = fox({ policy: 'reject' })
    await expect(
      ask(wallet, 'wallet_switchEthereumChain', [{ chainId: '0x2105' }]),
    ).rejects.toMatchObject({ code: 4001 })
    expect(wallet.chainId).toBe(1)
  })

  it('answers 4902 for an unknown chain, nested in another error with that quirk', async () => {
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

  it('switches by itself, also to an unknown chain', () => {
    const wallet = fox({ chainId: 8453 })
    const received = recordEvents(wallet)
    expect(wallet.chainId).toBe(8453)
    wallet.switchChain(1)
    wallet.switchChain(137)
    expect(received).toEqual([
      ['chainChanged', '0x1'],
      ['chainChanged', '0x89'],
    ])
  })
})

describe('a mock EVM wallet that goes away', () => {
  it('revokes the permission of the page at a disconnect, and emits the events of it', async () => {
    const wallet = fox()
    await connect(wallet)
    const received = recordEvents(wallet)
    wallet.disconnect()
    wallet.disconnect()
    expect(received).toMatchObject([
      ['accountsChanged', []],
      ['disconnect', { code: 4900 }],
    ])
    expect(await ask(wallet, 'eth_accounts')).toEqual([])
  })

  it('emits disconnect once when it vanishes, and answers no request after, open ones included', async () => {
    const wallet = fox({ policy: 'ask' })
    const received = recordEvents(wallet)
    const open = connect(wallet)
    await wallet.waitForRequest()
    wallet.vanish()
    wallet.vanish()
    wallet.approve()
    expect(received.filter(([event]) => event === 'disconnect')).toMatchObject([
      ['disconnect', { code: 4900 }],
    ])
    expect([await isOpen(open), await isOpen(ask(wallet, 'eth_chainId'))]).toEqual([true, true])
  })

  it('emits bursts of events with its state, and any event with any payload', async () => {
    const wallet = fox()
    await connect(wallet)
    const received = recordEvents(wallet)
    wallet.burst('accountsChanged', 100)
    wallet.burst('chainChanged', 2)
    wallet.emit('accountsChanged', 'not a list')
    expect(received).toHaveLength(103)
    expect(received[99]).toEqual(['accountsChanged', [ada, bob, carol]])
    expect(received.slice(100)).toEqual([
      ['chainChanged', '0x1'],
      ['chainChanged', '0x1'],
      ['accountsChanged', 'not a list'],
    ])
  })

  it('notifies its subscribers of a change until they unsubscribe', async () => {
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

describe('a mock EVM wallet with the quirks of real wallets', () => {
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

  it('drops its first request, or the first of a method, with that quirk', async () => {
    const any = fox({ quirks: { dropsFirst: true } })
    expect(await isOpen(ask(any, 'eth_chainId'))).toBe(true)
    expect(await ask(any, 'eth_chainId')).toBe('0x1')
    const some = fox({ quirks: { dropsFirst: ['eth_requestAccounts'] } })
    expect(await ask(some, 'eth_chainId')).toBe('0x1')
    expect(await isOpen(connect(some))).toBe(true)
    expect(await connect(some)).toContain(ada)
  })

  it('answers every request late with that quirk', async () => {
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

  it('refuses methods that it lacks with that quirk', async () => {
    await expect(
      ask(fox({ quirks: { lacks: ['wallet_revokePermissions'] } }), 'wallet_revokePermissions'),
    ).rejects.toMatchObject({ code: -32601 })
  })
})

describe('a mock EVM wallet with assets (ERC-7811)', () => {
  const assets = { '0x1': [{ type: 'native', balance: '0x1' }], '0x2105': [] }

  it('shows its assets to a connected page, by chain', async () => {
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

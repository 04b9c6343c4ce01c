import { afterEach, describe, expect, it, vi } from 'vitest'
import { ada, ask, bob, carol, connect, fox, isOpen } from '../test/fox.js'

afterEach(() => vi.useRealTimers())

describe('the owner of a mock wallet', () => {
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

  it('decides each request by remote control, in any order', async () => {
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

  it('approving or rejecting throws when no request is waiting', () => {
    expect(() => fox().approve()).toThrow('No request is waiting.')
    expect(() => fox().reject(7)).toThrow('No request 7 is waiting.')
  })

  it('a mock wallet requests no approval for a silent method, unless the policy names the method', async () => {
    const wallet = fox({ policy: 'reject' })
    expect([await ask(wallet, 'eth_accounts'), await ask(wallet, 'eth_chainId')]).toEqual([
      [],
      '0x1',
    ])
    expect(await ask(wallet, 'wallet_switchEthereumChain', [{ chainId: '0x1' }])).toBeNull()
    wallet.policy.eth_accounts = 'hang'
    expect(await isOpen(ask(wallet, 'eth_accounts'))).toBe(true)
  })

  it('makes a request fail with any configured error, also a string', async () => {
    await expect(connect(fox({ policy: { error: 'User closed modal' } }))).rejects.toBe(
      'User closed modal',
    )
    await expect(
      connect(fox({ policy: { eth_requestAccounts: { error: { code: 5000 } } } })),
    ).rejects.toEqual({ code: 5000 })
  })

  it('answers a request with any configured value, without executing the request', async () => {
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

  it('answers a request twice, correctly and then with null', async () => {
    const wallet = fox({ policy: { nonsense: 'twice' } })
    const answers: unknown[] = []
    connect(wallet).then(answer => answers.push(answer))
    await vi.waitFor(() => expect(answers).toEqual([[ada, bob, carol], null]))
    expect(await connect(wallet)).toEqual([ada, bob, carol])
    expect(await ask(wallet, 'eth_chainId')).toBe('0x1')
  })
})

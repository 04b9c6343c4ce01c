import { describe, expect, it } from 'vitest'
import { ada, ask, bob, carol, connect, fox } from '../test/fox.js'

describe('a mock wallet with a storage', () => {
  const storage = () => {
    const kept = new Map<string, string>()
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      kept,
    }
  }

  it('recognises the page after a reload: connected, same chain, same account', async () => {
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
    'starts without a connection when its storage holds the garbage %s',
    async garbage => {
      const kept = storage()
      kept.setItem('mock-wallet:test.fox', garbage)
      const wallet = fox({ storage: kept })
      expect(await ask(wallet, 'eth_accounts')).toEqual([])
      expect(await connect(wallet)).toContain(ada)
    },
  )

  it('works on a page whose storage throws, and on a page without storage', async () => {
    const refuse = () => {
      throw new DOMException('storage', 'SecurityError')
    }
    expect(await connect(fox({ storage: { getItem: refuse, setItem: refuse } }))).toContain(ada)
    expect(await connect(fox({ remember: true }))).toContain(ada)
    expect(await connect(fox({ remember: 'every-tab' }))).toContain(ada)
  })
})

import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { hex } from '@scure/base'
import { verify } from '@scure/sr25519'
import { describe, expect, it } from 'vitest'
import { polkadotKey } from './keys.js'
import type { KeyType, PolkadotWalletOptions } from './options.js'
import { mockPolkadotWallet, type PolkadotEntry } from './wallet.js'

const alice = '0xe5be9a5092b81bca64be81d212e7f2f9eba183bb7a90954f7b76361f6edb5c0a'
const bob = '0x398f0c28f98885e046333d4a41c19cee4c37368a9832c6502f6cfd182e2aef89'

interface Injected {
  readonly accounts: {
    get(): Promise<{ address: string }[]>
    subscribe?(listener: (accounts: unknown) => void): () => void
  }
  readonly signer: {
    signRaw(ask: object): Promise<{ signature: string }>
    signPayload(ask: object): Promise<{ signature: string }>
  }
}
function met(more: Partial<PolkadotWalletOptions> = {}) {
  const target = new EventTarget() as EventTarget & { injectedWeb3: Record<string, PolkadotEntry> }
  const wallet = mockPolkadotWallet({
    namespace: 'polkadot',
    name: 'Dot',
    accounts: [alice, bob],
    target,
    ...more,
  })
  const enable = async () => (await target.injectedWeb3.dot?.enable('Page')) as Injected
  return { target, wallet, enable }
}
const text = new TextEncoder().encode('hello')
const wrapped = new TextEncoder().encode('<Bytes>hello</Bytes>')
const ask = (address: string) => ({ address, data: `0x${hex.encode(text)}`, type: 'bytes' })

describe('a mock wallet of Substrate', () => {
  it('is in injectedWeb3 beside other wallets, and shows its accounts once its owner agreed', async () => {
    const { target, wallet, enable } = met({ policy: 'ask' })
    target.injectedWeb3.other = { version: '1', enable: async () => null }
    const enabled = enable()
    await wallet.waitForRequest('enable')
    expect(wallet.isConnected).toBe(false)
    wallet.approve()
    expect((await (await enabled).accounts.get()).map(({ address }) => address)).toEqual(
      wallet.addresses,
    )
    expect(wallet.addresses[0]).toBe('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY')
    wallet.vanish()
    expect(Object.keys(target.injectedWeb3)).toEqual(['other'])
  })
  it('asks its owner once about a page', async () => {
    const { wallet, enable } = met()
    await enable()
    wallet.policy = 'reject'
    expect(await enable()).toHaveProperty('signer')
    wallet.disconnect()
    await expect(enable()).rejects.toThrow('Cancelled')
  })
  it.each(['sr25519', 'ed25519', 'ecdsa'] as const)(
    'signs wrapped text verifiably with a key of the kind %s',
    async (type: KeyType) => {
      const { wallet, enable } = met({ accounts: [{ seed: alice, type }] })
      const { signer } = await enable()
      const signature = hex.decode(
        (await signer.signRaw(ask(wallet.addresses[0] ?? ''))).signature.slice(2),
      )
      const { accountId } = polkadotKey({ seed: alice, type })
      const verdicts = {
        sr25519: () => verify(wrapped, signature, accountId),
        ed25519: () => ed25519.verify(signature, wrapped, accountId),
        ecdsa: () =>
          hex.encode(
            blake2b(
              secp256k1.Signature.fromCompact(signature.slice(0, 64))
                .addRecoveryBit(signature[64] ?? 0)
                .recoverPublicKey(blake2b(wrapped, { dkLen: 32 }))
                .toRawBytes(true),
              { dkLen: 32 },
            ),
          ) === hex.encode(accountId),
      }
      expect(verdicts[type]()).toBe(true)
    },
  )
  it('puts the kind of the key before a transaction signature, and refuses for an unknown account', async () => {
    const { wallet, enable } = met()
    const { signer } = await enable()
    const { signature } = await signer.signPayload({
      address: wallet.addresses[0],
      method: '0x0102',
      signedExtensions: [],
    })
    expect(signature).toMatch(/^0x01[\da-f]{128}$/)
    await expect(
      signer.signPayload({ address: 'recipient', method: '0x', signedExtensions: [] }),
    ).rejects.toThrow('Unable to find keypair')
  })
  it('notifies subscribed pages of another account, a lock, a disconnect, and of false accounts', async () => {
    const { wallet, enable } = met()
    const { accounts } = await enable()
    const received: unknown[] = []
    const stop = accounts.subscribe?.(
      said => void received.push((said as { address: string }[]).length ?? said),
    )
    expect(wallet.subscribers).toBe(1)
    wallet.switchAccount(1)
    wallet.lock()
    wallet.unlock()
    wallet.emit('accounts', 'nonsense')
    wallet.burst('accounts', 2)
    wallet.disconnect()
    expect(received).toEqual([2, 2, 0, 2, 8, 2, 2, 0])
    stop?.()
    expect(wallet.subscribers).toBe(0)
  })
  it('a mock Polkadot wallet has the quirks of real wallets: rate limits, silence while locked, errors as text', async () => {
    const limited = met({ quirks: { signatureIntervalMs: 3_000, alsoAs: ['polkadot-js'] } })
    expect(limited.target.injectedWeb3['polkadot-js']).toBe(limited.wallet.entry)
    const { signer } = await limited.enable()
    await signer.signRaw(ask(limited.wallet.addresses[0] ?? ''))
    await expect(signer.signRaw(ask(limited.wallet.addresses[0] ?? ''))).rejects.toThrow(
      'Rate limit exceeded',
    )

    const silent = met({ quirks: { silentUntilUnlocked: true } })
    const enabled = silent.enable()
    expect(
      await Promise.race([enabled, new Promise(resolve => setTimeout(resolve, 20, 'silence'))]),
    ).toBe('silence')
    silent.wallet.unlock()
    expect(await enabled).toHaveProperty('accounts')

    const rude = met({ policy: 'reject', quirks: { refusesWith: 'Cancelled' } })
    expect(await rude.enable().catch(thrown => thrown)).toBe('Cancelled')

    const modern = met({ quirks: { connectsByConnect: true } })
    await expect(modern.enable()).rejects.toThrow('enable')
    expect(await modern.target.injectedWeb3.dot?.connect?.('Page')).toMatchObject({
      name: 'dot',
      version: '1.0.0',
    })
  })
  it('recognises a page after a reload when it has a storage', async () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    await met({ storage } as object).enable()
    const again = met({ storage, policy: 'reject' } as object)
    expect(await again.enable()).toHaveProperty('accounts')
    expect(again.wallet.isConnected).toBe(true)
  })
})

import type { Account } from '@portico/kernel/account'
import { hex } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { keyOf, type TestKey } from '../../test/page.js'
import { createHandle } from '../wallets/handle.js'
import { createMessages } from './messages.js'

const { sign, verify } = createMessages()
const never = new AbortController().signal
const text = 'Portico says hello, ünïcode and all'
const bytes = (said: string) => new TextEncoder().encode(said)
const account = (key: TestKey, prefix = 0): Account => ({
  namespace: 'polkadot',
  address: key.at(prefix),
  type: 'eoa',
  connection: 'polkadot/x',
})
const kinds = ['ed25519', 'sr25519', 'ecdsa'] as const
const judge = (key: TestKey, said: string, signature: Uint8Array, prefix?: number) =>
  verify(
    account(key, prefix),
    said,
    { signature: `0x${hex.encode(signature)}`, scheme: 'unknown' },
    never,
  )

describe('a signed message', () => {
  it.each(kinds)(
    '[D29e] a message signed by an %s account verifies over wrapped and bare bytes, with and without the byte that names its kind',
    async kind => {
      const key = keyOf(7, kind)
      for (const signed of [`<Bytes>${text}</Bytes>`, text]) {
        const bare = key.sign(bytes(signed))
        for (const signature of [bare, Uint8Array.of(kinds.indexOf(kind), ...bare)]) {
          expect(await judge(key, text, signature)).toBe(true)
          expect(await judge(key, text, signature, 42)).toBe(true)
          expect(await judge(key, `${text}.`, signature)).toBe(false)
          expect(await judge(keyOf(8, kind), text, signature)).toBe(false)
        }
      }
    },
  )
  it('[S35] a signature with a wrong byte, or of another form, is rejected', async () => {
    const key = keyOf(7)
    const signature = key.sign(bytes(`<Bytes>${text}</Bytes>`))
    for (let at = 0; at < 64; at += 7)
      expect(
        await judge(
          key,
          text,
          signature.map((byte, place) => (place === at ? byte ^ 1 : byte)),
        ),
      ).toBe(false)
    for (const length of [0, 63, 65, 66, 128])
      expect(await judge(key, text, new Uint8Array(length).fill(1))).toBe(false)
    expect(
      await verify(account(key), text, { signature: 'nonsense', scheme: 'sr25519' }, never),
    ).toBe(false)
    expect(
      await verify(
        { ...account(key), address: 'bob' },
        text,
        { signature: `0x${hex.encode(signature)}`, scheme: 'sr25519' },
        never,
      ),
    ).toBe(false)
  })
  it('[S35] a signature labelled as another kind is rejected', async () => {
    const key = keyOf(7, 'sr25519')
    expect(
      await judge(key, text, Uint8Array.of(0, ...key.sign(bytes(`<Bytes>${text}</Bytes>`)))),
    ).toBe(false)
  })
  it("[D29e] [S35] a wallet's signature is accepted only for that account, and returned with its scheme", async () => {
    const key = keyOf(7)
    const via = (signature: string) => ({
      id: 'polkadot/x' as const,
      namespace: 'polkadot',
      connector: 'x',
      accounts: [],
      network: 'polkadot:x' as const,
      handle: createHandle({
        signText: async () => signature,
        signRaw: async () => '',
        signPayload: async () => '',
        switchNetwork: () => undefined,
      }),
    })
    const made = `0x${hex.encode(key.sign(bytes(`<Bytes>${text}</Bytes>`)))}`
    expect(await sign(via(made), account(key), text, never)).toEqual({
      signature: made,
      scheme: 'sr25519',
      signedBytes: bytes(`<Bytes>${text}</Bytes>`),
    })
    for (const lie of [
      '',
      '0x',
      'nonsense',
      `0x${'01'.repeat(64)}`,
      made.replace(/.$/, digit => (digit === '0' ? '1' : '0')),
    ]) {
      await expect(sign(via(lie), account(key), text, never)).rejects.toMatchObject({
        code: 'WALLET_ANSWER',
      })
    }
  })
})

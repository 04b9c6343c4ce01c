import type { Account } from '@portico/kernel/account'
import type { Hex } from '@portico/kernel/chain'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import { never, thrownBy } from '../../test/bench.js'
import { answer, down, json, type Node, scriptedNodes } from '../../test/scripted-nodes.js'
import { ada, bob, type Reply, walletError } from '../../test/scripted-provider.js'
import { connectScripted, setupOf } from '../../test/wallet-sessions.js'
import { defineEvmNetwork } from '../networks.js'
import { createRpcs } from '../node/rpc.js'
import { createMessages } from './messages.js'
import { normalSignature, readTypedData, recoverSigner } from './signatures.js'

const [first, second] = ['https://one.example', 'https://ten.example'] as const
const list = [
  defineEvmNetwork({ chainId: 1, name: 'Ethereum', rpcUrls: [first] }),
  defineEvmNetwork({ chainId: 10, name: 'Ten', rpcUrls: [second] }),
] as const
const messages = () =>
  createMessages(setupOf(list), createRpcs({ networks: list, rpcTimeoutMs: 300 }))

const adasKey = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)
const bobsKey = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
)
const accountOf = (address: string): Account => ({
  namespace: 'eip155',
  address,
  type: 'eoa',
  connection: 'eip155/test',
})
const signingBytes = (params: readonly unknown[] | undefined) =>
  adasKey.signMessage({ message: { raw: params?.[0] as Hex } })
const text = 'Portico says hello, ünïcode and all'
const typed = {
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  types: {
    Mail: [
      { name: 'contents', type: 'string' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  primaryType: 'Mail',
  message: { contents: 'Hello', amount: 2n ** 200n },
} as const

/** A node on which the ERC-6492 validator returns this result for every signature. */
const contractSays =
  (chainId: Hex, verdict: unknown): Node =>
  questions =>
    json(answer(questions, { eth_chainId: chainId, eth_call: verdict }))

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('signing a text', () => {
  it('[S7.26] [D3a] sends personal_sign and returns the signature', async () => {
    const { via, from, wallet } = await connectScripted({ personal_sign: signingBytes })
    const signed = await messages().sign(via, from, text, never())
    expect(signed).toEqual({
      signature: await adasKey.signMessage({ message: text }),
      scheme: 'eip191',
    })
    expect(wallet.calls[0]).toEqual({
      method: 'personal_sign',
      params: [`0x${Buffer.from(text).toString('hex')}`, ada],
    })
    expect(await messages().verify(from, text, signed, never())).toBe(true)
    scriptedNodes({ [first]: contractSays('0x1', '0x00'), [second]: contractSays('0xa', '0x00') })
    expect(await messages().verify(accountOf(bob), text, signed, never())).toBe(false)
  })

  it.each([
    '',
    'a',
    'line\nbreak\r\n\ttab',
    '🤗',
    '\ud800 alone',
    '0xdeadbeef',
    'x'.repeat(100_000),
  ])('signs and verifies %j', async one => {
    const { via, from } = await connectScripted({
      personal_sign: signingBytes,
    })
    const signed = await messages().sign(via, from, one, never())
    expect(await messages().verify(from, one, signed, never())).toBe(true)
  })

  it("[R12] rejects a declined signature with DECLINED, and rethrows the wallet's other errors", async () => {
    const declined = walletError(4001)
    const failed = walletError(-32603)
    const { via, from } = await connectScripted({
      personal_sign: () => Promise.reject(declined),
      eth_signTypedData_v4: () => Promise.reject(declined),
    })
    const typed = {
      types: { Note: [{ name: 'text', type: 'string' }] },
      primaryType: 'Note',
      domain: {},
      message: { text },
    }
    const expected = { code: 'DECLINED', cause: declined }
    expect(await thrownBy(messages().sign(via, from, text, never()))).toMatchObject(expected)
    expect(await thrownBy(messages().signTyped(via, from, typed, never()))).toMatchObject(expected)
    const failing = await connectScripted({ personal_sign: () => Promise.reject(failed) })
    expect(await thrownBy(messages().sign(failing.via, failing.from, text, never()))).toBe(failed)
  })

  it('[R23] signing 20 times at once sends one request', async () => {
    const { via, from, wallet } = await connectScripted({
      personal_sign: signingBytes,
    })
    const offer = messages()
    const all = await Promise.all(
      Array.from({ length: 20 }, () => offer.sign(via, from, text, never())),
    )
    expect(new Set(all.map(one => one.signature)).size).toBe(1)
    expect(wallet.count('personal_sign')).toBe(1)
  })

  it('[R10] an aborted request rejects at once', async () => {
    const { via, from } = await connectScripted({
      personal_sign: () => new Promise(() => undefined),
    })
    const controller = new AbortController()
    const outcome = thrownBy(messages().sign(via, from, text, controller.signal))
    setTimeout(() => controller.abort(), 20)
    expect(await outcome).toMatchObject({ name: 'AbortError' })
  })

  it('sends no request for an account that is not in this wallet', async () => {
    const { via, wallet } = await connectScripted()
    expect(await thrownBy(messages().sign(via, accountOf(bob), text, never()))).toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    expect(wallet.calls).toEqual([])
  })

  it('normalises the last byte to 27 or 28 for hardware that returns 0 or 1', async () => {
    const usual = await adasKey.signMessage({ message: text })
    const bare = `${usual.slice(0, -2)}${usual.endsWith('1b') ? '00' : '01'}`
    const { via, from } = await connectScripted({ personal_sign: bare })
    expect((await messages().sign(via, from, text, never())).signature).toBe(usual)
  })

  it('accepts the signature of a contract account when its contract accepts it', async () => {
    scriptedNodes({ [first]: contractSays('0x1', '0x01') })
    const { via, from } = await connectScripted({ personal_sign: `0x${'ab'.repeat(300)}` })
    expect(await messages().sign(via, from, text, never())).toEqual({
      signature: `0x${'ab'.repeat(300)}`,
      scheme: 'eip191',
    })
  })

  it('throws a network error, not a wallet error, when no contract can be called', async () => {
    scriptedNodes({ [first]: down })
    const { via, from } = await connectScripted({ personal_sign: `0x${'ab'.repeat(300)}` })
    expect(await thrownBy(messages().sign(via, from, text, never()))).toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
    })
  })
})

describe('what wallets answer instead of a signature', () => {
  const good = adasKey.signMessage({ message: text })
  const flipped = async (at: number) =>
    (await good).replace(
      /^(.*)$/,
      whole => `${whole.slice(0, at)}${whole[at] === 'f' ? '0' : 'f'}${whole.slice(at + 1)}`,
    )
  const bad: readonly (readonly [string, unknown])[] = [
    ['nothing', undefined],
    ['null', null],
    ['true', true],
    ['a number', 42],
    ['an empty text', ''],
    ['words', 'signed'],
    ['0x', '0x'],
    ['a list', []],
    ['the signature in a list', good.then(one => [one])],
    ['an object', {}],
    ['the signature in an object', good.then(signature => ({ signature }))],
    ['the message', `0x${Buffer.from(text).toString('hex')}`],
    ['the address', ada],
    ['a page', '<!doctype html>'],
    ['bad hex', '0xNOTHEX'],
    ['half a byte', good.then(one => one.slice(0, -1))],
    ['64 bytes', good.then(one => one.slice(0, -2))],
    ['66 bytes', good.then(one => `${one}00`)],
    ['a signature without 0x', good.then(one => one.slice(2))],
    ['a signature with 0X', good.then(one => one.replace('0x', '0X'))],
    ['a signature with a space', good.then(one => `${one} `)],
    ['zeros', `0x${'00'.repeat(65)}`],
    ['ones', `0x${'ff'.repeat(65)}`],
    ['a changed r', flipped(2)],
    ['another changed r', flipped(40)],
    ['a changed s', flipped(70)],
    ['another changed s', flipped(120)],
    ['v 26', good.then(one => `${one.slice(0, -2)}1a`)],
    ['v 29', good.then(one => `${one.slice(0, -2)}1d`)],
    ['v 37', good.then(one => `${one.slice(0, -2)}25`)],
    ['the other v', good.then(one => `${one.slice(0, -2)}${one.endsWith('1b') ? '1c' : '1b'}`)],
    [
      'r and s swapped',
      good.then(one => `0x${one.slice(66, 130)}${one.slice(2, 66)}${one.slice(130)}`),
    ],
    ["another account's signature", bobsKey.signMessage({ message: text })],
    ['a signature of another text', adasKey.signMessage({ message: `${text}.` })],
    [
      'a signature of the bytes as text',
      adasKey.signMessage({ message: `0x${Buffer.from(text).toString('hex')}` }),
    ],
    ['a signature of an empty text', adasKey.signMessage({ message: '' })],
    ['a signature of typed data', adasKey.signTypedData(typed)],
    ['a signature of the bare hash', adasKey.sign({ hash: `0x${'11'.repeat(32)}` })],
    ['an empty ERC-6492 wrapper', `0x${'6492'.repeat(16)}`],
    ['a megabyte', `0x${'ab'.repeat(1_000_000)}`],
  ]

  it('the table has 40 cases', () => {
    expect(bad).toHaveLength(40)
  })

  it.each(bad)('[S35] the response "%s" is rejected', async (_what, reply) => {
    scriptedNodes({ [first]: contractSays('0x1', '0x00') })
    const { via, from } = await connectScripted({ personal_sign: (await reply) as Reply })
    expect(await thrownBy(messages().sign(via, from, text, never()))).toMatchObject({
      code: 'WALLET_ANSWER',
    })
  })

  it.each(['0x02', `0x1626ba7e${'00'.repeat(28)}`, '0x', null, 'true', `0x${'00'.repeat(31)}02`])(
    '[S35] a contract result of %j does not validate a signature',
    async verdict => {
      scriptedNodes({ [first]: contractSays('0x1', verdict) })
      const { via, from } = await connectScripted({ personal_sign: `0x${'ab'.repeat(300)}` })
      expect(await thrownBy(messages().sign(via, from, text, never()))).toMatchObject({
        code: expect.stringMatching(/^(WALLET|CHAIN)_ANSWER$/),
      })
    },
  )
})

describe('signing structured data', () => {
  const signing = (params: readonly unknown[] | undefined) => {
    const { domain, types, primaryType, message } = JSON.parse(params?.[1] as string)
    return adasKey.signTypedData({ domain, types: { Mail: types.Mail }, primaryType, message })
  }

  it('sends eth_signTypedData_v4 with the types of the domain, and returns the signature', async () => {
    const { via, from, wallet } = await connectScripted({ eth_signTypedData_v4: signing })
    expect(await messages().signTyped(via, from, typed, never())).toEqual({
      signature: await adasKey.signTypedData(typed),
      scheme: 'eip712',
    })
    const [address, data] = (wallet.calls.find(call => call.method === 'eth_signTypedData_v4')
      ?.params ?? []) as [string, string]
    expect(address).toBe(ada)
    expect(JSON.parse(data)).toMatchObject({
      primaryType: 'Mail',
      message: { contents: 'Hello', amount: String(2n ** 200n) },
    })
    expect(JSON.parse(data).types.EIP712Domain.map((one: { name: string }) => one.name)).toEqual([
      'name',
      'version',
      'chainId',
      'verifyingContract',
    ])
  })

  it('sends no request when the data names another chain than the wallet is on', async () => {
    const { via, from, wallet } = await connectScripted({
      eth_chainId: '0xa',
      eth_signTypedData_v4: signing,
    })
    expect(await thrownBy(messages().signTyped(via, from, typed, never()))).toMatchObject({
      code: 'WALLET_NETWORK',
    })
    expect(wallet.count('eth_signTypedData_v4')).toBe(0)
  })

  it.each([
    ['nothing', undefined],
    ['text', '{}'],
    ['no types', { ...typed, types: undefined }],
    ['an unknown primary type', { ...typed, primaryType: 'Order' }],
    ['a value out of its range', { ...typed, message: { contents: 'x', amount: 2n ** 256n } }],
    ['a value of another type', { ...typed, message: { contents: 'x', amount: 'much' } }],
    ['a chain id that is none', { ...typed, domain: { ...typed.domain, chainId: -1 } }],
    [
      'a contract that is no address',
      { ...typed, domain: { ...typed.domain, verifyingContract: '0x12' } },
    ],
  ])('rejects %s before the wallet gets a request', async (_what, data) => {
    const { via, from, wallet } = await connectScripted({ eth_signTypedData_v4: signing })
    expect(await thrownBy(messages().signTyped(via, from, data, never()))).toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    expect(wallet.calls).toEqual([])
  })

  it('[S35] rejects the signature of another account', async () => {
    scriptedNodes({ [first]: contractSays('0x1', '0x00') })
    const { via, from } = await connectScripted({
      eth_signTypedData_v4: await bobsKey.signTypedData(typed),
    })
    expect(await thrownBy(messages().signTyped(via, from, typed, never()))).toMatchObject({
      code: 'WALLET_ANSWER',
    })
  })
})

describe('verifying a signature', () => {
  it("needs no network for the signature of the account's key", async () => {
    const nodes = scriptedNodes({})
    const signature = await adasKey.signMessage({ message: text })
    expect(
      await messages().verify(accountOf(ada), text, { signature, scheme: 'eip191' }, never()),
    ).toBe(true)
    expect(nodes.posts).toEqual([])
  })

  it("calls the contract on each of the host's networks until one accepts", async () => {
    const nodes = scriptedNodes({
      [first]: contractSays('0x1', '0x00'),
      [second]: contractSays('0xa', '0x01'),
    })
    expect(
      await messages().verify(
        accountOf(ada),
        text,
        { signature: '0xabcd', scheme: 'eip191' },
        never(),
      ),
    ).toBe(true)
    expect(nodes.posts.map(post => post.url)).toEqual([first, second])
  })

  it('calls only the chain that a sign-in text names', async () => {
    const nodes = scriptedNodes({
      [first]: contractSays('0x1', '0x01'),
      [second]: contractSays('0xa', '0x00'),
    })
    const signIn = `example.com wants you to sign in with your Ethereum account:\n${ada}\n\nURI: https://example.com\nVersion: 1\nChain ID: 10\nNonce: 12345678`
    expect(
      await messages().verify(
        accountOf(ada),
        signIn,
        { signature: '0xabcd', scheme: 'eip191' },
        never(),
      ),
    ).toBe(false)
    expect(nodes.posts.map(post => post.url)).toEqual([second])
  })

  it.each(['', '0x', 'yes', '0xabc', `0x${'ab'.repeat(40_000)}`])(
    'rejects %j without a request',
    async signature => {
      const nodes = scriptedNodes({})
      expect(
        await messages().verify(accountOf(ada), text, { signature, scheme: 'eip191' }, never()),
      ).toBe(false)
      expect(nodes.posts).toEqual([])
    },
  )
})

interface PersonalCase {
  readonly message?: string
  readonly address?: string
  readonly signature?: string
  readonly valid?: boolean
  readonly hash?: Hex
}
describe.skipIf(!hasVectors)('personal_sign, against the EIP-191 vectors', () => {
  const cases = vectors<PersonalCase>('eip191-personal-sign').cases.filter(
    one => one.signature !== undefined,
  )
  it.each(cases.map((one, index) => [index, one.valid ? 'holds' : 'does not hold', one] as const))(
    'signature %i %s',
    async (_index, _verb, { message = '', address = '', signature = '', valid }) => {
      scriptedNodes({ [first]: contractSays('0x1', '0x00'), [second]: contractSays('0xa', '0x00') })
      expect(
        await messages().verify(
          accountOf(address),
          message,
          { signature, scheme: 'eip191' },
          never(),
        ),
      ).toBe(valid)
    },
  )
})

interface TypedCase {
  readonly name: string
  readonly digest: Hex
  readonly signature?: Hex
  readonly signer?: string
}
describe.skipIf(!hasVectors)('structured data, against the EIP-712 vectors', () => {
  it.each(vectors<TypedCase>('eip712-typed-data').cases.map(one => [one.name, one] as const))(
    '"%s" has the expected digest',
    async (_name, one) => {
      const { hash } = readTypedData(one)
      expect(hash).toBe(one.digest)
      const plain = one.signature && normalSignature(one.signature)
      if (plain && one.signer) expect(await recoverSigner(hash, plain)).toBe(one.signer)
    },
  )
})

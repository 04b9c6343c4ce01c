import { balancesCapability } from '@portico/kernel/capabilities'
import type { PolkadotKeyType } from '@portico/mock-wallets'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, dot, network, never } from '../../test/bench.js'
import { keyOf, openPage } from '../../test/page.js'
import { deposit, flatFee, type RpcLedger, startNode } from '../../test/rpc-ledger.js'

let node: RpcLedger

let page: ReturnType<typeof openPage>

beforeEach(async () => {
  node = await startNode()
  page = openPage()
})

afterEach(async () => {
  page.close()
  await node.close()
})

const connected = (type: PolkadotKeyType = 'sr25519', extra: readonly string[] = []) =>
  connect({ page: page.page, rpcUrls: [...extra, node.url], type })

const there = keyOf(9).accountId

describe('a transfer on a Substrate chain', () => {
  it.each(['sr25519', 'ed25519', 'ecdsa'] as const)(
    'a transfer signed by an %s account arrives, at the shown fee',
    async type => {
      const { own, prepare, account, via, sender } = await connected(type)
      node.fund(own, 50n * dot, { nonce: 70 })
      const { draft, fee, amount, warnings } = await prepare(12n * dot)
      expect({ fee, amount, warnings, draft }).toMatchObject({
        fee: { kind: 'native', amount: flatFee },
        amount: 12n * dot,
        draft: { body: { method: 'balances.transferKeepAlive' } },
      })
      expect(warnings).toBeUndefined()
      expect(await sender?.estimate(via, account, draft, never)).toEqual(fee)
      const { hash = '' } = (await sender?.send(via, account, draft, never)) ?? {}
      node.mine()
      expect(await sender?.confirm?.(hash, network, { signal: never })).toEqual({
        status: 'confirmed',
        block: 1_000n,
      })
      expect([node.freeOf(own), node.freeOf(there)]).toEqual([38n * dot - flatFee, 12n * dot])
    },
  )
  it('a transfer of everything leaves the deposit that keeps the account open, and says so', async () => {
    const { own, prepare, account, via, sender } = await connected()
    node.fund(own, 50n * dot)
    const { draft, amount, warnings } = await prepare('max')
    expect([amount, warnings?.map(one => one.id)]).toEqual([
      50n * dot - deposit - flatFee,
      ['polkadot.deposit'],
    ])
    await sender?.send(via, account, draft, never)
    expect(node.freeOf(own)).toBe(deposit)
  })
  it('a transfer that is only possible by closing the account closes it, and first warns of what is lost', async () => {
    const { own, prepare, account, via, sender } = await connected()
    node.fund(own, 6n * dot)
    const { draft, amount, warnings } = await prepare(5n * dot + dot / 2n)
    expect([amount, draft.body]).toEqual([
      5n * dot + dot / 2n,
      expect.objectContaining({ method: 'balances.transferAllowDeath' }),
    ])
    expect(warnings?.map(one => [one.id, one.values])).toEqual([
      ['polkadot.closing', { amount: '0.484', symbol: 'DOT' }],
    ])
    await sender?.send(via, account, draft, never)
    expect(node.freeOf(there)).toBe(5n * dot + dot / 2n)
    node.fund(own, 6n * dot)
    expect((await prepare(6n * dot - flatFee)).warnings?.map(one => one.id)).toEqual([
      'polkadot.closed',
    ])
  })
  it.each([
    ['what others on the chain need', { consumers: 1 }],
    ['something reserved', { reserved: 1n }],
    ['something frozen', { frozen: 1n }],
  ])('a transfer never closes an account with %s', async (_what, rest) => {
    const { own, prepare } = await connected()
    node.fund(own, 6n * dot, rest)
    await expect(prepare(5n * dot + dot / 2n)).rejects.toMatchObject({ code: 'TRANSFER_FUNDS' })
  })
  it.each([
    ['nothing', 0n, {}, dot, 'TRANSFER_FUNDS', /You need 1\.016 DOT more/],
    [
      'an empty balance, when everything is sent',
      0n,
      {},
      'max',
      'TRANSFER_FUNDS',
      /nothing to send/,
    ],
    ['no more than keeps it open', dot, {}, 'max', 'TRANSFER_FUNDS', /nothing to send/],
    [
      'enough, but not for the fee',
      6n * dot,
      { reserved: 1n },
      5n * dot,
      'TRANSFER_FEE',
      /You need 0\.016 DOT more for the fee/,
    ],
    [
      'all of it, but not the fee',
      6n * dot,
      {},
      6n * dot,
      'TRANSFER_FUNDS',
      /You need 1\.016 DOT more/,
    ],
    [
      'too little beside what is frozen',
      50n * dot,
      { frozen: 49n * dot },
      2n * dot,
      'TRANSFER_FUNDS',
      /You need 1\.016 DOT more/,
    ],
  ] as const)(
    'a transfer from an account with %s is not drafted, and the error gives the reason (decision 27)',
    async (_what, free, rest, amount, code, sentence) => {
      const { own, prepare } = await connected()
      node.fund(own, free, rest)
      node.fund(there, dot)
      await expect(prepare(amount)).rejects.toMatchObject({
        code,
        message: expect.stringMatching(sentence),
      })
    },
  )
  it('a transfer counts reserved funds towards the frozen amount', async () => {
    const { own, prepare } = await connected()
    node.fund(own, 50n * dot, { frozen: 30n * dot, reserved: 20n * dot })
    expect((await prepare('max')).amount).toBe(40n * dot - flatFee)
  })
  it('a transfer that would not open the recipient’s account is refused; once it is open, any amount is accepted', async () => {
    const { own, prepare } = await connected()
    node.fund(own, 50n * dot)
    await expect(prepare(deposit - 1n)).rejects.toMatchObject({
      code: 'TRANSFER_TOO_SMALL',
      message: expect.stringMatching(/at least 1 DOT/),
    })
    node.fund(there, deposit)
    expect((await prepare(1n)).amount).toBe(1n)
  })
  it('[D23b] a transfer to an address of another network is drafted with a warning', async () => {
    const { own, prepare } = await connected()
    node.fund(own, 50n * dot)
    expect((await prepare(dot, { to: keyOf(9).at(2) })).warnings?.map(one => one.id)).toEqual([
      'polkadot.address.prefix',
    ])
  })
  it.each([0, 9, 12, undefined])(
    '[S19] a transfer shown with %s decimals, where the network has 10, is refused without a request',
    async decimals => {
      const { prepare } = await connected()
      await expect(prepare(dot, { decimals })).rejects.toMatchObject({
        code: 'TRANSFER_ASSET',
        message: expect.stringMatching(/wrong number of decimals/),
      })
      expect(node.requests).toEqual([])
    },
  )
  it.each([
    ['another asset', { asset: `${network}/slip44:354` }, 'TRANSFER_ASSET'],
    ['a seed', { to: `0x${'01'.repeat(32)}` }, 'ADDRESS_IS_SECRET'],
    ['a network that is not listed', { network: 'polkadot:unlisted' }, 'CHAIN_NO_ENDPOINT'],
  ])('[S18] a transfer to %s is refused', async (_what, rest, code) => {
    const { prepare } = await connected()
    await expect(prepare(dot, rest)).rejects.toMatchObject({ code })
  })
})

describe('a fee that a node names', () => {
  const named = (fee: bigint) => ({
    result: `0x040400${[...Array(16).keys()]
      .map(at =>
        Number((fee >> BigInt(8 * at)) & 255n)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`,
  })
  it.each([
    [flatFee, 'normal', 10n * flatFee, true],
    [flatFee, 'normal', 10n * flatFee + 1n, false],
    [flatFee, 'fast', 20n * flatFee, true],
    [flatFee, 'fast', 20n * flatFee + 20n, false],
    [2n * dot, 'normal', 5n * dot, true],
  ] as const)(
    '[S21] a fee of %s at speed %s for an amount of %s raises a warning: %s',
    async (fee, speed, amount, isWarned) => {
      const { own, prepare } = await connected()
      node.fund(own, 50n * dot)
      node.fund(there, dot)
      node.answers.set('TransactionPaymentApi_query_info', named(fee))
      const { warnings = [] } = await prepare(amount, { speed })
      expect(warnings.map(one => one.id).includes('polkadot.dear')).toBe(isWarned)
    },
  )
  it.each([dot, 10n * dot])(
    '[S21] the tip is at most a tenth of the amount %s, and at most the fee',
    async amount => {
      const { own, prepare } = await connected()
      node.fund(own, 500n * dot)
      node.fund(there, dot)
      node.answers.set('TransactionPaymentApi_query_info', named(100n * dot))
      const { draft, fee } = await prepare(amount, { speed: 'fast' })
      expect([draft.body, fee]).toMatchObject([
        { tip: amount / 10n },
        { amount: 100n * dot + amount / 10n },
      ])
      node.answers.clear()
      expect((await prepare(amount, { speed: 'fast' })).draft.body).toMatchObject({ tip: flatFee })
    },
  )
})

describe('a node', () => {
  it('a node that is down is skipped', async () => {
    const { own, prepare } = await connected('sr25519', ['http://127.0.0.1:9'])
    node.fund(own, 50n * dot)
    expect((await prepare(dot)).amount).toBe(dot)
  })
  const result = (value: unknown) => ({ result: value })
  it.each([
    ['another chain', 'chain_getBlockHash', result(`0x${'45'.repeat(32)}`), 'CHAIN_NETWORK'],
    ['no hash', 'chain_getBlockHash', result(null), 'CHAIN_ANSWER'],
    ['HTML', 'state_getRuntimeVersion', { body: '<html>' }, 'CHAIN_ANSWER'],
    ['null', 'state_getRuntimeVersion', { body: 'null' }, 'CHAIN_ANSWER'],
    [
      'a version that is text',
      'state_getRuntimeVersion',
      result({ specVersion: '1', transactionVersion: 1 }),
      'CHAIN_ANSWER',
    ],
    [
      'metadata of an older age',
      'Metadata_metadata_at_version',
      result('0x01186d6574610d00'),
      'CHAIN_ANSWER',
    ],
    ['an account of another shape', 'state_getStorage', result('0x0102'), 'CHAIN_ANSWER'],
    ['a fee without a number', 'TransactionPaymentApi_query_info', result('0x'), 'CHAIN_ANSWER'],
    ['a nonce below zero', 'system_accountNextIndex', result(-1), 'CHAIN_ANSWER'],
    [
      'that it refuses',
      'TransactionPaymentApi_query_info',
      { error: { code: -32000, message: 'Client error' } },
      'RPC_REFUSED',
    ],
    ['429', 'state_getStorage', { status: 429, body: '' }, 'CHAIN_UNAVAILABLE'],
    ['500', 'state_getStorage', { status: 500, body: '' }, 'CHAIN_UNAVAILABLE'],
  ])('[D37] a node that answers %s is a named error', async (_what, method, answer, code) => {
    const { own, prepare } = await connected()
    node.fund(own, 50n * dot)
    node.answers.set(method, answer)
    await expect(prepare(dot)).rejects.toMatchObject({ code })
  })
  it('a node gets one request for its metadata', async () => {
    const { own, prepare } = await connected()
    node.fund(own, 50n * dot)
    await Promise.all([prepare(dot), prepare(2n * dot)])
    await prepare(dot)
    expect(node.requests.filter(method => method === 'Metadata_metadata_at_version')).toHaveLength(
      1,
    )
  })
})

describe('a balance', () => {
  it('a balance has the free, reserved and frozen amounts, and what may leave', async () => {
    const { own, kernel, account } = await connected()
    node.fund(own, 50n * dot, { reserved: 5n * dot, frozen: 20n * dot })
    expect(
      await kernel.capability(balancesCapability, network)?.native(account, network, never),
    ).toEqual({
      token: { asset: 'native', network, name: 'Polkadot', symbol: 'DOT', decimals: 10 },
      amount: 55n * dot,
      spendable: 35n * dot,
      parts: { free: 50n * dot, reserved: 5n * dot, frozen: 20n * dot },
    })
  })
  it('the balance of an account that is not open is zero, and needs no metadata', async () => {
    const { kernel, account } = await connected()
    expect(
      (await kernel.capability(balancesCapability, network)?.native(account, network, never))
        ?.amount,
    ).toBe(0n)
    expect(node.requests).toEqual(['chain_getBlockHash', 'state_getStorage'])
  })
})

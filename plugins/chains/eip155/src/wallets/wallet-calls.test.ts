import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { thrownBy } from '../../test/bench.js'
import { hookMap } from '../../test/hooks.js'
import { ada, bob, type Reply, walletError } from '../../test/scripted-provider.js'
import { connectScripted } from '../../test/wallet-sessions.js'
import { eip155Wallet } from '../wallet.js'

const over = async (replies: Record<string, Reply>) => {
  const { via, wallet } = await connectScripted(replies)
  return { account: eip155Wallet(via), wallet }
}
const lacks = () => Promise.reject(walletError(-32601, 'not found'))
const hash = `0x${'12'.repeat(32)}`

describe('the capabilities of a wallet', () => {
  it('[S7.30] capabilities are requested by wallet_getCapabilities for the wanted networks, and read by network', async () => {
    const { account, wallet } = await over({
      wallet_getCapabilities: {
        '0x2105': { atomic: { status: 'supported' } },
        '0x0': { paymasterService: { supported: true } },
        nonsense: {},
        '0x1': 'no',
        '0xa': { flat: true },
      },
    })
    expect(await account.capabilities(ada, ['eip155:8453', 'eip155:1'])).toEqual({
      'eip155:8453': { atomic: { status: 'supported' } },
      'eip155:0': { paymasterService: { supported: true } },
      'eip155:10': {},
    })
    expect(wallet.calls).toEqual([
      { method: 'wallet_getCapabilities', params: [ada, ['0x2105', '0x1']] },
    ])
  })

  it('capabilities are empty for a wallet that does not know the method', async () => {
    const { account } = await over({ wallet_getCapabilities: lacks })
    expect(await account.capabilities(ada)).toEqual({})
  })

  it('capabilities rethrows any other error of the wallet', async () => {
    const { account } = await over({
      wallet_getCapabilities: () => Promise.reject(walletError(4100)),
    })
    expect(await thrownBy(account.capabilities(ada))).toMatchObject({ code: 4100 })
  })

  it.each([null, undefined, 42, 'yes', true, []])(
    '[S35] capabilities of %j are rejected as malformed',
    async answer => {
      const { account } = await over({ wallet_getCapabilities: answer })
      expect(await thrownBy(account.capabilities(ada))).toMatchObject({ code: 'WALLET_ANSWER' })
    },
  )

  it('[S3] capabilities of any shape are accepted or rejected without touching a prototype', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), async shape => {
        const { account } = await over({
          wallet_getCapabilities: () =>
            JSON.parse(
              '{"0x1":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}},"__proto__":{"polluted":1}}',
            ),
          wallet_getAssets: () => ({ '0x1': [shape] }),
        })
        await account.capabilities(ada)
        await account.assets(ada)
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
      }),
      { numRuns: 200 },
    )
  })
})

describe('the assets that a wallet knows', () => {
  it('[S7.31] assets are requested by wallet_getAssets, and their names sanitised', async () => {
    const { account, wallet } = await over({
      wallet_getAssets: {
        '0x1': [
          {
            address: 'native',
            balance: '0xde0b6b3a7640000',
            type: 'native',
            metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          },
          {
            address: bob.toLowerCase(),
            balance: '0x5',
            type: 'erc20',
            metadata: { name: 'Do\u202ellar', symbol: 'USD', decimals: 6 },
          },
          { address: bob, balance: '0x1', type: 'erc721', metadata: { name: 7, decimals: 300 } },
        ],
      },
    })
    expect(await account.assets(ada)).toEqual([
      {
        network: 'eip155:1',
        type: 'native',
        amount: 10n ** 18n,
        name: 'Ether',
        symbol: 'ETH',
        decimals: 18,
      },
      {
        network: 'eip155:1',
        type: 'erc20',
        address: bob,
        amount: 5n,
        name: 'Dollar',
        symbol: 'USD',
        decimals: 6,
      },
      { network: 'eip155:1', type: 'erc721', address: bob, amount: 1n },
    ])
    expect(wallet.calls).toEqual([{ method: 'wallet_getAssets', params: [{ account: ada }] }])
  })

  it('[S35] assets omit malformed entries', async () => {
    const { account } = await over({
      wallet_getAssets: {
        '0x1': [
          null,
          7,
          {},
          { address: '0x12', balance: '0x1', type: 'erc20' },
          { address: bob, balance: '1', type: 'erc20' },
          { address: bob, balance: '-0x1', type: 'erc20' },
          { address: bob, balance: `0x1${'0'.repeat(64)}`, type: 'erc20' },
          { address: bob, balance: '0x1' },
        ],
        '0xzz': [{ address: 'native', balance: '0x1', type: 'native' }],
        '0xa': 'all',
      },
    })
    expect(await account.assets(ada)).toEqual([])
  })

  it('assets throws WALLET_UNSUPPORTED when the wallet lacks the method', async () => {
    const { account } = await over({ wallet_getAssets: lacks })
    expect(await thrownBy(account.assets(ada))).toMatchObject({ code: 'WALLET_UNSUPPORTED' })
  })
})

describe('several calls at once', () => {
  const bundle = {
    from: ada,
    network: 'eip155:1',
    calls: [
      { to: bob, value: 255n },
      { to: bob, data: '0xabcd' },
    ],
  } as const

  it('calls are sent by wallet_sendCalls 2.0.0', async () => {
    const { account, wallet } = await over({ wallet_sendCalls: { id: '0x77' } })
    expect(
      await account.sendCalls({
        ...bundle,
        atomic: true,
        capabilities: { paymasterService: { url: 'https://pay.example', optional: true } },
      }),
    ).toEqual({
      id: '0x77',
      hashes: [],
    })
    expect(wallet.calls.at(-1)).toEqual({
      method: 'wallet_sendCalls',
      params: [
        {
          version: '2.0.0',
          from: ada,
          chainId: '0x1',
          atomicRequired: true,
          calls: [
            { to: bob, value: '0xff' },
            { to: bob, data: '0xabcd' },
          ],
          capabilities: { paymasterService: { url: 'https://pay.example', optional: true } },
        },
      ],
    })
  })

  it.each([
    ['the bare id of the first version', '0x77', { id: '0x77', hashes: [] }],
    [
      'hashes of a remote wallet',
      {
        id: 'a',
        capabilities: { caip345: { caip2: 'eip155:1', transactionHashes: [hash, 'no'] } },
      },
      { id: 'a', hashes: [hash] },
    ],
  ])('the response to sendCalls may be %s', async (_what, answer, expected) => {
    const { account } = await over({ wallet_sendCalls: answer })
    expect(await account.sendCalls(bundle)).toEqual(expected)
  })

  it.each([null, undefined, 42, '', {}, { id: 7 }, { id: '' }, { id: 'x'.repeat(9_000) }, []])(
    '[S35] the response %j to sendCalls is rejected, and leaves the outcome unknown',
    async answer => {
      const { account } = await over({ wallet_sendCalls: answer })
      expect(await thrownBy(account.sendCalls(bundle))).toMatchObject({ code: 'WALLET_OUTCOME' })
    },
  )

  it('calls are sent on their chain by an account of this wallet, or not at all', async () => {
    const { account, wallet } = await over({ wallet_sendCalls: { id: '0x77' } })
    expect(await thrownBy(account.sendCalls({ ...bundle, network: 'eip155:10' }))).toMatchObject({
      code: 'WALLET_NETWORK',
    })
    expect(await thrownBy(account.sendCalls({ ...bundle, from: bob }))).toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    expect(await thrownBy(account.sendCalls({ ...bundle, from: 'ada.eth' }))).toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    expect(wallet.count('wallet_sendCalls')).toBe(0)
  })

  it.each([5700, 5710, 5740, 5760, 4200, -32601])(
    '[S23] calls that the wallet refuses with %d, which proves that nothing was sent, are unsupported',
    async code => {
      const { account } = await over({ wallet_sendCalls: () => Promise.reject(walletError(code)) })
      expect(await thrownBy(account.sendCalls(bundle))).toMatchObject({
        code: 'WALLET_UNSUPPORTED',
        cause: { code },
      })
    },
  )

  it.each([-32603, -32000, -32002, 4900, 5720])(
    '[S23] calls that the wallet answers with the error %d may have been sent',
    async code => {
      const { account } = await over({ wallet_sendCalls: () => Promise.reject(walletError(code)) })
      expect(await thrownBy(account.sendCalls(bundle))).toMatchObject({
        code: 'WALLET_OUTCOME',
        cause: { code },
      })
    },
  )

  it.each([4200, -32601])(
    '[S23] calls whose error only wraps a %d of a node may have been sent',
    async code => {
      const { account } = await over({
        wallet_sendCalls: () =>
          Promise.reject(Object.assign(walletError(-32603), { data: { code } })),
      })
      expect(await thrownBy(account.sendCalls(bundle))).toMatchObject({ code: 'WALLET_OUTCOME' })
    },
  )

  it('[S2] calls are not sent where a script that replaced Array.prototype.map changed one of them', async () => {
    const { account, wallet } = await over({ wallet_sendCalls: { id: '0x77' } })
    for (const change of [
      { to: ada },
      { value: '0x100' },
      { data: '0xabce' },
      { capabilities: {} },
    ]) {
      const restore = hookMap(change)
      const thrown = await thrownBy(
        account.sendCalls({ ...bundle, calls: [{ to: bob, value: 255n, data: '0xabcd' }] }),
      ).finally(restore)
      expect(thrown).toMatchObject({
        code: 'TRANSFER_REFUSED',
        userMessage: { id: 'eip155.error.altered' },
      })
    }
    expect(wallet.count('wallet_sendCalls')).toBe(0)
  })

  it.each([
    [100, 'pending'],
    [200, 'confirmed'],
    [400, 'failed'],
    [500, 'reverted'],
    [600, 'partial'],
    ['PENDING', 'pending'],
    ['CONFIRMED', 'confirmed'],
  ])('calls with status %j are %s', async (status, expected) => {
    const { account } = await over({
      wallet_getCallsStatus: {
        version: '2.0.0',
        id: '0x77',
        status,
        receipts: [{ transactionHash: hash }, null, { transactionHash: '0x1' }],
      },
    })
    expect(await account.callsStatus('0x77')).toEqual({ status: expected, hashes: [hash] })
  })

  it.each([null, {}, { status: 42 }, { status: 'toString' }, { status: '__proto__' }, 'CONFIRMED'])(
    '[S35] the status %j is rejected',
    async answer => {
      const { account } = await over({ wallet_getCallsStatus: answer })
      expect(await thrownBy(account.callsStatus('0x77'))).toMatchObject({ code: 'WALLET_ANSWER' })
    },
  )

  it('request passes any other method on, and rejects a connection of another chain', async () => {
    const { account, wallet } = await over({ wallet_watchAsset: true })
    expect(await account.request('wallet_watchAsset', [{ type: 'ERC20' }])).toBe(true)
    expect(wallet.calls).toEqual([{ method: 'wallet_watchAsset', params: [{ type: 'ERC20' }] }])
    const { via } = await connectScripted()
    expect(await thrownBy(eip155Wallet({ ...via, namespace: 'tally' }).request('x'))).toMatchObject(
      { code: 'WALLET_UNSUPPORTED' },
    )
  })
})

import type { Account } from '@portico/kernel/account'
import type { TransferIntent } from '@portico/kernel/capabilities'
import { eip155Transaction } from '@portico/kernel/chain'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { never, thrownBy } from '../../test/bench.js'
import { answer, json, type Node, type Results, scriptedNodes } from '../../test/scripted-nodes.js'
import { ada, bob } from '../../test/scripted-provider.js'
import { defineEvmNetwork } from '../networks.js'
import { createRpcs } from '../node/rpc.js'
import { createTransfers } from './transfers.js'

const url = 'https://node.example'
const gwei = 1_000_000_000n
const ether = 10n ** 18n
const token = 'eip155:1/erc20:0x5FbDB2315678afecb367f032d93F642f64180aa3'
const account: Account = {
  namespace: 'eip155',
  address: ada,
  type: 'eoa',
  connection: 'eip155/test',
}
const safe: Account = { ...account, type: 'smartAccount' }
const hex = (amount: bigint) => `0x${amount.toString(16)}`
const word = (amount: bigint) => `0x${amount.toString(16).padStart(64, '0')}`

/** Contract results by selector: `balanceOf`, `decimals`, `transfer`. */
const dollar: Readonly<Record<string, string>> = {
  '0x70a08231': word(5_000_000n),
  '0x313ce567': word(6n),
  '0xa9059cbb': word(1n),
}
interface World {
  readonly balance?: bigint
  readonly baseFee?: bigint
  readonly tip?: bigint
  /** The node's estimate; 0n: malformed. */
  readonly gas?: bigint
  readonly opStack?: boolean
  /** Of the native coin. */
  readonly symbol?: string
  readonly contract?: Readonly<Record<string, string>>
  /** Other node responses, by method. */
  readonly other?: Results
  /** Methods that the node refuses, with their error codes. */
  readonly refused?: Readonly<Record<string, number>>
}
function prepareWith(world: World, intent: Partial<TransferIntent>) {
  const {
    balance = 10n * ether,
    baseFee = gwei,
    tip = gwei,
    gas = 21_000n,
    opStack = false,
    symbol = 'ETH',
    contract = dollar,
    other,
    refused = {},
  } = world
  const results: Results = {
    eth_getBalance: hex(balance),
    eth_getBlockByNumber: { number: '0x10', transactions: [], baseFeePerGas: hex(baseFee) },
    eth_gasPrice: hex(baseFee + tip),
    eth_maxPriorityFeePerGas: hex(tip),
    eth_estimateGas: gas === 0n ? 'none' : hex(gas),
    eth_call: ([call]: [{ data: string }]) => contract[call.data.slice(0, 10)] ?? '0x',
    eth_chainId: '0x1',
    ...other,
  }
  const node: Node = questions => {
    const answers = questions.map(question => {
      const code = refused[question.method]
      return code === undefined
        ? answer([question], results)[0]
        : { jsonrpc: '2.0', id: question.id, error: { code, message: 'no' } }
    })
    return json(answers.length === 1 ? answers[0] : answers)
  }
  const nodes = scriptedNodes({ [url]: node })
  const nativeCurrency = { name: 'Coin', symbol, decimals: 18 }
  const rpcOf = createRpcs({
    networks: [
      defineEvmNetwork({ chainId: 1, name: 'One', rpcUrls: [url], nativeCurrency, opStack }),
    ],
    rpcTimeoutMs: 10_000,
  })
  const whole: TransferIntent = {
    from: account,
    to: bob,
    network: 'eip155:1',
    asset: 'native',
    amount: ether,
    decimals: 18,
    ...intent,
  }
  const asked = () => nodes.posts.flatMap(({ questions }) => questions)
  const methods = () => asked().map(({ method }) => method)
  return { asked, methods, prepared: createTransfers(rpcOf).prepare(whole, never()) }
}
const warningsOf = async (world: World, intent: Partial<TransferIntent>) =>
  ((await prepareWith(world, intent).prepared).warnings ?? []).map(({ id }) => id)

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('The decimals with which an amount was shown', () => {
  const tokens = { asset: token, amount: 5_000_000n } as const

  it('[S19] a transfer is refused unless the shown decimals are those of the token', async () => {
    expect((await prepareWith({}, { ...tokens, decimals: 6 }).prepared).amount).toBe(5_000_000n)
    for (const decimals of [0, 4, 8, 18])
      expect(await thrownBy(prepareWith({}, { ...tokens, decimals }).prepared)).toMatchObject({
        code: 'TRANSFER_ASSET',
        message: `The amount was shown with ${decimals} decimals, but the network says 6. Nothing was sent.`,
      })
  })

  it('[S19] a transfer of all tokens is refused unless the shown decimals are those of the token', async () => {
    expect(
      await thrownBy(prepareWith({}, { ...tokens, amount: 'max', decimals: 18 }).prepared),
    ).toMatchObject({ code: 'TRANSFER_ASSET' })
  })

  it('[S19] [S5.08] a native transfer is refused unless the shown decimals are those of the network', async () => {
    expect(await thrownBy(prepareWith({}, { decimals: 6 }).prepared)).toMatchObject({
      code: 'TRANSFER_ASSET',
    })
    expect(await thrownBy(prepareWith({}, { decimals: 6, from: safe }).prepared)).toMatchObject({
      code: 'TRANSFER_ASSET',
    })
    for (const amount of [ether, 'max'] as const)
      expect(
        await thrownBy(prepareWith({}, { decimals: undefined as never, amount }).prepared),
        'without decimals',
      ).toMatchObject({ code: 'TRANSFER_ASSET' })
  })

  it.each([
    ['nothing', '0x'],
    ['half a word', '0x06'],
    ['two words', `${word(6n)}${'0'.repeat(64)}`],
    ['256', word(256n)],
    ['6, and more bits above it', word((1n << 128n) + 6n)],
  ])(
    '[S19] a transfer is refused where decimals() returns %s, because the decimals cannot be compared',
    async (_what, answer) => {
      const contract = { ...dollar, '0x313ce567': answer }
      expect(
        await thrownBy(prepareWith({ contract }, { ...tokens, decimals: 6 }).prepared),
      ).toMatchObject({
        code: 'TRANSFER_ASSET',
        userMessage: { id: 'eip155.error.noDecimals' },
      })
    },
  )
})

describe('A fee that one node names', () => {
  const tipOf = async (world: World) => {
    const { draft } = await prepareWith(world, { speed: 'fast' }).prepared
    return eip155Transaction.read(draft)
  }

  it('[R7] a fast transfer has a tip of at most twice the base fee, and of at most 2 gwei where the base fee is low', async () => {
    const lie = 100_000n * gwei
    expect(await tipOf({ baseFee: 20n * gwei, tip: lie })).toMatchObject({
      maxPriorityFeePerGas: 40n * gwei,
      maxFeePerGas: (20n * gwei * 81n) / 64n + 40n * gwei,
    })
    expect(await tipOf({ baseFee: 20n * gwei, tip: 20n * gwei })).toMatchObject({
      maxPriorityFeePerGas: 30n * gwei,
    })
    expect(await tipOf({ baseFee: 2n * gwei, tip: lie })).toMatchObject({
      maxPriorityFeePerGas: 4n * gwei,
    })
    expect(await tipOf({ baseFee: gwei / 20n, tip: lie })).toMatchObject({
      maxPriorityFeePerGas: 2n * gwei,
    })
  })

  it('[R7] a fast transfer has a tip of at most 50 gwei when one node lies about the tip and the base fee', async () => {
    for (const symbol of ['ETH', 'BNB', 'AVAX', 'xDAI'])
      expect(
        await tipOf({
          symbol,
          balance: 100n * ether,
          baseFee: 50_000n * gwei,
          tip: 100_000n * gwei,
        }),
      ).toMatchObject({ maxPriorityFeePerGas: 50n * gwei })
  })

  it('[R7] the fast tip on Polygon is at least what Polygon demands and at most 1,000 gwei', async () => {
    expect(await tipOf({ symbol: 'POL', baseFee: 15n, tip: 30n * gwei })).toMatchObject({
      maxPriorityFeePerGas: 45n * gwei,
    })
    expect(await tipOf({ symbol: 'POL', baseFee: 15n, tip: 60n * gwei })).toMatchObject({
      maxPriorityFeePerGas: 50n * gwei,
    })
    const lie = {
      symbol: 'POL',
      balance: 100n * ether,
      baseFee: 50_000n * gwei,
      tip: 100_000n * gwei,
    }
    expect(await tipOf(lie)).toMatchObject({ maxPriorityFeePerGas: 1_000n * gwei })
  })

  it('[R7] the fast tip is capped by the base fee alone where the worth of the coin is unknown', async () => {
    const market = { symbol: 'CHEAP', balance: 1_000n * ether, baseFee: 50_000n * gwei }
    expect(await tipOf({ ...market, tip: 60_000n * gwei })).toMatchObject({
      maxPriorityFeePerGas: 90_000n * gwei,
    })
    expect(await tipOf({ ...market, tip: 500_000n * gwei })).toMatchObject({
      maxPriorityFeePerGas: 100_000n * gwei,
    })
  })

  it('[R7] the tip is also capped when everything is sent', async () => {
    const { draft, amount, fee } = await prepareWith(
      { baseFee: gwei, tip: 100_000n * gwei },
      { amount: 'max' },
    ).prepared
    const most = (gwei * 81n) / 64n + 2n * gwei
    expect(eip155Transaction.read(draft)).toMatchObject({
      maxPriorityFeePerGas: 2n * gwei,
      maxFeePerGas: most,
      gas: 21_000n,
    })
    expect(fee).toMatchObject({ amount: 21_000n * most })
    expect(amount).toBe(10n * ether - 21_000n * most)
  })

  it('[R7] a fee whose tip was capped is shown as high', async () => {
    const highTip = { baseFee: gwei, tip: 100_000n * gwei }
    for (const speed of ['slow', 'normal', 'fast'] as const) {
      expect(await warningsOf(highTip, { speed })).toEqual(['eip155.warning.fee'])
      expect(await warningsOf(highTip, { speed, asset: token, amount: 1n, decimals: 6 })).toEqual([
        'eip155.warning.fee',
      ])
    }
  })

  it('[R7] a fee is shown as high from a tenth of the amount on', async () => {
    const fee = 21_000n * 82n * gwei
    const market = { baseFee: 64n * gwei, tip: gwei }
    const { warnings } = await prepareWith(market, { amount: fee * 10n }).prepared
    expect(warnings).toEqual([
      {
        id: 'eip155.warning.fee',
        en: 'The network fee is high: {fee} {symbol}.',
        values: { fee: '0.001722', symbol: 'ETH' },
      },
    ])
    expect(await warningsOf(market, { amount: fee * 10n + 1n })).toEqual([])
    const { warnings: long } = await prepareWith(
      { ...market, baseFee: 64n * gwei + 1n },
      { amount: fee * 10n },
    ).prepared
    expect(long?.[0]?.values).toEqual({ fee: '0.001723', symbol: 'ETH' })
    expect(await warningsOf({ ...market, balance: 11n * fee }, { amount: 'max' })).toEqual([
      'eip155.warning.fee',
    ])
    expect(await warningsOf({ ...market, balance: 11n * fee + 1n }, { amount: 'max' })).toEqual([])
  })

  it('[R7] a fee of 2.1 ether for 1 ether is shown as high, whichever part of it is a lie', async () => {
    expect(await warningsOf({ baseFee: 79_000n * gwei, tip: gwei }, {})).toEqual([
      'eip155.warning.fee',
    ])
    expect(await warningsOf({ baseFee: gwei, tip: 100_000n * gwei }, {})).toEqual([
      'eip155.warning.fee',
    ])
  })

  it('[R7] the fee of a token transfer is shown as high from a tenth of the native coins on', async () => {
    const fee = 21_000n * 82n * gwei
    const market = { baseFee: 64n * gwei, tip: gwei }
    const tokens = { asset: token, amount: 1n, decimals: 6 } as const
    expect(await warningsOf({ ...market, balance: fee * 10n }, tokens)).toEqual([
      'eip155.warning.fee',
    ])
    expect(await warningsOf({ ...market, balance: fee * 10n + 1n }, tokens)).toEqual([])
  })

  it('the fee is left to the wallet at normal speed', async () => {
    const { draft } = await prepareWith(
      {},
      { speed: 'normal', asset: token, amount: 1n, decimals: 6 },
    ).prepared
    expect(Object.keys(eip155Transaction.read(draft) ?? {}).sort()).toEqual(['data', 'to', 'value'])
  })
})

describe('The cost of a transfer', () => {
  const price = (gwei * 81n) / 64n + gwei
  const fee = 21_000n * price
  const tokens = { asset: token, amount: 5_000_000n, decimals: 6 } as const
  const onLayer2 = { opStack: true, contract: { ...dollar, '0xf1c7a58b': word(1_000n) } }

  it('the fee may take all that remains beside the amount, and not a wei more', async () => {
    expect((await prepareWith({ balance: ether + fee }, {}).prepared).amount).toBe(ether)
    expect(await thrownBy(prepareWith({ balance: ether + fee - 1n }, {}).prepared)).toMatchObject({
      code: 'TRANSFER_FEE',
      message: 'You need 0.000000000000000001 ETH more for the network fee.',
    })
    expect(await thrownBy(prepareWith({ balance: ether - 1n }, {}).prepared)).toMatchObject({
      code: 'TRANSFER_FUNDS',
    })
    expect((await prepareWith({ balance: fee }, tokens).prepared).fee).toMatchObject({
      amount: fee,
    })
    expect(await thrownBy(prepareWith({ balance: fee - 1n }, tokens).prepared)).toMatchObject({
      code: 'TRANSFER_FEE',
    })
  })

  it('the fee has room for a fifth more gas where a contract receives, also when everything is sent', async () => {
    const gas = 36_000n
    expect((await prepareWith({ gas: 30_000n }, {}).prepared).fee).toMatchObject({
      amount: gas * price,
    })
    const { draft, fee, amount } = await prepareWith({ gas: 30_000n }, { amount: 'max' }).prepared
    expect(fee).toMatchObject({ amount: gas * price })
    expect(amount).toBe(10n * ether - gas * price)
    expect(eip155Transaction.read(draft)).toMatchObject({
      gas,
      value: amount,
      maxFeePerGas: price,
      maxPriorityFeePerGas: gwei,
    })
  })

  it('the fee includes the L1 data fee on the OP stack, computed from the size of the transaction', async () => {
    const { prepared, asked } = prepareWith(onLayer2, { amount: 'max' })
    const { amount, fee: whole } = await prepared
    expect([whole, amount]).toMatchObject([{ amount: fee + 1_000n }, 10n * ether - fee - 1_000n])
    const sizes = (calls: ReturnType<typeof asked>) =>
      calls.flatMap(({ params }) =>
        (JSON.stringify(params).match(/0xf1c7a58b0*([\da-f]+)/) ?? []).slice(1),
      )
    expect(sizes(asked())).toEqual([hex(110n).slice(2)])
    const transfer = prepareWith(onLayer2, tokens)
    expect((await transfer.prepared).fee).toMatchObject({ amount: fee + 1_000n })
    expect(sizes(transfer.asked())).toEqual([hex(178n).slice(2)])
    expect(
      await thrownBy(prepareWith({ ...onLayer2, balance: fee + 999n }, { amount: 'max' }).prepared),
    ).toMatchObject({ code: 'TRANSFER_FEE' })
  })

  it("[S5.07] a token transfer calls the token's contract with the requested recipient and amount", async () => {
    const { draft } = await prepareWith({}, { ...tokens, amount: 3n }).prepared
    expect(eip155Transaction.read(draft)).toEqual({
      to: token.slice(-42),
      value: 0n,
      data: `0xa9059cbb${bob.slice(2).toLowerCase().padStart(64, '0')}${word(3n).slice(2)}`,
    })
    expect(
      await thrownBy(
        prepareWith(
          { contract: { ...dollar, '0x70a08231': word(0n) } },
          { ...tokens, amount: 'max' },
        ).prepared,
      ),
    ).toMatchObject({
      code: 'TRANSFER_FUNDS',
    })
  })

  it('a transfer warns of tokens that are sent to the token itself, and of no others', async () => {
    expect(await warningsOf({}, tokens)).toEqual([])
    expect(await warningsOf({}, { ...tokens, to: token.slice(-42) })).toEqual([
      'transfer.tokenItself',
    ])
  })

  it('a transfer accepts a token that returns nothing', async () => {
    expect(
      (await prepareWith({ contract: { ...dollar, '0xa9059cbb': '0x' } }, tokens).prepared).amount,
    ).toBe(5_000_000n)
  })
})

describe('The address of a token', () => {
  it.each([
    'eip155:1/erc20:',
    'eip155:1/erc20:0x',
    `${token}0`,
    token.slice(0, -1),
    `${token}/7`,
    token.replace('eip155:1/', 'eip155:10/'),
    token.replace('erc20', 'erc721'),
    'eip155:1/slip44:60',
    token.slice(-42),
    '',
  ] as TransferIntent['asset'][])(
    '[S5.07] a transfer is refused without a request when %j names no token of this network',
    async asset => {
      const { prepared, asked } = prepareWith({}, { asset, amount: 3n, decimals: 6 })
      expect(await thrownBy(prepared)).toMatchObject({
        code: 'TRANSFER_ASSET',
        userMessage: { id: 'eip155.error.asset' },
      })
      expect(asked()).toEqual([])
    },
  )
})

describe('A transfer from a smart account', () => {
  const tokens = { from: safe, asset: token, amount: 5_000_000n, decimals: 6 } as const

  it('[S5.18] a token transfer from a smart account needs no native coins, and costs the account nothing', async () => {
    const { methods, prepared } = prepareWith({ balance: 0n }, { ...tokens, speed: 'fast' })
    const { draft, fee, speeds, warnings } = await prepared
    expect(fee).toEqual({ kind: 'sponsored' })
    expect([speeds, warnings]).toEqual([[], undefined])
    expect(Object.keys(eip155Transaction.read(draft) ?? {}).sort()).toEqual(['data', 'to', 'value'])
    expect(methods()).not.toContain('eth_getBalance')
  })

  it('[S5.18] a transfer of all native coins of a smart account keeps back no fee', async () => {
    const { draft, fee, amount, speeds } = await prepareWith(
      { balance: ether },
      { from: safe, amount: 'max', speed: 'slow' },
    ).prepared
    expect([amount, fee, speeds]).toEqual([ether, { kind: 'sponsored' }, []])
    expect(eip155Transaction.read(draft)).toEqual({ to: bob, value: ether })
  })

  it("a smart account's transfer of more than it has, or of nothing, is refused", async () => {
    expect(
      await thrownBy(prepareWith({ balance: ether }, { from: safe, amount: ether + 1n }).prepared),
    ).toMatchObject({ code: 'TRANSFER_FUNDS' })
    expect(
      await thrownBy(prepareWith({ balance: 0n }, { from: safe, amount: 'max' }).prepared),
    ).toMatchObject({ code: 'TRANSFER_TOO_SMALL' })
    expect(
      await thrownBy(prepareWith({}, { ...tokens, amount: 5_000_001n }).prepared),
    ).toMatchObject({ code: 'TRANSFER_FUNDS' })
  })

  it("a smart account's native transfer is tried by an estimate, and refused where there is none", async () => {
    const { methods, prepared } = prepareWith({ gas: 0n }, { from: safe })
    expect(await thrownBy(prepared)).toMatchObject({ code: 'CHAIN_ANSWER' })
    expect(methods()).toContain('eth_estimateGas')
  })

  it("a smart account's transfer that the token would refuse is refused", async () => {
    const contract = { ...dollar, '0xa9059cbb': word(0n) }
    expect(await thrownBy(prepareWith({ contract }, tokens).prepared)).toMatchObject({
      code: 'TRANSFER_REFUSED',
    })
  })

  it('[S5.17] a transfer from any other account without native coins is refused, because it cannot pay the fee', async () => {
    expect(
      await thrownBy(prepareWith({ balance: 0n }, { ...tokens, from: account }).prepared),
    ).toMatchObject({ code: 'TRANSFER_FEE' })
  })
})

describe('Node requests of a transfer', () => {
  const price = (gwei * 81n) / 64n + gwei
  const paramsOf = (asked: ReturnType<typeof prepareWith>['asked'], method: string) =>
    asked().flatMap(each => (each.method === method ? [each.params] : []))

  it("a node is asked for the sender's balance, the newest block, and the gas for this recipient and amount", async () => {
    const { asked, prepared } = prepareWith({}, { amount: 5n })
    await prepared
    expect(paramsOf(asked, 'eth_getBalance')).toEqual([[ada, 'latest']])
    expect(paramsOf(asked, 'eth_getBlockByNumber')).toEqual([['latest', false]])
    expect([
      ...paramsOf(asked, 'eth_gasPrice'),
      ...paramsOf(asked, 'eth_maxPriorityFeePerGas'),
    ]).toEqual([[], []])
    expect(paramsOf(asked, 'eth_estimateGas')).toEqual([[{ from: ada, to: bob, value: '0x5' }]])
  })

  it('a node is asked for the gas of the balance less the fee when everything is sent', async () => {
    const { asked, prepared } = prepareWith(
      { opStack: true, contract: { '0xf1c7a58b': word(1_000n) } },
      { amount: 'max' },
    )
    await prepared
    expect(paramsOf(asked, 'eth_estimateGas')).toEqual([
      [{ from: ada, to: bob, value: hex(10n * ether - 21_000n * price - 1_000n) }],
    ])
  })

  it('a node is asked for the gas of the whole amount when a smart account sends', async () => {
    const { asked, prepared } = prepareWith({ balance: ether }, { from: safe, amount: 'max' })
    await prepared
    expect(paramsOf(asked, 'eth_estimateGas')).toEqual([
      [{ from: ada, to: bob, value: hex(ether) }],
    ])
  })

  it("a node is asked for the gas of the token's transfer call when tokens are sent", async () => {
    const { asked, prepared } = prepareWith({}, { asset: token, amount: 3n, decimals: 6 })
    const { data } = eip155Transaction.read((await prepared).draft) ?? {}
    expect(paramsOf(asked, 'eth_estimateGas')).toEqual([
      [{ from: ada, to: token.slice(-42), value: '0x0', data }],
    ])
  })
})

describe('The amount of a transfer', () => {
  const price = (gwei * 81n) / 64n + gwei
  const fee = 21_000n * price
  const tokens = { asset: token, decimals: 6 } as const
  const refusalOf = (world: World, intent: Partial<TransferIntent>) =>
    thrownBy(prepareWith(world, intent).prepared)

  it('an amount of zero or less is refused without a request', async () => {
    for (const amount of [0n, -1n])
      for (const intent of [{ amount }, { ...tokens, amount }]) {
        const { asked, prepared } = prepareWith({}, intent)
        expect(await thrownBy(prepared)).toMatchObject({ code: 'TRANSFER_TOO_SMALL' })
        expect(asked()).toEqual([])
      }
  })

  it('an amount above the balance is refused with the missing amount, one equal to the balance with the missing fee', async () => {
    const missing = 'Your balance is 0.000000000000000001 ETH too low.'
    expect(await refusalOf({ balance: ether - 1n }, {})).toMatchObject({
      code: 'TRANSFER_FUNDS',
      message: missing,
    })
    expect(await refusalOf({ balance: ether - 1n }, { from: safe })).toMatchObject({
      code: 'TRANSFER_FUNDS',
      message: missing,
    })
    expect(await refusalOf({ balance: ether }, {})).toMatchObject({ code: 'TRANSFER_FEE' })
    expect(await refusalOf({ balance: fee - 1n }, { ...tokens, amount: 3n })).toMatchObject({
      code: 'TRANSFER_FEE',
      message: 'You need 0.000000000000000001 ETH more for the network fee.',
    })
  })

  it('sending everything is refused where the balance does not pay the fee', async () => {
    const one = {
      code: 'TRANSFER_FEE',
      message: 'You need 0.000000000000000001 ETH more for the network fee.',
    }
    const none = { code: 'TRANSFER_FEE', message: 'You need 0 ETH more for the network fee.' }
    const poor = prepareWith({ balance: fee - 1n }, { amount: 'max' })
    expect(await thrownBy(poor.prepared)).toMatchObject(one)
    expect(poor.methods(), 'no estimate for less than nothing').not.toContain('eth_estimateGas')
    expect(await refusalOf({ balance: fee }, { amount: 'max' })).toMatchObject(none)
    expect((await prepareWith({ balance: fee + 1n }, { amount: 'max' }).prepared).amount).toBe(1n)
    // A contract as recipient takes 36,000 gas.
    expect(
      await refusalOf({ balance: 36_000n * price - 1n, gas: 30_000n }, { amount: 'max' }),
    ).toMatchObject(one)
    expect(
      await refusalOf({ balance: 36_000n * price, gas: 30_000n }, { amount: 'max' }),
    ).toMatchObject(none)
  })

  it('sending everything of a token sends the whole balance', async () => {
    const { amount, draft } = await prepareWith({}, { ...tokens, amount: 'max' }).prepared
    expect(amount).toBe(5_000_000n)
    expect(eip155Transaction.read(draft)?.data).toBe(
      `0xa9059cbb${bob.slice(2).toLowerCase().padStart(64, '0')}${word(5_000_000n).slice(2)}`,
    )
  })

  it('a transfer of a token whose contract returns no balance is refused', async () => {
    expect(
      await refusalOf({ contract: { ...dollar, '0x70a08231': '0x' } }, { ...tokens, amount: 3n }),
    ).toMatchObject({
      code: 'TRANSFER_ASSET',
      userMessage: { id: 'eip155.error.asset' },
    })
  })
})

describe('The fee of a transfer', () => {
  const draftOf = async (world: World, intent: Partial<TransferIntent> = {}) =>
    eip155Transaction.read((await prepareWith(world, intent).prepared).draft)
  const noTip = { refused: { eth_maxPriorityFeePerGas: -32601 } }

  it('the fee is left to the wallet at any speed where the network has no base fee', async () => {
    const other = { eth_getBlockByNumber: { number: '0x10', transactions: [] } }
    expect(await draftOf({ other }, { speed: 'fast' })).toEqual({ to: bob, value: ether })
    expect(Object.keys((await draftOf({ other }, { amount: 'max' })) ?? {}).sort()).toEqual([
      'gas',
      'to',
      'value',
    ])
  })

  it('the tip is the gas price less the base fee where the node returns no tip, and zero where that is negative', async () => {
    expect(await draftOf({ ...noTip, tip: 2n * gwei }, { speed: 'slow' })).toMatchObject({
      maxPriorityFeePerGas: (2n * gwei * 80n) / 100n,
    })
    expect(
      await draftOf({ ...noTip, other: { eth_gasPrice: hex(gwei / 2n) } }, { speed: 'slow' }),
    ).toMatchObject({ maxPriorityFeePerGas: 0n })
  })

  it('[S35] a malformed tip of a node is not used', async () => {
    expect(
      await thrownBy(prepareWith({ other: { eth_maxPriorityFeePerGas: 'none' } }, {}).prepared),
    ).toMatchObject({ code: 'CHAIN_ANSWER' })
  })

  it('[R7] a tip equal to the cap raises no warning of a high fee', async () => {
    expect(await warningsOf({ baseFee: 20n * gwei, tip: 40n * gwei }, {})).toEqual([])
    expect(await warningsOf({ baseFee: 20n * gwei, tip: 40n * gwei + 1n }, {})).toEqual([
      'eip155.warning.fee',
    ])
  })

  it('a transfer assumes 150,000 gas where the node cannot estimate, and is refused where the estimate fails', async () => {
    for (const code of [-32601, -32004])
      expect(
        (await prepareWith({ refused: { eth_estimateGas: code } }, { from: account }).prepared).fee,
      ).toMatchObject({
        amount: 180_000n * ((gwei * 81n) / 64n + gwei),
      })
    expect(
      await thrownBy(prepareWith({ refused: { eth_estimateGas: 3 } }, {}).prepared),
    ).toMatchObject({ code: 'TRANSFER_REFUSED' })
  })
})

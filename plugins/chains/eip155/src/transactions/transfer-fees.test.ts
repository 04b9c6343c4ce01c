import type { TransferIntent } from '@portico/kernel/capabilities'
import { eip155Transaction } from '@portico/kernel/chain'
import { describe, expect, it } from 'vitest'
import { thrownBy } from '../../test/bench.js'
import { ada, bob } from '../../test/scripted-provider.js'
import {
  account,
  dollar,
  ether,
  gwei,
  hex,
  prepareWith,
  safe,
  setUpTransfers,
  token,
  type World,
  warningsOf,
  word,
} from '../../test/transfer-bench.js'

setUpTransfers()

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
      message: 'You need 0.000000000000000001 ETH more for the fee.',
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
    const { prepared, requests } = prepareWith(onLayer2, { amount: 'max' })
    const { amount, fee: whole } = await prepared
    expect([whole, amount]).toMatchObject([{ amount: fee + 1_000n }, 10n * ether - fee - 1_000n])
    const sizes = (calls: ReturnType<typeof requests>) =>
      calls.flatMap(({ params }) =>
        (JSON.stringify(params).match(/0xf1c7a58b0*([\da-f]+)/) ?? []).slice(1),
      )
    expect(sizes(requests())).toEqual([hex(110n).slice(2)])
    const transfer = prepareWith(onLayer2, tokens)
    expect((await transfer.prepared).fee).toMatchObject({ amount: fee + 1_000n })
    expect(sizes(transfer.requests())).toEqual([hex(178n).slice(2)])
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

describe('Node requests of a transfer', () => {
  const price = (gwei * 81n) / 64n + gwei
  const paramsOf = (requests: ReturnType<typeof prepareWith>['requests'], method: string) =>
    requests().flatMap(each => (each.method === method ? [each.params] : []))

  it("requests the sender's balance, the newest block, and the gas for this recipient and amount", async () => {
    const { requests, prepared } = prepareWith({}, { amount: 5n })
    await prepared
    expect(paramsOf(requests, 'eth_getBalance')).toEqual([[ada, 'latest']])
    expect(paramsOf(requests, 'eth_getBlockByNumber')).toEqual([['latest', false]])
    expect([
      ...paramsOf(requests, 'eth_gasPrice'),
      ...paramsOf(requests, 'eth_maxPriorityFeePerGas'),
    ]).toEqual([[], []])
    expect(paramsOf(requests, 'eth_estimateGas')).toEqual([[{ from: ada, to: bob, value: '0x5' }]])
  })

  it('requests the gas of the balance less the fee when everything is sent', async () => {
    const { requests, prepared } = prepareWith(
      { opStack: true, contract: { '0xf1c7a58b': word(1_000n) } },
      { amount: 'max' },
    )
    await prepared
    expect(paramsOf(requests, 'eth_estimateGas')).toEqual([
      [{ from: ada, to: bob, value: hex(10n * ether - 21_000n * price - 1_000n) }],
    ])
  })

  it('requests the gas of the whole amount when a smart account sends', async () => {
    const { requests, prepared } = prepareWith({ balance: ether }, { from: safe, amount: 'max' })
    await prepared
    expect(paramsOf(requests, 'eth_estimateGas')).toEqual([
      [{ from: ada, to: bob, value: hex(ether) }],
    ])
  })

  it("requests the gas of the token's transfer call when tokens are sent", async () => {
    const { requests, prepared } = prepareWith({}, { asset: token, amount: 3n, decimals: 6 })
    const { data } = eip155Transaction.read((await prepared).draft) ?? {}
    expect(paramsOf(requests, 'eth_estimateGas')).toEqual([
      [{ from: ada, to: token.slice(-42), value: '0x0', data }],
    ])
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

import type { TransferIntent } from '@portico/kernel/capabilities'
import { eip155Transaction } from '@portico/kernel/chain'
import { describe, expect, it } from 'vitest'
import { thrownBy } from '../../test/bench.js'
import { bob } from '../../test/scripted-provider.js'
import {
  account,
  dollar,
  ether,
  gwei,
  prepareWith,
  safe,
  setUpTransfers,
  token,
  type World,
  word,
} from '../../test/transfer-bench.js'

setUpTransfers()

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
      const { prepared, requests } = prepareWith({}, { asset, amount: 3n, decimals: 6 })
      expect(await thrownBy(prepared)).toMatchObject({
        code: 'TRANSFER_ASSET',
        userMessage: { id: 'eip155.error.asset' },
      })
      expect(requests()).toEqual([])
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

describe('The amount of a transfer', () => {
  const price = (gwei * 81n) / 64n + gwei
  const fee = 21_000n * price
  const tokens = { asset: token, decimals: 6 } as const
  const refusalOf = (world: World, intent: Partial<TransferIntent>) =>
    thrownBy(prepareWith(world, intent).prepared)

  it('an amount of zero or less is refused without a request', async () => {
    for (const amount of [0n, -1n])
      for (const intent of [{ amount }, { ...tokens, amount }]) {
        const { requests, prepared } = prepareWith({}, intent)
        expect(await thrownBy(prepared)).toMatchObject({ code: 'TRANSFER_TOO_SMALL' })
        expect(requests()).toEqual([])
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
      message: 'You need 0.000000000000000001 ETH more for the fee.',
    })
  })

  it('sending everything is refused where the balance does not pay the fee', async () => {
    const one = {
      code: 'TRANSFER_FEE',
      message: 'You need 0.000000000000000001 ETH more for the fee.',
    }
    const none = { code: 'TRANSFER_FEE', message: 'You need 0 ETH more for the fee.' }
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

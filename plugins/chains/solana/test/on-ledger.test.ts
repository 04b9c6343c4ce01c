/**
 * Transfers, balances and activity on the devnet's ledger, signed by a mock wallet with its keys.
 */
import { startingLamports } from '@portico/devnet'
import type { Account } from '@portico/kernel/account'
import { type PreparedTransfer, transactionsCapability } from '@portico/kernel/capabilities'
import { solanaTransaction, TransferError } from '@portico/kernel/chain'
import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { tokenClient } from '../src/transactions/build-transaction.js'
import { readWire } from '../src/transactions/transaction-wire.js'
import { never, thrownBy } from './bench.js'
import {
  confirm,
  emptyAddress,
  feeOf,
  ledger,
  offCurve,
  prepare,
  send,
  setUpLedger,
  start,
  token,
  world,
} from './on-ledger-bench.js'

setUpLedger()

describe('sending SOL', () => {
  it('[S4.29] [S7.27] [S19] a transfer arrives to the lamport, and costs the shown fee', async () => {
    await start()
    const prepared = await prepare()
    expect(prepared).toMatchObject({
      amount: 1_500_000_000n,
      fee: { kind: 'native', amount: 5000n },
    })
    const { hash } = await send(prepared)
    expect(await confirm(hash)).toMatchObject({ status: 'confirmed', block: expect.any(BigInt) })
    expect(await ledger.balanceOf(ledger.accounts[5].address)).toBe(
      startingLamports + 1_500_000_000n,
    )
    expect(await ledger.balanceOf(world.from.address)).toBe(startingLamports - 1_500_005_000n)
  })

  it('a transfer offers the priority fee of recent blocks, for no more units than its simulation used', async () => {
    await start()
    ledger.setPriorityFee(2_000_000)
    const prepared = await prepare()
    const { instructions } = readWire(
      solanaTransaction.read(prepared.draft)?.wire ?? new Uint8Array(),
    ) ?? { instructions: [] }
    const [limit, price] = instructions.map(({ data }) => new DataView(data.buffer))
    const units = limit?.getUint32(1, true) ?? 0
    expect(units).toBeGreaterThan(450)
    expect(units).toBeLessThan(2000)
    expect(price?.getBigUint64(1, true)).toBe(2_000_000n)
    expect(prepared.fee).toMatchObject({
      amount: 5000n + BigInt(units) * 2n,
      rate: { value: '2000000', unit: 'microlamports per unit' },
    })
    const { hash } = await send(prepared)
    expect(await confirm(hash)).toMatchObject({ status: 'confirmed' })
    expect(await ledger.balanceOf(world.from.address)).toBe(
      startingLamports - 1_500_000_000n - feeOf(prepared),
    )
  })

  it('the priority fee is capped when a node names a fortune', async () => {
    await start()
    ledger.setPriorityFee(Number.MAX_SAFE_INTEGER)
    expect(feeOf(await prepare())).toBeLessThanOrEqual(1_005_000n)
  })

  it('[R7] a fee of more than a tenth of the amount is shown as high, also where a node names a fortune', async () => {
    await start()
    const warned = async (amount: bigint) =>
      (await prepare({ amount })).warnings?.map(({ id }) => id)
    expect(await warned(50_000n)).toBeUndefined()
    expect(await warned(49_999n)).toEqual(['transfer.dear'])
    ledger.setPriorityFee(Number.MAX_SAFE_INTEGER)
    const { fee } = await prepare({ amount: 20_000_000n })
    expect(fee).toMatchObject({ amount: 1_005_000n })
    expect(await warned(10_049_999n)).toEqual(['transfer.dear'])
    expect(await warned(10_050_000n)).toBeUndefined()
  })

  it('sending everything leaves the account empty', async () => {
    await start()
    const prepared = await prepare({ amount: 'max' })
    expect(prepared.amount).toBe(startingLamports - 5000n)
    await send(prepared)
    expect(await ledger.balanceOf(world.from.address)).toBe(0n)
  })

  it.each([
    [
      'more than there is',
      { amount: startingLamports + 1n },
      'TRANSFER_FUNDS',
      'You need 0.000005001 SOL more, including the fee.',
    ],
    [
      'all, with nothing left for the fee',
      { amount: startingLamports },
      'TRANSFER_FEE',
      'You need 0.000005 SOL more for the fee.',
    ],
    [
      'almost all',
      { amount: startingLamports - 10_000n },
      'TRANSFER_REFUSED',
      'Too little would be left: send everything, or leave at least 0.00089088 SOL.',
    ],
    [
      'too little for a new account',
      { amount: 1n, to: emptyAddress },
      'TRANSFER_TOO_SMALL',
      'The network needs at least 0.00089088 SOL to open it.',
    ],
    [
      'an asset that is none',
      { asset: 'solana:other/token:x' as const },
      'TRANSFER_ASSET',
      'This token is not on this network.',
    ],
  ] as const)('[S4.29] the error explains why %s cannot be sent', async (_, more, code, words) => {
    await start()
    const error = await thrownBy(prepare(more))
    expect(error).toBeInstanceOf(TransferError)
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) })
  })

  it('[S18] a transfer to programs, mints and token accounts is refused, and an address without a key raises a warning', async () => {
    await start()
    const { mint, program, holders } = ledger.tokens.dollar
    for (const [to, words] of [
      [mint, 'the address of the token itself'],
      [program, 'the address of a program'],
      [holders[0], 'holds only one kind of token'],
    ] as const)
      expect(await thrownBy(prepare({ to }))).toMatchObject({
        code: 'TRANSFER_REFUSED',
        message: expect.stringContaining(words),
      })
    expect((await prepare({ to: offCurve })).warnings?.map(({ id }) => id)).toEqual([
      'solana.address.program',
    ])
    expect((await prepare()).warnings).toBeUndefined()
  })
})

describe('the decimals with which an amount was shown', () => {
  it.each(['dollar', 'euro', 'toll'] as const)(
    '[S19] the shown decimals are compared with those of the %s before the wallet request, so another amount than the shown one is not sent',
    async name => {
      await start()
      const { decimals } = ledger.tokens[name]
      for (const shown of [0, decimals - 1, decimals + 2, 9.5, Number.NaN])
        for (const amount of [500n, 'max'] as const)
          expect(
            await thrownBy(prepare({ asset: token(name), amount, decimals: shown })),
          ).toMatchObject({
            code: 'TRANSFER_ASSET',
            message: `The amount was shown with ${shown} decimals, but the network says ${decimals}. Nothing was sent.`,
          })
      expect(world.wallet.prompts).toBe(1)
      expect((await prepare({ asset: token(name), amount: 500n, decimals })).draft).toBeDefined()
    },
  )

  it('[S19] the decimals of a shown amount must be 9 for SOL, even if the host configures others', async () => {
    await start()
    expect(await thrownBy(prepare({ decimals: 7 }))).toMatchObject({
      code: 'TRANSFER_ASSET',
      message: expect.stringContaining('the network says 9'),
    })
    expect(world.wallet.prompts).toBe(1)
  })

  it('[S19] the decimals of a shown amount are refused when a token was recreated with others, and an earlier draft moves nothing', async () => {
    await start()
    const { mint, program, decimals } = ledger.tokens.dollar
    const prepared = await prepare({ asset: token('dollar'), amount: 500n })
    const changed = Buffer.from(
      (
        (await ledger.request('getAccountInfo', [mint, { encoding: 'base64' }])) as {
          value: { data: [string] }
        }
      ).value.data[0],
      'base64',
    )
    changed[44] = decimals - 2
    ledger.put(mint, program, Uint8Array.from(changed))
    expect(
      await thrownBy(prepare({ asset: token('dollar'), amount: 500n, decimals })),
    ).toMatchObject({ code: 'TRANSFER_ASSET' })
    expect(await thrownBy(send(prepared))).toMatchObject({
      code: 'WALLET_OUTCOME',
      cause: { code: 'TRANSFER_REFUSED' },
    })
  })
})

describe('a recipient whose token account belongs to another account now', () => {
  it('[S18] gets nothing there: the transfer is refused, and the wallet gets no request', async () => {
    await start()
    const { mint, program, decimals } = ledger.tokens.dollar
    const { accountOf } = await tokenClient(program, mint)
    const place = await accountOf(ledger.accounts[5].address)
    const account = (await ledger.request('getAccountInfo', [
      ledger.tokens.dollar.holders[0],
      { encoding: 'base64' },
    ])) as { value: { data: [string] } }
    const data = Uint8Array.from(Buffer.from(account.value.data[0], 'base64'))
    data.set(base58.decode(ledger.accounts[5].address), 32)
    ledger.put(place, program, data)
    expect(
      (await prepare({ asset: token('dollar'), amount: 1n, decimals })).warnings,
    ).toBeUndefined()
    data.set(base58.decode(ledger.accounts[4].address), 32)
    ledger.put(place, program, data)
    expect(await thrownBy(prepare({ asset: token('dollar'), amount: 1n, decimals }))).toMatchObject(
      {
        code: 'TRANSFER_REFUSED',
        message: 'The recipient’s account for this token belongs to someone else now.',
      },
    )
    expect(world.wallet.prompts).toBe(1)
  })
})

describe.each(['dollar', 'euro'] as const)('sending the %s', name => {
  it('opens the recipient’s account, and shows the rent as part of the fee', async () => {
    await start()
    const prepared = await prepare({ asset: token(name), amount: 123n })
    const space = name === 'dollar' ? 165 : 170
    const rent = BigInt(Number(await ledger.request('getMinimumBalanceForRentExemption', [space])))
    expect(prepared).toMatchObject({ amount: 123n, fee: { amount: 5000n + rent } })
    expect(prepared.warnings?.map(({ id }) => id)).toEqual(['solana.warning.opens'])
    expect(
      await world
        .offer(transactionsCapability)
        .estimate(world.via, world.from, prepared.draft, never()),
    ).toMatchObject({ amount: 5000n + rent })
    const { hash } = await send(prepared)
    expect(await confirm(hash)).toMatchObject({ status: 'confirmed' })
    expect(await ledger.balanceOf(ledger.accounts[5].address, ledger.tokens[name].mint)).toBe(123n)
    expect(await ledger.balanceOf(world.from.address)).toBe(startingLamports - feeOf(prepared))
    const again = await prepare({ asset: token(name), amount: 1n })
    expect(feeOf(again)).toBe(5000n)
    expect(again.warnings).toBeUndefined()
  })

  it('an account can send the whole balance of a token, also to the token account itself', async () => {
    await start()
    const [, to = ''] = ledger.tokens[name].holders
    const before = await ledger.balanceOf(ledger.accounts[1].address, ledger.tokens[name].mint)
    const prepared = await prepare({ asset: token(name), amount: 'max', to })
    expect(prepared.warnings).toBeUndefined()
    await send(prepared)
    expect(await ledger.balanceOf(ledger.accounts[1].address, ledger.tokens[name].mint)).toBe(
      2n * before,
    )
    expect(await thrownBy(prepare({ asset: token(name), amount: 1n }))).toMatchObject({
      code: 'TRANSFER_FUNDS',
    })
  })

  it('refuses an address that holds another token, and too large an amount', async () => {
    await start()
    const other = name === 'dollar' ? 'euro' : 'dollar'
    expect(
      await thrownBy(
        prepare({ asset: token(name), amount: 1n, to: ledger.tokens[other].holders[0] }),
      ),
    ).toMatchObject({ code: 'TRANSFER_REFUSED' })
    expect(await thrownBy(prepare({ asset: token(name), amount: 10n ** 18n }))).toMatchObject({
      code: 'TRANSFER_FUNDS',
    })
    expect(await thrownBy(prepare({ asset: token(name), amount: 0n }))).toMatchObject({
      code: 'TRANSFER_FUNDS',
    })
  })
})

describe('a token with a transfer fee', () => {
  it('arrives with the shown amount, and the warning names the deducted fee', async () => {
    await start()
    const prepared = await prepare({ asset: token('toll'), amount: 10_000n })
    expect(prepared.amount).toBe(9_900n)
    expect(prepared.warnings?.map(({ id, values }) => [id, values?.amount])).toEqual([
      ['solana.warning.opens', undefined],
      ['solana.warning.keeps', '0.01'],
    ])
    await send(prepared)
    expect(await ledger.balanceOf(ledger.accounts[5].address, ledger.tokens.toll.mint)).toBe(9_900n)
  })
})

describe('an account without SOL', () => {
  it('an account without SOL cannot send its tokens, and the error names what is missing', async () => {
    await start({ wallet: { accounts: [ledger.accounts[0].seed] } })
    await send(await prepare({ amount: 'max' }))
    expect(
      await thrownBy(
        prepare({ asset: token('dollar'), amount: 1n, to: ledger.accounts[1].address }),
      ),
    ).toMatchObject({
      code: 'TRANSFER_FEE',
      message: 'You need 0.000005 SOL more for the fee.',
    })
  })
})

describe('sending', () => {
  it('[R23] sending twice at once is one wallet request', async () => {
    await start()
    const prepared = await prepare()
    const hashes = await Promise.all([send(prepared), send(prepared)])
    expect(hashes[0]).toEqual(hashes[1])
    expect(world.wallet.prompts).toBe(2)
  })

  it('[S24] a draft is never sent on another network than its own', async () => {
    await start()
    const prepared = await prepare()
    const onOtherNetwork = { ...world.via, network: 'solana:unlisted' as const }
    const error = await thrownBy(
      world.offer(transactionsCapability).send(onOtherNetwork, world.from, prepared.draft, never()),
    )
    expect(error).toMatchObject({ code: 'WALLET_NETWORK' })
    expect(world.wallet.prompts).toBe(1)
  })

  it.each([
    ['an altered amount', { alters: 'changes' }, 'The wallet changed the transaction.'],
    [
      'a wrong bit in the signature',
      { signatures: 'flipped' },
      'The wallet signed with another account.',
    ],
    [
      'the signature of another account',
      { signatures: 'foreign' },
      'The wallet signed with another account.',
    ],
    ['no signature at all', { signatures: 'zero' }, 'The wallet signed with another account.'],
  ] as const)(
    '[S23] [S35] a transaction that the wallet returns with %s is not sent, and the error says that the wallet may have sent it',
    async (_, quirks, words) => {
      await start({ wallet: { quirks } })
      const prepared = await prepare()
      expect(await thrownBy(send(prepared))).toMatchObject({
        code: 'WALLET_OUTCOME',
        cause: { code: 'WALLET_ANSWER', message: words },
      })
      expect(await ledger.balanceOf(ledger.accounts[5].address)).toBe(startingLamports)
    },
  )

  it('a wallet may put its own instruction before the requested ones', async () => {
    await start({ wallet: { quirks: { alters: 'adds' } } })
    const { hash } = await send(await prepare())
    expect(await confirm(hash)).toMatchObject({ status: 'confirmed' })
    expect(await ledger.balanceOf(ledger.accounts[5].address)).toBe(
      startingLamports + 1_500_000_000n,
    )
  })

  describe('with a wallet that only sends itself', () => {
    const sendsItself = { lacks: ['solana:signTransaction'] }

    it('accepts a hash that is a signature over the request', async () => {
      await start({ wallet: { quirks: sendsItself } })
      const { hash } = await send(await prepare())
      expect(await confirm(hash)).toMatchObject({ status: 'confirmed' })
      expect(world.wallet.calls.at(-1)).toMatchObject({
        method: 'solana:signAndSendTransaction',
        params: { chain: 'solana:localnet' },
      })
      expect(await ledger.balanceOf(ledger.accounts[5].address)).toBe(
        startingLamports + 1_500_000_000n,
      )
    })

    it('finds on the chain what the wallet sent with its own instruction', async () => {
      await start({ wallet: { quirks: { ...sendsItself, alters: 'adds' } } })
      const { hash } = await send(await prepare())
      expect(await confirm(hash)).toMatchObject({ status: 'confirmed' })
    })
  })

  it('[S35] malformed drafts and those of another account are refused', async () => {
    await start()
    const prepared = await prepare()
    const sendDraft = (draft: PreparedTransfer['draft'], from: Account = world.from) =>
      thrownBy(world.offer(transactionsCapability).send(world.via, from, draft, never()))
    for (const body of [
      undefined,
      {},
      { wire: 'AA', lastValidBlockHeight: 1n },
      { wire: new Uint8Array(20), lastValidBlockHeight: 1n },
    ])
      expect(await sendDraft({ ...prepared.draft, body })).toMatchObject({
        code: 'TRANSFER_REFUSED',
      })
    expect(await sendDraft(prepared.draft, world.via.accounts[1])).toMatchObject({
      code: 'TRANSFER_REFUSED',
    })
    expect(await sendDraft(prepared.draft, { ...world.from, address: emptyAddress })).toMatchObject(
      {
        code: 'WALLET_UNSUPPORTED',
      },
    )
    expect(world.wallet.prompts).toBe(1)
  })

  it('[R12] a rejection by the person is passed on, in any wording', async () => {
    await start({ wallet: { quirks: { throwsText: 'Transaction cancelled' } } })
    world.wallet.policy = 'reject'
    expect(await thrownBy(send(await prepare()))).toMatchObject({
      code: 'DECLINED',
      cause: { code: '4001' },
    })
  })
})

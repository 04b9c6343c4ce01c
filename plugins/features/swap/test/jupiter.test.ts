/**
 * Jupiter as a route: its service and a node answer as they are documented; what is tried is what
 * the transaction says.
 */
import { type AssetId, solanaTransaction } from '@portico/kernel/chain'
import { describe, expect, it } from 'vitest'
import { never } from './desk.js'
import { ask, honest, scene, setUpJupiter, start, toBonk, toSol, toUsd } from './jupiter-bench.js'
import {
  ada,
  associated,
  bonk,
  closing,
  type Exchange,
  eve,
  exchange,
  instructionsOf,
  jupiter,
  key,
  type Ledger,
  le,
  limit,
  network,
  openTokenAccount,
  system,
  table,
  tableState,
  tokenAccount,
  tokenAccountOf,
  tokens,
  transaction,
  usd,
  wallet,
  wrapping,
} from './jupiter-service.js'

setUpJupiter()

describe('Jupiter as a route', () => {
  it.each<[string, Exchange]>([
    ['coins for a token', toUsd],
    ['a token for coins', toSol],
    ['a token for another', toBonk],
  ])(
    '[S21] the Jupiter route sells %s: the transaction to sign is the one that was requested, and was simulated',
    async (_, trade) => {
      honest(trade)
      const quote = await start().quote(ask(trade), never())
      expect(trade.out - quote.toAmount).toBeLessThanOrEqual(2n)
      expect(quote).toMatchObject({
        minimumReceived: (trade.out * 9_900n) / 10_000n,
        simulated: true,
        cost: { kind: 'native' },
        steps: [{ kind: 'swap' }],
      })
      const [step] = quote.steps
      const body = step.kind === 'swap' ? solanaTransaction.read(step.draft) : undefined
      expect(body).toEqual({ wire: transaction(instructionsOf(trade)), lastValidBlockHeight: 250n })
      const [first, second] = scene.service.requests
      expect(first).toMatchObject({
        method: 'GET',
        path: '/swap/v1/quote',
        query: {
          inputMint: trade.from,
          outputMint: trade.to,
          amount: String(trade.amount),
          slippageBps: '100',
        },
      })
      expect(second).toMatchObject({
        method: 'POST',
        path: '/swap/v1/swap',
        body: {
          quoteResponse: { outAmount: String(trade.out) },
          userPublicKey: ada,
          wrapAndUnwrapSol: trade !== toBonk,
        },
      })
    },
  )

  it.each<[said: string, impact: bigint | undefined]>([
    ['0.1234567890123456789', 12_345_678_901_234n],
    ['0.1', 10_000_000_000_000n],
    ['0.0999', undefined],
    ['0', undefined],
    ['much', undefined],
  ])(
    '[S21] a price impact reported by Jupiter counts from a tenth on, and is unknown below that: %s',
    async (said, impact) => {
      honest(toUsd)
      const answer = scene.answers
      scene.answers = question =>
        question.path.endsWith('/quote')
          ? { ...(answer(question) as object), priceImpactPct: said }
          : answer(question)
      expect((await start().quote(ask(toUsd), never())).impact).toBe(impact)
    },
  )

  it.each<[said: number, lastValid: bigint | undefined]>([
    [99, undefined],
    [100, undefined],
    [101, 250n],
    [250, 250n],
    [260, 260n],
    [400, 400n],
    [401, undefined],
  ])(
    '[S22] the last valid block is compared with the chain, and at block 100 Jupiter says %i',
    async (said, lastValid) => {
      honest(toUsd)
      const answer = scene.answers
      scene.answers = question =>
        question.path.endsWith('/quote')
          ? answer(question)
          : { ...(answer(question) as object), lastValidBlockHeight: said }
      const quoted = start().quote(ask(toUsd), never())
      if (lastValid === undefined)
        return expect(quoted).rejects.toMatchObject({ code: 'SWAP_REFUSED', fault: 'deadline' })
      const [step] = (await quoted).steps
      expect(step.kind === 'swap' && solanaTransaction.read(step.draft)?.lastValidBlockHeight).toBe(
        lastValid,
      )
    },
  )

  it('the Jupiter route reads the accounts in lookup tables, and refuses a wrong or missing table', async () => {
    const looked = [tokenAccountOf(ada, usd), usd, key('a market')]
    honest(toUsd, transaction(instructionsOf(toUsd), { looked }))
    scene.before[table] = tableState(looked)
    await expect(start().quote(ask(toUsd), never())).resolves.toMatchObject({ simulated: true })
    scene.before[table] = tableState([tokenAccountOf(eve, usd), usd, key('a market')])
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({ code: 'SWAP_REFUSED' })
    scene.before[table] = null as never
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({ code: 'SWAP_REFUSED' })
  })

  it('the Jupiter route quotes an amount above the balance without a simulation', async () => {
    const trade = { ...toBonk, amount: 2_000_000_000n }
    honest(trade)
    await expect(start().quote(ask(trade), never())).resolves.toMatchObject({ simulated: false })
    // What cannot be simulated is not paid to another account either.
    honest(trade, transaction(instructionsOf(trade).filter(one => one.program !== associated)))
    scene.before[tokenAccountOf(ada, bonk)] = tokenAccount(bonk, eve, 77n)
    await expect(start().quote(ask(trade), never())).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      fault: 'recipient',
    })
  })

  it.each<[string, (trade: Exchange) => Uint8Array]>([
    [
      'another payer',
      trade => transaction(instructionsOf(trade), { payer: eve, signers: [eve, ada] }),
    ],
    ['a second signer', trade => transaction(instructionsOf(trade), { signers: [ada, eve] })],
    [
      'another program',
      trade =>
        transaction([
          ...instructionsOf(trade),
          { program: key('drainer'), accounts: [ada], data: Uint8Array.of(1) },
        ]),
    ],
    [
      'coins for a third party',
      trade => transaction([...instructionsOf(trade), ...wrapping(1n, eve).slice(0, 1)]),
    ],
    [
      'more coins wrapped than sold',
      trade => transaction([...instructionsOf(trade), ...wrapping(1n)]),
    ],
    [
      'an account given away',
      trade =>
        transaction([
          ...instructionsOf(trade),
          {
            program: system,
            accounts: [ada],
            data: Uint8Array.of(1, 0, 0, 0, ...new Uint8Array(32)),
          },
        ]),
    ],
    [
      'a token sent',
      trade =>
        transaction([
          ...instructionsOf(trade),
          {
            program: tokens,
            accounts: [tokenAccountOf(ada, bonk), tokenAccountOf(eve, bonk), ada],
            data: Uint8Array.of(3, ...le(77n, 8)),
          },
        ]),
    ],
    [
      'a token approved',
      trade =>
        transaction([
          ...instructionsOf(trade),
          {
            program: tokens,
            accounts: [tokenAccountOf(ada, bonk), eve, ada],
            data: Uint8Array.of(4, ...le(77n, 8)),
          },
        ]),
    ],
    [
      'a new owner',
      trade =>
        transaction([
          ...instructionsOf(trade),
          {
            program: tokens,
            accounts: [tokenAccountOf(ada, bonk), ada],
            data: Uint8Array.of(6, 2, 1, ...new Uint8Array(32)),
          },
        ]),
    ],
    [
      'another token closed',
      trade =>
        transaction([
          ...instructionsOf(trade),
          {
            program: tokens,
            accounts: [tokenAccountOf(ada, bonk), ada, ada],
            data: Uint8Array.of(9),
          },
        ]),
    ],
    [
      'the rest for a third party',
      trade => transaction([...instructionsOf(trade).slice(0, -1), closing(eve)]),
    ],
    [
      'an account for a third party',
      trade => transaction([...instructionsOf(trade), openTokenAccount(usd, eve)]),
    ],
    [
      'an account for another token',
      trade => transaction([...instructionsOf(trade), openTokenAccount(bonk)]),
    ],
    [
      'a hundred times the fee',
      trade => transaction([...limit(1_400_000n, 10_000_000n), ...instructionsOf(trade).slice(2)]),
    ],
    ['another amount', trade => transaction(instructionsOf(trade, { amount: trade.amount + 1n }))],
    ['less of it', trade => transaction(instructionsOf(trade, { amount: trade.amount - 1n }))],
    ['another output', trade => transaction(instructionsOf(trade, { out: trade.out / 2n }))],
    ['no output', trade => transaction(instructionsOf(trade, { out: 0n }))],
    ['twice the output', trade => transaction(instructionsOf(trade, { out: trade.out * 2n }))],
    ['more slippage', trade => transaction(instructionsOf(trade, { slippage: 101n }))],
    ['all slippage', trade => transaction(instructionsOf(trade, { slippage: 10_000n }))],
    ['a fee of the platform', trade => transaction(instructionsOf(trade, { platform: 50 }))],
    [
      'an account for fees',
      trade => transaction(instructionsOf(trade, { feeAccount: tokenAccountOf(eve, usd) })),
    ],
    ['another authority', trade => transaction(instructionsOf(trade, { authority: eve }))],
    ['another token', trade => transaction(instructionsOf(trade, { mint: bonk }))],
    [
      'an account beside',
      trade => transaction(instructionsOf(trade, { beside: tokenAccountOf(eve, usd) })),
    ],
    ['another function', trade => transaction(instructionsOf(trade, { head: 'd033ef977b2bed5c' }))],
    ['two exchanges', trade => transaction([...instructionsOf(trade), exchange(trade)])],
    [
      'no exchange',
      trade => transaction(instructionsOf(trade).filter(one => one.program !== jupiter)),
    ],
    ['nothing', () => new Uint8Array(0)],
    ['a byte too many', trade => Uint8Array.from([...transaction(instructionsOf(trade)), 0])],
    ['half of it', trade => transaction(instructionsOf(trade)).slice(0, 200)],
  ])(
    '[S20] [S21] the Jupiter route refuses with its name a transaction with %s',
    async (_, made) => {
      honest(toUsd, made(toUsd))
      await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({
        code: 'SWAP_REFUSED',
        route: 'Jupiter',
        fault: expect.any(String),
      })
    },
  )

  it.each<[string, Partial<Ledger>, string]>([
    ['less comes', { [tokenAccountOf(ada, usd)]: tokenAccount(usd, ada, 100n) }, 'SWAP_REFUSED'],
    ['nothing comes', { [tokenAccountOf(ada, usd)]: null }, 'SWAP_REFUSED'],
    [
      'a third party receives it',
      { [tokenAccountOf(ada, usd)]: tokenAccount(usd, eve, toUsd.out) },
      'SWAP_REFUSED',
    ],
    ['more coins go', { [ada]: wallet(40_000_000_000) }, 'SWAP_REFUSED'],
  ])(
    '[S21] the Jupiter route refuses a transaction when its simulation shows that %s',
    async (_, left, code) => {
      honest(toUsd)
      scene.after = { ...scene.after, ...left } as Ledger
      await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({ code })
    },
  )

  it('the Jupiter route refuses a transaction whose simulation fails', async () => {
    honest(toUsd)
    scene.failure = { InstructionError: [3, { Custom: 6001 }] }
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({ code: 'SWAP_FAILS' })
  })

  it('[S24] the Jupiter route has no quote for a zero amount, equal tokens, tokens of another network or other decimals', async () => {
    honest(toUsd)
    const { quote } = start()
    for (const wrong of [
      { amount: 0n },
      { to: 'native' as const },
      { to: `${network.slice(0, -1)}x/token:${usd}` as AssetId },
      { to: `${network}/token:0x12` as AssetId },
    ])
      await expect(quote({ ...ask(toUsd), ...wrong }, never())).rejects.toMatchObject({
        code: 'SWAP_NO_ROUTE',
      })
    await expect(
      quote(ask(toUsd, { decimals: { from: 9, to: 9 } }), never()),
    ).rejects.toMatchObject({ code: 'SWAP_DECIMALS' })
  })
})

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
  eve,
  exchange,
  instructionsOf,
  jupiter,
  key,
  type Ledger,
  le,
  limit,
  network,
  openPurse,
  purse,
  purseOf,
  system,
  table,
  tableState,
  tokens,
  transaction,
  usd,
  type Wish,
  wallet,
  wrapping,
} from './jupiter-service.js'

setUpJupiter()

describe('Jupiter as a route', () => {
  it.each<[string, Wish]>([
    ['coins for a token', toUsd],
    ['a token for coins', toSol],
    ['a token for another', toBonk],
  ])(
    '[S21] the Jupiter route sells %s: the transaction to sign is the one that was asked for, and was simulated',
    async (_, wish) => {
      honest(wish)
      const quote = await start().quote(ask(wish), never())
      expect(wish.out - quote.toAmount).toBeLessThanOrEqual(2n)
      expect(quote).toMatchObject({
        minimumReceived: (wish.out * 9_900n) / 10_000n,
        simulated: true,
        cost: { kind: 'native' },
        steps: [{ kind: 'swap' }],
      })
      const [step] = quote.steps
      const body = step.kind === 'swap' ? solanaTransaction.read(step.draft) : undefined
      expect(body).toEqual({ wire: transaction(instructionsOf(wish)), lastValidBlockHeight: 250n })
      const [first, second] = scene.service.asked
      expect(first).toMatchObject({
        method: 'GET',
        path: '/swap/v1/quote',
        query: {
          inputMint: wish.from,
          outputMint: wish.to,
          amount: String(wish.amount),
          slippageBps: '100',
        },
      })
      expect(second).toMatchObject({
        method: 'POST',
        path: '/swap/v1/swap',
        body: {
          quoteResponse: { outAmount: String(wish.out) },
          userPublicKey: ada,
          wrapAndUnwrapSol: wish !== toBonk,
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
      const told = scene.answers
      scene.answers = question =>
        question.path.endsWith('/quote')
          ? { ...(told(question) as object), priceImpactPct: said }
          : told(question)
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
      const told = scene.answers
      scene.answers = question =>
        question.path.endsWith('/quote')
          ? told(question)
          : { ...(told(question) as object), lastValidBlockHeight: said }
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
    const looked = [purseOf(ada, usd), usd, key('a market')]
    honest(toUsd, transaction(instructionsOf(toUsd), { looked }))
    scene.before[table] = tableState(looked)
    await expect(start().quote(ask(toUsd), never())).resolves.toMatchObject({ simulated: true })
    scene.before[table] = tableState([purseOf(eve, usd), usd, key('a market')])
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({ code: 'SWAP_REFUSED' })
    scene.before[table] = null as never
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({ code: 'SWAP_REFUSED' })
  })

  it('the Jupiter route quotes an amount above the balance without a simulation', async () => {
    const wish = { ...toBonk, amount: 2_000_000_000n }
    honest(wish)
    await expect(start().quote(ask(wish), never())).resolves.toMatchObject({ simulated: false })
    // What cannot be simulated is not paid to another account either.
    honest(wish, transaction(instructionsOf(wish).filter(one => one.program !== associated)))
    scene.before[purseOf(ada, bonk)] = purse(bonk, eve, 77n)
    await expect(start().quote(ask(wish), never())).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      fault: 'recipient',
    })
  })

  it.each<[string, (wish: Wish) => Uint8Array]>([
    [
      'another payer',
      wish => transaction(instructionsOf(wish), { payer: eve, signers: [eve, ada] }),
    ],
    ['a second signer', wish => transaction(instructionsOf(wish), { signers: [ada, eve] })],
    [
      'another program',
      wish =>
        transaction([
          ...instructionsOf(wish),
          { program: key('drainer'), accounts: [ada], data: Uint8Array.of(1) },
        ]),
    ],
    [
      'coins for somebody',
      wish => transaction([...instructionsOf(wish), ...wrapping(1n, eve).slice(0, 1)]),
    ],
    [
      'more coins wrapped than sold',
      wish => transaction([...instructionsOf(wish), ...wrapping(1n)]),
    ],
    [
      'an account given away',
      wish =>
        transaction([
          ...instructionsOf(wish),
          {
            program: system,
            accounts: [ada],
            data: Uint8Array.of(1, 0, 0, 0, ...new Uint8Array(32)),
          },
        ]),
    ],
    [
      'a token sent',
      wish =>
        transaction([
          ...instructionsOf(wish),
          {
            program: tokens,
            accounts: [purseOf(ada, bonk), purseOf(eve, bonk), ada],
            data: Uint8Array.of(3, ...le(77n, 8)),
          },
        ]),
    ],
    [
      'a token approved',
      wish =>
        transaction([
          ...instructionsOf(wish),
          {
            program: tokens,
            accounts: [purseOf(ada, bonk), eve, ada],
            data: Uint8Array.of(4, ...le(77n, 8)),
          },
        ]),
    ],
    [
      'a new owner',
      wish =>
        transaction([
          ...instructionsOf(wish),
          {
            program: tokens,
            accounts: [purseOf(ada, bonk), ada],
            data: Uint8Array.of(6, 2, 1, ...new Uint8Array(32)),
          },
        ]),
    ],
    [
      'another token closed',
      wish =>
        transaction([
          ...instructionsOf(wish),
          { program: tokens, accounts: [purseOf(ada, bonk), ada, ada], data: Uint8Array.of(9) },
        ]),
    ],
    [
      'what is left for somebody',
      wish => transaction([...instructionsOf(wish).slice(0, -1), closing(eve)]),
    ],
    [
      'an account for somebody',
      wish => transaction([...instructionsOf(wish), openPurse(usd, eve)]),
    ],
    [
      'an account for another token',
      wish => transaction([...instructionsOf(wish), openPurse(bonk)]),
    ],
    [
      'a hundred times the fee',
      wish => transaction([...limit(1_400_000n, 10_000_000n), ...instructionsOf(wish).slice(2)]),
    ],
    ['another amount', wish => transaction(instructionsOf(wish, { amount: wish.amount + 1n }))],
    ['less of it', wish => transaction(instructionsOf(wish, { amount: wish.amount - 1n }))],
    ['another output', wish => transaction(instructionsOf(wish, { out: wish.out / 2n }))],
    ['no output', wish => transaction(instructionsOf(wish, { out: 0n }))],
    ['twice the output', wish => transaction(instructionsOf(wish, { out: wish.out * 2n }))],
    ['more slippage', wish => transaction(instructionsOf(wish, { slippage: 101n }))],
    ['all slippage', wish => transaction(instructionsOf(wish, { slippage: 10_000n }))],
    ['a fee of the platform', wish => transaction(instructionsOf(wish, { platform: 50 }))],
    [
      'an account for fees',
      wish => transaction(instructionsOf(wish, { feeAccount: purseOf(eve, usd) })),
    ],
    ['another authority', wish => transaction(instructionsOf(wish, { authority: eve }))],
    ['another token', wish => transaction(instructionsOf(wish, { mint: bonk }))],
    ['an account beside', wish => transaction(instructionsOf(wish, { beside: purseOf(eve, usd) }))],
    ['another function', wish => transaction(instructionsOf(wish, { head: 'd033ef977b2bed5c' }))],
    ['two exchanges', wish => transaction([...instructionsOf(wish), exchange(wish)])],
    [
      'no exchange',
      wish => transaction(instructionsOf(wish).filter(one => one.program !== jupiter)),
    ],
    ['nothing', () => new Uint8Array(0)],
    ['a byte too many', wish => Uint8Array.from([...transaction(instructionsOf(wish)), 0])],
    ['half of it', wish => transaction(instructionsOf(wish)).slice(0, 200)],
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
    ['less comes', { [purseOf(ada, usd)]: purse(usd, ada, 100n) }, 'SWAP_REFUSED'],
    ['nothing comes', { [purseOf(ada, usd)]: null }, 'SWAP_REFUSED'],
    ['it comes to somebody', { [purseOf(ada, usd)]: purse(usd, eve, toUsd.out) }, 'SWAP_REFUSED'],
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

  it('[S24] the Jupiter route has no quote for a zero amount, equal tokens or tokens of elsewhere, nor for other decimals', async () => {
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

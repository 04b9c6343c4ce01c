/**
 * Jupiter as a route: its service and a node answer as they are documented; what is tried is what
 * the transaction says.
 */
import { createKernel, definePlugin, type Kernel } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import { type SwapAsk, swapQuotesCapability } from '@portico/kernel/capabilities'
import { type AssetId, chainsSlot, solanaTransaction } from '@portico/kernel/chain'
import { api } from '@portico/plugin-api'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jupiterQuotes } from '../src/routes/jupiter/jupiter-quotes.js'
import { never, type Question, Refused, startService } from './desk.js'
import {
  ada,
  assetOf,
  associated,
  bonk,
  budget,
  type Changed,
  closing,
  decimalsOf,
  eve,
  exchange,
  genesis,
  type Instruction,
  instructionsOf,
  isPurse,
  jupiter,
  key,
  type Ledger,
  le,
  limit,
  mintState,
  network,
  openPurse,
  purse,
  purseOf,
  type State,
  sol,
  system,
  table,
  tableState,
  terms,
  tokens,
  transaction,
  usd,
  type Wish,
  wallet,
  wrapping,
} from './jupiter-service.js'

describe('Jupiter as a route', () => {
  let service: Awaited<ReturnType<typeof startService>>
  let node: Awaited<ReturnType<typeof startService>>
  let answers: (question: Question) => unknown
  let before: Ledger
  let after: Ledger
  let failure: unknown
  let held: (owner: string, mint: string) => unknown
  const kernels: Kernel[] = []

  beforeEach(async () => {
    failure = null
    held = (owner, mint) =>
      Object.entries(before).flatMap(([pubkey, account]) =>
        isPurse(account, mint, owner) ? [{ pubkey, account }] : [],
      )
    service = await startService(question => answers(question))
    const answer = ({
      id,
      method,
      params,
    }: {
      readonly id: number
      readonly method: string
      readonly params: readonly unknown[]
    }) => {
      const look = (ledger: Ledger, addresses: readonly string[]) =>
        addresses.map(address => ledger[address] ?? null)
      const result =
        method === 'getGenesisHash'
          ? genesis
          : method === 'getBlockHeight'
            ? 100
            : method === 'getMultipleAccounts'
              ? { context: { slot: 1 }, value: look(before, params[0] as string[]) }
              : method === 'getTokenAccountsByOwner'
                ? {
                    context: { slot: 1 },
                    value: held(params[0] as string, (params[1] as { mint: string }).mint),
                  }
                : {
                    context: { slot: 1 },
                    value: {
                      err: failure,
                      logs: ['Program failed: slippage'],
                      accounts: failure
                        ? null
                        : look(
                            after,
                            (params[1] as { accounts: { addresses: string[] } }).accounts.addresses,
                          ),
                    },
                  }
      return { jsonrpc: '2.0', id, result }
    }
    node = await startService(({ body }) =>
      Array.isArray(body) ? body.map(answer) : answer(body as Parameters<typeof answer>[0]),
    )
  })
  afterEach(async () => {
    for (const kernel of kernels.splice(0)) kernel.dispose()
    await Promise.all([service.close(), node.close()])
  })
  const start = () => {
    const listed = definePlugin({
      id: 'test/solana',
      setup: context =>
        context.contribute(chainsSlot, {
          id: 'solana',
          name: 'Solana',
          networks: [
            {
              id: 1,
              caipNetworkId: network,
              name: 'Solana',
              rpcUrls: [node.url],
              nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
            },
          ] as never,
        }),
    })
    const kernel = createKernel({
      plugins: [api(), listed, jupiterQuotes({ url: service.url })],
      onError: error => expect.unreachable(String(error)),
    })
    kernels.push(kernel)
    return kernel.capabilities(swapQuotesCapability, network)[0]?.value ?? expect.unreachable()
  }
  const account: Account = {
    namespace: 'solana',
    address: ada,
    type: 'eoa',
    connection: 'solana/test',
  }
  const ask = ({ from, to, amount }: Wish, more: Partial<SwapAsk> = {}): SwapAsk => ({
    account,
    network,
    from: assetOf(from),
    to: assetOf(to),
    amount,
    decimals: { from: decimalsOf(from), to: decimalsOf(to) },
    slippageBasisPoints: 100,
    ...more,
  })
  /** The service and the ledger, both honest. */
  const honest = (wish: Wish, wire = transaction(instructionsOf(wish)), out = wish.out) => {
    const mints = { [sol]: mintState(9), [usd]: mintState(6), [bonk]: mintState(6) }
    before = {
      ...mints,
      [ada]: wallet(50_000_000_000),
      ...(wish.from !== sol && {
        [purseOf(ada, wish.from)]: purse(wish.from, ada, 1_000_000_000n),
      }),
      [purseOf(ada, bonk)]: purse(bonk, ada, 77n),
    }
    const spent =
      5_000 +
      300 +
      (wish.from === sol ? Number(wish.amount) : 0) +
      (wish.to === sol || before[purseOf(ada, wish.to)] ? 0 : 2_039_280)
    after = {
      ...before,
      [ada]: wallet(50_000_000_000 - spent + (wish.to === sol ? Number(wish.out) : 0)),
    }
    if (wish.from !== sol)
      after[purseOf(ada, wish.from)] = purse(wish.from, ada, 1_000_000_000n - wish.amount)
    if (wish.to !== sol)
      after[purseOf(ada, wish.to)] = purse(wish.to, ada, wish.out + (wish.to === bonk ? 77n : 0n))
    answers = ({ path }) =>
      path.endsWith('/quote')
        ? {
            inAmount: String(wish.amount),
            outAmount: String(out),
            otherAmountThreshold: '1',
            priceImpactPct: '0',
            routePlan: [],
          }
        : { swapTransaction: Buffer.from(wire).toString('base64'), lastValidBlockHeight: 250 }
  }
  const toUsd: Wish = { from: sol, to: usd, amount: 1_000_000_000n, out: 150_000_007n }
  const toSol: Wish = { from: usd, to: sol, amount: 150_000_000n, out: 990_000_000n }
  const toBonk: Wish = { from: usd, to: bonk, amount: 1_000_000n, out: 43_000_000n }

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
      const [first, second] = service.asked
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
      const told = answers
      answers = question =>
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
      const told = answers
      answers = question =>
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
    before[table] = tableState(looked)
    await expect(start().quote(ask(toUsd), never())).resolves.toMatchObject({ simulated: true })
    before[table] = tableState([purseOf(eve, usd), usd, key('a market')])
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({ code: 'SWAP_REFUSED' })
    before[table] = null as never
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({ code: 'SWAP_REFUSED' })
  })

  it('the Jupiter route quotes an amount above the balance without a simulation', async () => {
    const wish = { ...toBonk, amount: 2_000_000_000n }
    honest(wish)
    await expect(start().quote(ask(wish), never())).resolves.toMatchObject({ simulated: false })
    // What cannot be simulated is not paid to another account either.
    honest(wish, transaction(instructionsOf(wish).filter(one => one.program !== associated)))
    before[purseOf(ada, bonk)] = purse(bonk, eve, 77n)
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
      after = { ...after, ...left } as Ledger
      await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({ code })
    },
  )
  it('the Jupiter route refuses a transaction whose simulation fails', async () => {
    honest(toUsd)
    failure = { InstructionError: [3, { Custom: 6001 }] }
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({ code: 'SWAP_FAILS' })
  })

  it.each<[string, () => State | null]>([
    ['goes', () => purse(bonk, ada, 0n)],
    ['changes hands', () => purse(bonk, eve, 77n)],
    ['may be taken', () => purse(bonk, ada, 77n, 1)],
    ['is closed', () => null],
  ])(
    '[S20] the Jupiter route refuses a transaction when another token of the person %s in its simulation',
    async (_, left) => {
      // It is among what the transaction may write to: a market that is told of it.
      const instructions = instructionsOf(toUsd).map(one =>
        one.program === jupiter ? { ...one, accounts: [...one.accounts, purseOf(ada, bonk)] } : one,
      )
      honest(toUsd, transaction(instructions))
      await expect(start().quote(ask(toUsd), never())).resolves.toMatchObject({ simulated: true })
      after[purseOf(ada, bonk)] = left()
      await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({
        code: 'SWAP_REFUSED',
        fault: 'transfer',
      })
    },
  )

  it('[S21] the Jupiter route refuses to sell from an account of another token, also when the shown token is missing', async () => {
    for (const amount of [toSol.amount, 10n * toSol.amount, 2_000_000_000n]) {
      const wish = { ...toSol, amount }
      honest(wish, transaction(instructionsOf(wish, { source: purseOf(ada, bonk) })))
      await expect(start().quote(ask(wish), never())).rejects.toMatchObject({
        code: 'SWAP_REFUSED',
        fault: 'token',
      })
    }
  })
  it('[S20] the Jupiter route refuses to sell from an account of another owner or of another program', async () => {
    honest(toBonk, transaction(instructionsOf(toBonk, { source: key('elsewhere') })))
    before[key('elsewhere')] = purse(usd, eve, 5_000_000n)
    await expect(start().quote(ask(toBonk), never())).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      fault: 'token',
    })
    before[key('elsewhere')] = purse(usd, ada, 5_000_000n, 0, key('drainer'))
    await expect(start().quote(ask(toBonk), never())).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      fault: 'token',
    })
  })
  it('[S20] the Jupiter route refuses to pay to an account of another program', async () => {
    honest(toUsd, transaction(instructionsOf(toUsd, { destination: key('elsewhere') })))
    before[key('elsewhere')] = purse(usd, ada, 0n, 0, key('drainer'))
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      fault: 'recipient',
    })
  })
  it('[S21] the Jupiter route is simulated whenever the person has enough, also when it names other accounts', async () => {
    honest(toBonk, transaction(instructionsOf(toBonk, { source: key('elsewhere') })))
    failure = 'AccountNotFound'
    await expect(start().quote(ask(toBonk), never())).rejects.toMatchObject({ code: 'SWAP_FAILS' })
  })
  it('[S21] the Jupiter route gives no quote when the node cannot tell the balance of the person', async () => {
    honest(toBonk)
    held = () => [{ pubkey: purseOf(ada, usd), account: purse(usd, eve, 1_000_000_000n) }]
    await expect(start().quote(ask(toBonk), never())).rejects.toMatchObject({
      code: 'CHAIN_ANSWER',
    })
  })

  /** What the program reads stands before what was shown, which it ignores. */
  const behind = [1, 0, 0, 0, 7, 100, 0, 1, ...terms(toUsd.amount, toUsd.out)]
  it.each<[string, Changed]>([
    ['a minimum of 0 before the arguments that were shown', { out: 0n, behind }],
    ['11 SOL before the arguments that were shown', { amount: 11n * toUsd.amount, behind }],
    ['a slippage of 100 % before the arguments that were shown', { slippage: 10_000n, behind }],
    ['a byte behind its arguments', { behind: [0] }],
    ['a variant that is not known', { plan: [1, 0, 0, 0, 188, 100, 0, 1] }],
    ['a plan that says it is longer', { plan: [2, 0, 0, 0, 7, 100, 0, 1] }],
    ['a plan that says it has four billion steps', { plan: [255, 255, 255, 255, 7, 100, 0, 1] }],
    ['a flag that is neither yes nor no', { plan: [1, 0, 0, 0, 17, 2, 100, 0, 1] }],
  ])('[S21] the Jupiter route refuses a transaction with %s', async (_, changed) => {
    honest(toUsd, transaction(instructionsOf(toUsd, changed)))
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      fault: 'unreadable',
    })
  })
  it('[S21] the Jupiter route refuses a shared-accounts transaction whose source mint is another token', async () => {
    const shared = (sourceMint: string): Instruction => ({
      program: jupiter,
      accounts: [
        tokens,
        key('authority'),
        ada,
        purseOf(ada, usd),
        key('pool in'),
        key('pool out'),
        purseOf(ada, bonk),
        sourceMint,
        bonk,
        jupiter,
        jupiter,
        key('event authority'),
        jupiter,
      ],
      data: Uint8Array.of(
        ...Buffer.from('c1209b3341d69c81', 'hex'),
        3,
        1,
        0,
        0,
        0,
        7,
        100,
        0,
        1,
        ...terms(toBonk.amount, toBonk.out),
      ),
    })
    honest(toBonk, transaction([...limit(300_000n, 1_000n), openPurse(bonk), shared(usd)]))
    await expect(start().quote(ask(toBonk), never())).resolves.toMatchObject({ simulated: true })
    honest(toBonk, transaction([...limit(300_000n, 1_000n), openPurse(bonk), shared(sol)]))
    await expect(start().quote(ask(toBonk), never())).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      fault: 'token',
    })
  })

  const fiveSol = 5_000_000_000n
  it('[S21] the Jupiter route does not count coins of the wrapped account as proceeds, and refuses a swap that loses them', async () => {
    honest(toSol)
    before[purseOf(ada, sol)] = purse(sol, ada, fiveSol)
    const paidOut = 50_000_000_000 - 5_300 + 2_039_280 + Number(fiveSol)
    after = { ...after, [ada]: wallet(paidOut), [purseOf(ada, sol)]: null }
    await expect(start().quote(ask(toSol), never())).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      fault: 'recipient',
    })
    after = { ...after, [ada]: wallet(paidOut + Number(toSol.out)) }
    await expect(start().quote(ask(toSol), never())).resolves.toMatchObject({ simulated: true })

    honest(toUsd)
    before[purseOf(ada, sol)] = purse(sol, ada, fiveSol)
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      fault: 'value',
    })
    after = {
      ...after,
      [ada]: wallet(50_000_000_000 - 5_300 - Number(toUsd.amount) + Number(fiveSol)),
    }
    await expect(start().quote(ask(toUsd), never())).resolves.toMatchObject({ simulated: true })
  })
  it('[S21] the Jupiter route refuses a swap that spends more than the sell amount, from one account or from several', async () => {
    honest(toBonk)
    after[purseOf(ada, usd)] = purse(usd, ada, 1_000_000_000n - toBonk.amount - 1n)
    await expect(start().quote(ask(toBonk), never())).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      fault: 'amount',
    })
    const second = key('a second account')
    const instructions = instructionsOf(toBonk).map(one =>
      one.program === jupiter ? { ...one, accounts: [...one.accounts, second] } : one,
    )
    honest(toBonk, transaction(instructions))
    before[second] = purse(usd, ada, 9n)
    after[second] = purse(usd, ada, 8n)
    await expect(start().quote(ask(toBonk), never())).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      fault: 'amount',
    })
  })

  it('[S21] the Jupiter route assumes 200,000 units for each instruction when a transaction sets no unit limit', async () => {
    const priced = (price: bigint) => [
      ...limit(0n, price).slice(1),
      ...instructionsOf(toUsd).slice(2),
    ]
    honest(toUsd, transaction(priced(49_000_000n)))
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      fault: 'gas',
    })
    honest(toUsd, transaction(priced(1_000n)))
    await expect(start().quote(ask(toUsd), never())).resolves.toMatchObject({
      cost: { amount: 5_000n + 1_400n + 2_039_280n },
    })
  })
  it.each<[string, readonly number[]]>([
    ['a limit that is cut short', [2, 1]],
    ['a fee for the leader', [0, ...le(1n, 4), ...le(1_000_000_000n, 4)]],
    ['a kind that is not known', [9]],
    ['nothing', []],
  ])(
    '[S20] the Jupiter route refuses an instruction of the compute budget with %s',
    async (_, data) => {
      honest(
        toUsd,
        transaction([
          { program: budget, accounts: [], data: Uint8Array.from(data) },
          ...instructionsOf(toUsd).slice(2),
        ]),
      )
      await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({
        code: 'SWAP_REFUSED',
        fault: 'unreadable',
      })
    },
  )
  it('[S20] the Jupiter route refuses to open an account with another token program', async () => {
    const opening = openPurse(usd)
    const instructions = instructionsOf(toUsd).filter(
      one => one.program !== associated || one.accounts[3] !== usd,
    )
    honest(
      toUsd,
      transaction([
        { ...opening, accounts: [...opening.accounts.slice(0, 5), key('drainer')] },
        ...instructions,
      ]),
    )
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      fault: 'program',
    })
  })

  it.each<[string, (question: Question) => unknown, string]>([
    ['no way', () => new Refused(400, { errorCode: 'COULD_NOT_FIND_ANY_ROUTE' }), 'SWAP_NO_ROUTE'],
    ['a service that is down', () => new Refused(500, {}), 'HTTP_STATUS'],
    [
      'a transaction that is not made',
      ({ path }) => (path.endsWith('/quote') ? { outAmount: '1' } : new Refused(500, {})),
      'SWAP_TRANSACTION',
    ],
    ['nonsense', () => ({ outAmount: -1 }), 'HTTP_ANSWER'],
  ])('a Jupiter answer with %s is a named error', async (_, answer, code) => {
    honest(toUsd)
    answers = answer
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({ code })
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

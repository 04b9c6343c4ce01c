/**
 * Jupiter as a route: its service and a node answer as they are documented; what is tried is what
 * the transaction says.
 */
import { describe, expect, it } from 'vitest'
import { never, type Question, Refused } from './desk.js'
import { ask, honest, scene, setUpJupiter, start, toBonk, toSol, toUsd } from './jupiter-bench.js'
import {
  ada,
  associated,
  bonk,
  budget,
  type Changed,
  eve,
  type Instruction,
  instructionsOf,
  jupiter,
  key,
  le,
  limit,
  openTokenAccount,
  type State,
  sol,
  terms,
  tokenAccount,
  tokenAccountOf,
  tokens,
  transaction,
  usd,
  wallet,
} from './jupiter-service.js'

setUpJupiter()

describe('The accounts of a Jupiter swap', () => {
  /** What the program reads stands before what was shown, which it ignores. */
  const behind = [1, 0, 0, 0, 7, 100, 0, 1, ...terms(toUsd.amount, toUsd.out)]

  const fiveSol = 5_000_000_000n

  it.each<[string, () => State | null]>([
    ['goes', () => tokenAccount(bonk, ada, 0n)],
    ['changes hands', () => tokenAccount(bonk, eve, 77n)],
    ['may be taken', () => tokenAccount(bonk, ada, 77n, 1)],
    ['is closed', () => null],
  ])(
    '[S20] the Jupiter route refuses a transaction when another token of the person %s in its simulation',
    async (_, left) => {
      // A market that the transaction passes: the transaction may write to it.
      const instructions = instructionsOf(toUsd).map(one =>
        one.program === jupiter
          ? { ...one, accounts: [...one.accounts, tokenAccountOf(ada, bonk)] }
          : one,
      )
      honest(toUsd, transaction(instructions))
      await expect(start().quote(ask(toUsd), never())).resolves.toMatchObject({ simulated: true })
      scene.after[tokenAccountOf(ada, bonk)] = left()
      await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({
        code: 'SWAP_REFUSED',
        fault: 'transfer',
      })
    },
  )

  it('[S21] the Jupiter route refuses to sell from an account of another token, also when the shown token is missing', async () => {
    for (const amount of [toSol.amount, 10n * toSol.amount, 2_000_000_000n]) {
      const trade = { ...toSol, amount }
      honest(trade, transaction(instructionsOf(trade, { source: tokenAccountOf(ada, bonk) })))
      await expect(start().quote(ask(trade), never())).rejects.toMatchObject({
        code: 'SWAP_REFUSED',
        fault: 'token',
      })
    }
  })

  it('[S20] the Jupiter route refuses to sell from an account of another owner or of another program', async () => {
    honest(toBonk, transaction(instructionsOf(toBonk, { source: key('another account') })))
    scene.before[key('another account')] = tokenAccount(usd, eve, 5_000_000n)
    await expect(start().quote(ask(toBonk), never())).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      fault: 'token',
    })
    scene.before[key('another account')] = tokenAccount(usd, ada, 5_000_000n, 0, key('drainer'))
    await expect(start().quote(ask(toBonk), never())).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      fault: 'token',
    })
  })

  it('[S20] the Jupiter route refuses to pay to an account of another program', async () => {
    honest(toUsd, transaction(instructionsOf(toUsd, { destination: key('another account') })))
    scene.before[key('another account')] = tokenAccount(usd, ada, 0n, 0, key('drainer'))
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      fault: 'recipient',
    })
  })

  it('[S21] the Jupiter route is simulated whenever the person has enough, also when it names other accounts', async () => {
    honest(toBonk, transaction(instructionsOf(toBonk, { source: key('another account') })))
    scene.failure = 'AccountNotFound'
    await expect(start().quote(ask(toBonk), never())).rejects.toMatchObject({ code: 'SWAP_FAILS' })
  })

  it('[S21] the Jupiter route gives no quote when the node cannot tell the balance of the person', async () => {
    honest(toBonk)
    scene.held = () => [
      { pubkey: tokenAccountOf(ada, usd), account: tokenAccount(usd, eve, 1_000_000_000n) },
    ]
    await expect(start().quote(ask(toBonk), never())).rejects.toMatchObject({
      code: 'CHAIN_ANSWER',
    })
  })

  it.each<[string, Changed]>([
    ['a minimum of 0 before the arguments that were shown', { out: 0n, behind }],
    ['11 SOL before the arguments that were shown', { amount: 11n * toUsd.amount, behind }],
    ['a slippage of 100 % before the arguments that were shown', { slippage: 10_000n, behind }],
    ['a byte behind its arguments', { behind: [0] }],
    ['a variant that is not known', { plan: [1, 0, 0, 0, 188, 100, 0, 1] }],
    ['a plan that says it is longer', { plan: [2, 0, 0, 0, 7, 100, 0, 1] }],
    ['a plan that says it has four billion steps', { plan: [255, 255, 255, 255, 7, 100, 0, 1] }],
    ['a flag that is neither true nor false', { plan: [1, 0, 0, 0, 17, 2, 100, 0, 1] }],
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
        tokenAccountOf(ada, usd),
        key('pool in'),
        key('pool out'),
        tokenAccountOf(ada, bonk),
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
    honest(toBonk, transaction([...limit(300_000n, 1_000n), openTokenAccount(bonk), shared(usd)]))
    await expect(start().quote(ask(toBonk), never())).resolves.toMatchObject({ simulated: true })
    honest(toBonk, transaction([...limit(300_000n, 1_000n), openTokenAccount(bonk), shared(sol)]))
    await expect(start().quote(ask(toBonk), never())).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      fault: 'token',
    })
  })

  it('[S21] the Jupiter route does not count coins of the wrapped account as proceeds, and refuses a swap that loses them', async () => {
    honest(toSol)
    scene.before[tokenAccountOf(ada, sol)] = tokenAccount(sol, ada, fiveSol)
    const paidOut = 50_000_000_000 - 5_300 + 2_039_280 + Number(fiveSol)
    scene.after = { ...scene.after, [ada]: wallet(paidOut), [tokenAccountOf(ada, sol)]: null }
    await expect(start().quote(ask(toSol), never())).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      fault: 'recipient',
    })
    scene.after = { ...scene.after, [ada]: wallet(paidOut + Number(toSol.out)) }
    await expect(start().quote(ask(toSol), never())).resolves.toMatchObject({ simulated: true })

    honest(toUsd)
    scene.before[tokenAccountOf(ada, sol)] = tokenAccount(sol, ada, fiveSol)
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      fault: 'value',
    })
    scene.after = {
      ...scene.after,
      [ada]: wallet(50_000_000_000 - 5_300 - Number(toUsd.amount) + Number(fiveSol)),
    }
    await expect(start().quote(ask(toUsd), never())).resolves.toMatchObject({ simulated: true })
  })

  it('[S21] the Jupiter route refuses a swap that spends more than the sell amount, from one account or from several', async () => {
    honest(toBonk)
    scene.after[tokenAccountOf(ada, usd)] = tokenAccount(
      usd,
      ada,
      1_000_000_000n - toBonk.amount - 1n,
    )
    await expect(start().quote(ask(toBonk), never())).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      fault: 'amount',
    })
    const second = key('a second account')
    const instructions = instructionsOf(toBonk).map(one =>
      one.program === jupiter ? { ...one, accounts: [...one.accounts, second] } : one,
    )
    honest(toBonk, transaction(instructions))
    scene.before[second] = tokenAccount(usd, ada, 9n)
    scene.after[second] = tokenAccount(usd, ada, 8n)
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
    const opening = openTokenAccount(usd)
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
    scene.answers = answer
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({ code })
  })
})

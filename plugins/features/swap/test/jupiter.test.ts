/** Jupiter as a route: its service and a node answer as they are documented; what is tried is what the transaction says. */

import { createHash } from 'node:crypto'
import { createKernel, definePlugin, type Kernel } from '@portico/kernel'
import { type Account, type AssetId, chains, type SwapAsk, solanaTransaction, swapQuotes } from '@portico/kernel/contracts'
import { api } from '@portico/plugin-api'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { base58 } from '../src/lazy/jupiter/wire.js'
import { jupiterQuotes } from '../src/quotes/jupiter.js'
import { never, type Question, Refused, startService } from './desk.js'

const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const genesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
const known = new Map<string, Uint8Array>()
/** A key made of its name. */
const key = (name: string): string => {
  const bytes = createHash('sha256').update(name).digest()
  known.set(base58(bytes), bytes)
  return base58(bytes)
}
const program = (text: string): string => {
  let number = [...text].reduce((sum, character) => sum * 58n + BigInt('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.indexOf(character)), 0n)
  const bytes = new Uint8Array(32)
  for (let at = 31; at >= 0; at--, number >>= 8n) bytes[at] = Number(number & 255n)
  known.set(text, bytes)
  return text
}
const [system, budget, tokens, associated, jupiter, sol] = [
  '11111111111111111111111111111111',
  'ComputeBudget111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
  'So11111111111111111111111111111111111111112',
].map(program) as [string, string, string, string, string, string]
const [ada, eve, usd, bonk, table] = ['ada', 'eve', 'usd', 'bonk', 'table'].map(key) as [string, string, string, string, string]
const purseOf = (owner: string, mint: string) => key(`${owner} ${mint}`)
const assetOf = (mint: string): AssetId | 'native' => (mint === sol ? 'native' : `${network}/token:${mint}`)
const decimalsOf = (mint: string) => (mint === sol ? 9 : 6)

const le = (value: bigint, length: number) => Uint8Array.from({ length }, (_, at) => Number((value >> BigInt(8 * at)) & 255n))
interface Instruction {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}
/** A version 0 transaction with its signature missing. What stands in `looked` is named by a lookup table. */
function transaction(
  instructions: readonly Instruction[],
  { payer = ada, signers = [payer], looked = [] }: { payer?: string; signers?: readonly string[]; looked?: readonly string[] } = {},
): Uint8Array {
  const programs = [...new Set(instructions.map(one => one.program))]
  const named = [...new Set([...signers, ...instructions.flatMap(one => one.accounts)])].filter(one => !looked.includes(one) && !programs.includes(one))
  const all = [...named, ...programs, ...looked]
  const bytes = (address: string) => known.get(address) ?? expect.unreachable(address)
  const message = [
    0x80,
    signers.length,
    0,
    programs.length,
    named.length + programs.length,
    ...[...named, ...programs].flatMap(address => [...bytes(address)]),
    ...new Uint8Array(32),
    instructions.length,
    ...instructions.flatMap(one => [
      all.indexOf(one.program),
      one.accounts.length,
      ...one.accounts.map(account => all.indexOf(account)),
      one.data.length,
      ...one.data,
    ]),
    ...(looked.length ? [1, ...bytes(table), looked.length, ...looked.map((_, at) => at), 0] : [0]),
  ]
  return Uint8Array.from([signers.length, ...new Uint8Array(64 * signers.length), ...message])
}

interface Wish {
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly out: bigint
}
const openPurse = (mint: string, owner = ada): Instruction => ({
  program: associated,
  accounts: [ada, purseOf(owner, mint), owner, mint, system, tokens],
  data: Uint8Array.of(1),
})
const limit = (units: bigint, price: bigint): readonly Instruction[] => [
  { program: budget, accounts: [], data: Uint8Array.of(2, ...le(units, 4)) },
  { program: budget, accounts: [], data: Uint8Array.of(3, ...le(price, 8)) },
]
const wrapping = (lamports: bigint, to = purseOf(ada, sol)): readonly Instruction[] => [
  { program: system, accounts: [ada, to], data: Uint8Array.of(2, 0, 0, 0, ...le(lamports, 8)) },
  { program: tokens, accounts: [to], data: Uint8Array.of(17) },
]
const closing = (destination = ada): Instruction => ({ program: tokens, accounts: [purseOf(ada, sol), destination, ada], data: Uint8Array.of(9) })
interface Changed {
  readonly amount?: bigint
  readonly out?: bigint
  readonly slippage?: bigint
  readonly platform?: number
  readonly authority?: string
  readonly mint?: string
  readonly feeAccount?: string
  readonly beside?: string
  readonly destination?: string
  readonly head?: string
}
const exchange = ({ from, to, amount, out }: Wish, changed: Changed = {}): Instruction => ({
  program: jupiter,
  accounts: [
    tokens,
    changed.authority ?? ada,
    purseOf(ada, from),
    changed.destination ?? purseOf(ada, to),
    changed.beside ?? jupiter,
    changed.mint ?? to,
    changed.feeAccount ?? jupiter,
    key('event authority'),
    jupiter,
    key('a market'),
  ],
  data: Uint8Array.of(
    ...Buffer.from(changed.head ?? 'e517cb977ae3ad2a', 'hex'),
    ...[1, 0, 0, 0, 7, 100, 0, 1],
    ...le(changed.amount ?? amount, 8),
    ...le(changed.out ?? out, 8),
    ...le(changed.slippage ?? 100n, 2),
    changed.platform ?? 0,
  ),
})
const instructionsOf = (wish: Wish, changed: Changed = {}): readonly Instruction[] => [
  ...limit(300_000n, 1_000n),
  ...(wish.from === sol ? [openPurse(sol), ...wrapping(wish.amount)] : []),
  openPurse(wish.to),
  exchange(wish, changed),
  ...(wish.from === sol || wish.to === sol ? [closing()] : []),
]

interface State {
  readonly lamports: number
  readonly owner: string
  readonly data: readonly [string, 'base64']
}
const stateOf = (data: Uint8Array, lamports = 2_039_280, owner: string = tokens): State => ({
  lamports,
  owner,
  data: [Buffer.from(data).toString('base64'), 'base64'],
})
const purse = (mint: string, owner: string, amount: bigint, delegated = 0) => {
  const data = new Uint8Array(165)
  data.set(known.get(mint) ?? [], 0)
  data.set(known.get(owner) ?? [], 32)
  data.set(le(amount, 8), 64)
  data.set(le(BigInt(delegated), 4), 72)
  return stateOf(data)
}
const mintState = (decimals: number) => stateOf(Uint8Array.from({ length: 82 }, (_, at) => (at === 44 ? decimals : 0)))
const tableState = (addresses: readonly string[]) => stateOf(Uint8Array.from([...new Uint8Array(56), ...addresses.flatMap(one => [...(known.get(one) ?? [])])]))
type Ledger = Record<string, State | null>
const wallet = (lamports: number) => stateOf(new Uint8Array(0), lamports, system)

describe('Jupiter as a route', () => {
  let service: Awaited<ReturnType<typeof startService>>
  let node: Awaited<ReturnType<typeof startService>>
  let answers: (question: Question) => unknown
  let before: Ledger
  let after: Ledger
  let failure: unknown
  const kernels: Kernel[] = []

  beforeEach(async () => {
    failure = null
    service = await startService(question => answers(question))
    const answer = ({ id, method, params }: { readonly id: number; readonly method: string; readonly params: readonly unknown[] }) => {
      const look = (ledger: Ledger, addresses: readonly string[]) => addresses.map(address => ledger[address] ?? null)
      const result =
        method === 'getGenesisHash'
          ? genesis
          : method === 'getBlockHeight'
            ? 100
            : method === 'getMultipleAccounts'
              ? { context: { slot: 1 }, value: look(before, params[0] as string[]) }
              : {
                  context: { slot: 1 },
                  value: {
                    err: failure,
                    logs: ['Program failed: slippage'],
                    accounts: failure ? null : look(after, (params[1] as { accounts: { addresses: string[] } }).accounts.addresses),
                  },
                }
      return { jsonrpc: '2.0', id, result }
    }
    node = await startService(({ body }) => (Array.isArray(body) ? body.map(answer) : answer(body as Parameters<typeof answer>[0])))
  })
  afterEach(async () => {
    for (const kernel of kernels.splice(0)) kernel.dispose()
    await Promise.all([service.close(), node.close()])
  })
  const start = () => {
    const listed = definePlugin({
      id: 'test/solana',
      setup: context =>
        context.contribute(chains, {
          id: 'solana',
          name: 'Solana',
          networks: [
            { id: 1, caipNetworkId: network, name: 'Solana', rpcUrls: [node.url], nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 } },
          ] as never,
        }),
    })
    const kernel = createKernel({ plugins: [api(), listed, jupiterQuotes({ url: service.url })], onError: error => expect.unreachable(String(error)) })
    kernels.push(kernel)
    return kernel.capabilities(swapQuotes, network)[0]?.value ?? expect.unreachable()
  }
  const account: Account = { namespace: 'solana', address: ada, type: 'eoa', connection: 'solana/test' }
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
  /** The service and the ledger as they are when nobody lies. */
  const honest = (wish: Wish, wire = transaction(instructionsOf(wish)), out = wish.out) => {
    const mints = { [sol]: mintState(9), [usd]: mintState(6), [bonk]: mintState(6) }
    before = {
      ...mints,
      [ada]: wallet(50_000_000_000),
      ...(wish.from !== sol && { [purseOf(ada, wish.from)]: purse(wish.from, ada, 1_000_000_000n) }),
      [purseOf(ada, bonk)]: purse(bonk, ada, 77n),
    }
    const spent = 5_000 + 300 + (wish.from === sol ? Number(wish.amount) : 0) + (wish.to === sol || before[purseOf(ada, wish.to)] ? 0 : 2_039_280)
    after = { ...before, [ada]: wallet(50_000_000_000 - spent + (wish.to === sol ? Number(wish.out) : 0)) }
    if (wish.from !== sol) after[purseOf(ada, wish.from)] = purse(wish.from, ada, 1_000_000_000n - wish.amount)
    if (wish.to !== sol) after[purseOf(ada, wish.to)] = purse(wish.to, ada, wish.out + (wish.to === bonk ? 77n : 0n))
    answers = ({ path }) =>
      path.endsWith('/quote')
        ? { inAmount: String(wish.amount), outAmount: String(out), otherAmountThreshold: '1', priceImpactPct: '0', routePlan: [] }
        : { swapTransaction: Buffer.from(wire).toString('base64'), lastValidBlockHeight: 250 }
  }
  const toUsd: Wish = { from: sol, to: usd, amount: 1_000_000_000n, out: 150_000_007n }
  const toSol: Wish = { from: usd, to: sol, amount: 150_000_000n, out: 990_000_000n }
  const toBonk: Wish = { from: usd, to: bonk, amount: 1_000_000n, out: 43_000_000n }

  it.each<[string, Wish]>([
    ['coins for a token', toUsd],
    ['a token for coins', toSol],
    ['a token for another', toBonk],
  ])('[S21] %s: what it has signed is what it was asked for, and was tried', async (_, wish) => {
    honest(wish)
    const quote = await start().quote(ask(wish), never())
    expect(wish.out - quote.toAmount).toBeLessThanOrEqual(2n)
    expect(quote).toMatchObject({ minimumReceived: (wish.out * 9_900n) / 10_000n, simulated: true, cost: { kind: 'native' }, steps: [{ kind: 'swap' }] })
    const [step] = quote.steps
    const body = step.kind === 'swap' ? solanaTransaction.read(step.draft) : undefined
    expect(body).toEqual({ wire: transaction(instructionsOf(wish)), lastValidBlockHeight: 250n })
    const [first, second] = service.asked
    expect(first).toMatchObject({
      method: 'GET',
      path: '/swap/v1/quote',
      query: { inputMint: wish.from, outputMint: wish.to, amount: String(wish.amount), slippageBps: '100' },
    })
    expect(second).toMatchObject({
      method: 'POST',
      path: '/swap/v1/swap',
      body: { quoteResponse: { outAmount: String(wish.out) }, userPublicKey: ada, wrapAndUnwrapSol: wish !== toBonk },
    })
  })

  it.each<[said: string, impact: bigint | undefined]>([
    ['0.1234567890123456789', 12_345_678_901_234n],
    ['0.1', 10_000_000_000_000n],
    ['0.0999', undefined],
    ['0', undefined],
    ['much', undefined],
  ])('[S21] of what it says of its own loss a tenth and more counts, for nobody says that without need; less is not known: %s', async (said, impact) => {
    honest(toUsd)
    const told = answers
    answers = question => (question.path.endsWith('/quote') ? { ...(told(question) as object), priceImpactPct: said } : told(question))
    expect((await start().quote(ask(toUsd), never())).impact).toBe(impact)
  })

  it.each<[said: number, lastValid: bigint | undefined]>([
    [99, undefined],
    [100, undefined],
    [101, 250n],
    [250, 250n],
    [260, 260n],
    [400, 400n],
    [401, undefined],
  ])('[S22] until which block it holds is compared with the chain: at block 100 it says %i', async (said, lastValid) => {
    honest(toUsd)
    const told = answers
    answers = question => (question.path.endsWith('/quote') ? told(question) : { ...(told(question) as object), lastValidBlockHeight: said })
    const quoted = start().quote(ask(toUsd), never())
    if (lastValid === undefined) return expect(quoted).rejects.toMatchObject({ code: 'SWAP_REFUSED', fault: 'deadline' })
    const [step] = (await quoted).steps
    expect(step.kind === 'swap' && solanaTransaction.read(step.draft)?.lastValidBlockHeight).toBe(lastValid)
  })

  it('reads the names that stand in lookup tables', async () => {
    const looked = [purseOf(ada, usd), usd, key('a market')]
    honest(toUsd, transaction(instructionsOf(toUsd), { looked }))
    before[table] = tableState(looked)
    await expect(start().quote(ask(toUsd), never())).resolves.toMatchObject({ simulated: true })
    before[table] = tableState([purseOf(eve, usd), usd, key('a market')])
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({ code: 'SWAP_REFUSED' })
    before[table] = null as never
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({ code: 'SWAP_REFUSED' })
  })

  it('gives a price for more than one has, untried', async () => {
    const wish = { ...toBonk, amount: 2_000_000_000n }
    honest(wish)
    await expect(start().quote(ask(wish), never())).resolves.toMatchObject({ simulated: false })
    // What nobody can try is not paid out to somebody either.
    honest(wish, transaction(instructionsOf(wish).filter(one => one.program !== associated)))
    before[purseOf(ada, bonk)] = purse(bonk, eve, 77n)
    await expect(start().quote(ask(wish), never())).rejects.toMatchObject({ code: 'SWAP_REFUSED', fault: 'recipient' })
  })

  it.each<[string, (wish: Wish) => Uint8Array]>([
    ['another payer', wish => transaction(instructionsOf(wish), { payer: eve, signers: [eve, ada] })],
    ['a second signer', wish => transaction(instructionsOf(wish), { signers: [ada, eve] })],
    ['another program', wish => transaction([...instructionsOf(wish), { program: key('drainer'), accounts: [ada], data: Uint8Array.of(1) }])],
    ['coins for somebody', wish => transaction([...instructionsOf(wish), ...wrapping(1n, eve).slice(0, 1)])],
    ['more coins wrapped than sold', wish => transaction([...instructionsOf(wish), ...wrapping(1n)])],
    [
      'an account given away',
      wish => transaction([...instructionsOf(wish), { program: system, accounts: [ada], data: Uint8Array.of(1, 0, 0, 0, ...new Uint8Array(32)) }]),
    ],
    [
      'a token sent',
      wish =>
        transaction([
          ...instructionsOf(wish),
          { program: tokens, accounts: [purseOf(ada, bonk), purseOf(eve, bonk), ada], data: Uint8Array.of(3, ...le(77n, 8)) },
        ]),
    ],
    [
      'a token approved',
      wish => transaction([...instructionsOf(wish), { program: tokens, accounts: [purseOf(ada, bonk), eve, ada], data: Uint8Array.of(4, ...le(77n, 8)) }]),
    ],
    [
      'a new owner',
      wish =>
        transaction([...instructionsOf(wish), { program: tokens, accounts: [purseOf(ada, bonk), ada], data: Uint8Array.of(6, 2, 1, ...new Uint8Array(32)) }]),
    ],
    [
      'another token closed',
      wish => transaction([...instructionsOf(wish), { program: tokens, accounts: [purseOf(ada, bonk), ada, ada], data: Uint8Array.of(9) }]),
    ],
    ['what is left for somebody', wish => transaction([...instructionsOf(wish).slice(0, -1), closing(eve)])],
    ['an account for somebody', wish => transaction([...instructionsOf(wish), openPurse(usd, eve)])],
    ['an account for another token', wish => transaction([...instructionsOf(wish), openPurse(bonk)])],
    ['a hundred times the fee', wish => transaction([...limit(1_400_000n, 10_000_000n), ...instructionsOf(wish).slice(2)])],
    ['another amount', wish => transaction(instructionsOf(wish, { amount: wish.amount + 1n }))],
    ['less of it', wish => transaction(instructionsOf(wish, { amount: wish.amount - 1n }))],
    ['another output', wish => transaction(instructionsOf(wish, { out: wish.out / 2n }))],
    ['no output', wish => transaction(instructionsOf(wish, { out: 0n }))],
    ['twice the output', wish => transaction(instructionsOf(wish, { out: wish.out * 2n }))],
    ['more slippage', wish => transaction(instructionsOf(wish, { slippage: 101n }))],
    ['all slippage', wish => transaction(instructionsOf(wish, { slippage: 10_000n }))],
    ['a fee of the platform', wish => transaction(instructionsOf(wish, { platform: 50 }))],
    ['an account for fees', wish => transaction(instructionsOf(wish, { feeAccount: purseOf(eve, usd) }))],
    ['another authority', wish => transaction(instructionsOf(wish, { authority: eve }))],
    ['another token', wish => transaction(instructionsOf(wish, { mint: bonk }))],
    ['an account beside', wish => transaction(instructionsOf(wish, { beside: purseOf(eve, usd) }))],
    ['another function', wish => transaction(instructionsOf(wish, { head: 'd033ef977b2bed5c' }))],
    ['two exchanges', wish => transaction([...instructionsOf(wish), exchange(wish)])],
    ['no exchange', wish => transaction(instructionsOf(wish).filter(one => one.program !== jupiter))],
    ['nothing', () => new Uint8Array(0)],
    ['a byte too many', wish => Uint8Array.from([...transaction(instructionsOf(wish)), 0])],
    ['half of it', wish => transaction(instructionsOf(wish)).slice(0, 200)],
  ])('[S20] [S21] refuses by name a transaction with %s', async (_, made) => {
    honest(toUsd, made(toUsd))
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({ code: 'SWAP_REFUSED', route: 'Jupiter', fault: expect.any(String) })
  })

  it.each<[string, Partial<Ledger>, string]>([
    ['less comes', { [purseOf(ada, usd)]: purse(usd, ada, 100n) }, 'SWAP_REFUSED'],
    ['nothing comes', { [purseOf(ada, usd)]: null }, 'SWAP_REFUSED'],
    ['it comes to somebody', { [purseOf(ada, usd)]: purse(usd, eve, toUsd.out) }, 'SWAP_REFUSED'],
    ['more coins go', { [ada]: wallet(40_000_000_000) }, 'SWAP_REFUSED'],
  ])('[S21] when it is tried and %s, nobody signs', async (_, left, code) => {
    honest(toUsd)
    after = { ...after, ...left } as Ledger
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({ code })
  })
  it('what the network says would fail is not signed', async () => {
    honest(toUsd)
    failure = { InstructionError: [3, { Custom: 6001 }] }
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({ code: 'SWAP_FAILS' })
  })

  it.each<[string, () => State | null]>([
    ['goes', () => purse(bonk, ada, 0n)],
    ['changes hands', () => purse(bonk, eve, 77n)],
    ['may be taken', () => purse(bonk, ada, 77n, 1)],
    ['is closed', () => null],
  ])('[S20] another token of the person that %s is no part of a swap', async (_, left) => {
    // It is among what the transaction may write to: a market that is told of it.
    const instructions = instructionsOf(toUsd).map(one => (one.program === jupiter ? { ...one, accounts: [...one.accounts, purseOf(ada, bonk)] } : one))
    honest(toUsd, transaction(instructions))
    await expect(start().quote(ask(toUsd), never())).resolves.toMatchObject({ simulated: true })
    after[purseOf(ada, bonk)] = left()
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({ code: 'SWAP_REFUSED', fault: 'transfer' })
  })

  it.each<[string, (question: Question) => unknown, string]>([
    ['no way', () => new Refused(400, { errorCode: 'COULD_NOT_FIND_ANY_ROUTE' }), 'SWAP_NO_ROUTE'],
    ['a service that is down', () => new Refused(500, {}), 'HTTP_STATUS'],
    ['a transaction that is not made', ({ path }) => (path.endsWith('/quote') ? { outAmount: '1' } : new Refused(500, {})), 'SWAP_TRANSACTION'],
    ['nonsense', () => ({ outAmount: -1 }), 'HTTP_ANSWER'],
  ])('%s is a named error', async (_, answer, code) => {
    honest(toUsd)
    answers = answer
    await expect(start().quote(ask(toUsd), never())).rejects.toMatchObject({ code })
  })

  it('[S24] has no route for nothing, for a token for itself, for tokens of elsewhere; and refuses other decimals than are shown', async () => {
    honest(toUsd)
    const { quote } = start()
    for (const wrong of [
      { amount: 0n },
      { to: 'native' as const },
      { to: `${network.slice(0, -1)}x/token:${usd}` as AssetId },
      { to: `${network}/token:0x12` as AssetId },
    ])
      await expect(quote({ ...ask(toUsd), ...wrong }, never())).rejects.toMatchObject({ code: 'SWAP_NO_ROUTE' })
    await expect(quote(ask(toUsd, { decimals: { from: 9, to: 9 } }), never())).rejects.toMatchObject({ code: 'SWAP_DECIMALS' })
  })
})

/** What the tests of jupiter share. */
import { createHash } from 'node:crypto'
import type { AssetId } from '@portico/kernel/chain'
import { expect } from 'vitest'
import { base58 } from '../src/routes/jupiter/wire.js'

export const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const genesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
const known = new Map<string, Uint8Array>()
/** A key made of its name. */
export const key = (name: string): string => {
  const bytes = createHash('sha256').update(name).digest()
  known.set(base58(bytes), bytes)
  return base58(bytes)
}
const program = (text: string): string => {
  let number = [...text].reduce(
    (sum, character) =>
      sum * 58n +
      BigInt('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.indexOf(character)),
    0n,
  )
  const bytes = new Uint8Array(32)
  for (let at = 31; at >= 0; at--, number >>= 8n) bytes[at] = Number(number & 255n)
  known.set(text, bytes)
  return text
}
export const [system, budget, tokens, associated, jupiter, sol] = [
  '11111111111111111111111111111111',
  'ComputeBudget111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
  'So11111111111111111111111111111111111111112',
].map(program) as [string, string, string, string, string, string]
export const [ada, eve, usd, bonk, table] = ['ada', 'eve', 'usd', 'bonk', 'table'].map(key) as [
  string,
  string,
  string,
  string,
  string,
]
export const tokenAccountOf = (owner: string, mint: string) => key(`${owner} ${mint}`)
export const assetOf = (mint: string): AssetId | 'native' =>
  mint === sol ? 'native' : `${network}/token:${mint}`
export const decimalsOf = (mint: string) => (mint === sol ? 9 : 6)
export const le = (value: bigint, length: number) =>
  Uint8Array.from({ length }, (_, at) => Number((value >> BigInt(8 * at)) & 255n))
export interface Instruction {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}
/**
 * A version 0 transaction with its signature missing. What stands in `looked` is named by a lookup
 * table.
 */
export function transaction(
  instructions: readonly Instruction[],
  {
    payer = ada,
    signers = [payer],
    looked = [],
  }: { payer?: string; signers?: readonly string[]; looked?: readonly string[] } = {},
): Uint8Array {
  const programs = [...new Set(instructions.map(one => one.program))]
  const named = [...new Set([...signers, ...instructions.flatMap(one => one.accounts)])].filter(
    one => !looked.includes(one) && !programs.includes(one),
  )
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
export interface Exchange {
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly out: bigint
}
export const openTokenAccount = (mint: string, owner = ada): Instruction => ({
  program: associated,
  accounts: [ada, tokenAccountOf(owner, mint), owner, mint, system, tokens],
  data: Uint8Array.of(1),
})
export const limit = (units: bigint, price: bigint): readonly Instruction[] => [
  { program: budget, accounts: [], data: Uint8Array.of(2, ...le(units, 4)) },
  { program: budget, accounts: [], data: Uint8Array.of(3, ...le(price, 8)) },
]
export const wrapping = (
  lamports: bigint,
  to = tokenAccountOf(ada, sol),
): readonly Instruction[] => [
  { program: system, accounts: [ada, to], data: Uint8Array.of(2, 0, 0, 0, ...le(lamports, 8)) },
  { program: tokens, accounts: [to], data: Uint8Array.of(17) },
]
export const closing = (destination = ada): Instruction => ({
  program: tokens,
  accounts: [tokenAccountOf(ada, sol), destination, ada],
  data: Uint8Array.of(9),
})
export interface Changed {
  readonly amount?: bigint
  readonly out?: bigint
  readonly slippage?: bigint
  readonly platform?: number
  readonly authority?: string
  readonly mint?: string
  readonly feeAccount?: string
  readonly beside?: string
  readonly source?: string
  readonly destination?: string
  readonly head?: string
  /** Of the route plan: how many steps, then each of them. Default: one over Raydium. */
  readonly plan?: readonly number[]
  /** Bytes after the last argument. */
  readonly behind?: readonly number[]
}
/**
 * The arguments behind the route plan: what is sold, what was quoted, the slippage and the
 * platform's fee.
 */
export const terms = (
  amount: bigint,
  out: bigint,
  slippage = 100n,
  platform = 0,
): readonly number[] => [...le(amount, 8), ...le(out, 8), ...le(slippage, 2), platform]
export const exchange = (
  { from, to, amount, out }: Exchange,
  changed: Changed = {},
): Instruction => ({
  program: jupiter,
  accounts: [
    tokens,
    changed.authority ?? ada,
    changed.source ?? tokenAccountOf(ada, from),
    changed.destination ?? tokenAccountOf(ada, to),
    changed.beside ?? jupiter,
    changed.mint ?? to,
    changed.feeAccount ?? jupiter,
    key('event authority'),
    jupiter,
    key('a market'),
  ],
  data: Uint8Array.of(
    ...Buffer.from(changed.head ?? 'e517cb977ae3ad2a', 'hex'),
    ...(changed.plan ?? [1, 0, 0, 0, 7, 100, 0, 1]),
    ...terms(changed.amount ?? amount, changed.out ?? out, changed.slippage, changed.platform),
    ...(changed.behind ?? []),
  ),
})
export const instructionsOf = (trade: Exchange, changed: Changed = {}): readonly Instruction[] => [
  ...limit(300_000n, 1_000n),
  ...(trade.from === sol ? [openTokenAccount(sol), ...wrapping(trade.amount)] : []),
  openTokenAccount(trade.to),
  exchange(trade, changed),
  ...(trade.from === sol || trade.to === sol ? [closing()] : []),
]
export interface State {
  readonly lamports: number
  readonly owner: string
  readonly data: readonly [string, 'base64']
}
const stateOf = (data: Uint8Array, lamports = 2_039_280, owner: string = tokens): State => ({
  lamports,
  owner,
  data: [Buffer.from(data).toString('base64'), 'base64'],
})
export const tokenAccount = (
  mint: string,
  owner: string,
  amount: bigint,
  delegated = 0,
  program = tokens,
) => {
  const data = new Uint8Array(165)
  data.set(known.get(mint) ?? [], 0)
  data.set(known.get(owner) ?? [], 32)
  data.set(le(amount, 8), 64)
  data.set(le(BigInt(delegated), 4), 72)
  return stateOf(data, 2_039_280 + (mint === sol ? Number(amount) : 0), program)
}
export const isTokenAccount = (
  state: State | null | undefined,
  mint: string,
  owner: string,
): state is State => {
  const [data] = state?.data ?? ['']
  const bytes = Buffer.from(data, 'base64')
  return (
    state?.owner === tokens &&
    base58(bytes.subarray(0, 32)) === mint &&
    base58(bytes.subarray(32, 64)) === owner
  )
}
export const mintState = (decimals: number) =>
  stateOf(Uint8Array.from({ length: 82 }, (_, at) => (at === 44 ? decimals : 0)))
export const tableState = (addresses: readonly string[]) =>
  stateOf(
    Uint8Array.from([
      ...new Uint8Array(56),
      ...addresses.flatMap(one => [...(known.get(one) ?? [])]),
    ]),
  )
export type Ledger = Record<string, State | null>
export const wallet = (lamports: number) => stateOf(new Uint8Array(0), lamports, system)

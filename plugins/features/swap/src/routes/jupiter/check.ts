/**
 * Reads what Jupiter has a person sign, instruction by instruction, and compares it with what they
 * were shown (threats S20 to S22). Pure. What it cannot read is wrong: programs, functions and
 * accounts are those of this exchange, and no others.
 */
import { endOfRoutePlan } from './route-plan.js'
import { type Instruction, type Message, numberAt } from './wire.js'

export const wrappedCoin = 'So11111111111111111111111111111111111111112'
/** Jupiter's aggregator, version 6. Source: its published IDL, and https://dev.jup.ag/docs */
const jupiter = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
export const tokenPrograms: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
const system = '11111111111111111111111111111111'
const computeBudget = 'ComputeBudget111111111111111111111111111111'
const associatedTokens = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

/** Lamports for a signature, and the highest accepted priority fee: 0.01 SOL. */
const [signatureFee, mostFee] = [5_000n, 10_000_000n] as const
/**
 * Compute units that the network grants without a limit: so many for each instruction, and so many
 * in total. A higher limit is cut to the total.
 */
const [unitsPerInstruction, mostUnits] = [200_000n, 1_400_000n] as const
/**
 * Instructions of the compute budget by their first byte, with their length: heap, unit limit, unit
 * price, limit of loaded data.
 */
const budgetLengths: Readonly<Record<number, number>> = { 1: 5, 2: 5, 3: 9, 4: 5 }

/** What the person was shown. Tokens by their mint; the native coin is the wrapped one. */
export interface Shown {
  readonly account: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly slippageBasisPoints: number
}
/** The contents of the exchange instruction. */
export interface Order {
  /**
   * The token account that pays. The program sells the token of this account, even when the quote
   * was for another mint.
   */
  readonly source: string
  readonly destination: string
  /** Base units of the target: the minimum that the chain enforces. */
  readonly minimum: bigint
  /** Lamports. */
  readonly fee: bigint
  /**
   * Token accounts of the person that are opened unless they are there, with their mint. The
   * associated token program enforces both.
   */
  readonly opened: ReadonlyMap<string, string>
}
export type JupiterFault =
  | 'unreadable'
  | 'payer'
  | 'program'
  | 'recipient'
  | 'token'
  | 'amount'
  | 'minimum'
  | 'value'
  | 'gas'
  | 'transfer'
  | 'deadline'

interface Route {
  /** The offset of the route plan in the data. */
  readonly plan: number
  /** Indices of the accounts to check. */
  readonly authority: number
  readonly source: number
  readonly destination: number
  readonly sourceMint?: number
  readonly mint: number
  readonly fee: number
}
/**
 * The functions that are accepted, by their discriminator. Others, with exact outputs or a token
 * ledger, are not the exchange that was shown.
 */
const routes: Readonly<Record<string, Route>> = {
  // route
  e517cb977ae3ad2a: { plan: 8, authority: 1, source: 2, destination: 3, mint: 5, fee: 6 },
  // sharedAccountsRoute, whose first argument is one byte
  c1209b3341d69c81: {
    plan: 9,
    authority: 2,
    source: 3,
    destination: 6,
    sourceMint: 7,
    mint: 8,
    fee: 9,
  },
}
const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')

export function readOrder(message: Message, shown: Shown): Order | JupiterFault {
  const { account, from, to } = shown
  if (message.signers.length !== 1 || message.signers[0] !== account) return 'payer'
  const opened = new Map<string, string>()
  const budget = { units: unitsPerInstruction * BigInt(message.instructions.length), price: 0n }
  let exchange: Instruction | undefined
  let wraps = 0n

  const faults: Readonly<Record<string, (instruction: Instruction) => JupiterFault | undefined>> = {
    [computeBudget]({ data }) {
      if (budgetLengths[data[0] ?? 0] !== data.length) return 'unreadable'
      if (data[0] === 2) budget.units = numberAt(data, 1, 4)
      if (data[0] === 3) budget.price = numberAt(data, 1)
      return undefined
    },
    /** Opens an account for a token of this exchange, for the person, at their cost. */
    [associatedTokens]({ data, accounts }) {
      const [payer, place = '', owner, mint = '', systemProgram, tokenProgram = ''] = accounts
      if (systemProgram !== system || !tokenPrograms.includes(tokenProgram)) return 'program'
      if (data.length > 1 || (data[0] ?? 0) > 1) return 'unreadable'
      if (payer !== account || owner !== account) return 'recipient'
      if (mint !== from && mint !== to) return 'token'
      opened.set(place, mint)
      return undefined
    },
    /**
     * Nothing is sent but the coins that are sold, to the person's own account for wrapped ones.
     */
    [system]({ data, accounts }) {
      const [payer, place = ''] = accounts
      if (numberAt(data, 0, 4) !== 2n || data.length !== 12) return 'unreadable'
      if (payer !== account || opened.get(place) !== wrappedCoin) return 'transfer'
      wraps += numberAt(data, 4)
      return undefined
    },
    [jupiter](instruction) {
      if (exchange) return 'unreadable'
      exchange = instruction
      return undefined
    },
    ...Object.fromEntries(
      tokenPrograms.map(program => [
        program,
        // SyncNative, and CloseAccount to the person, which returns the rest of the wrapped coin.
        ({ data, accounts }: Instruction): JupiterFault | undefined => {
          const [place = '', destination, owner] = accounts
          if (data.length !== 1 || (data[0] !== 17 && data[0] !== 9)) return 'transfer'
          if (opened.get(place) !== wrappedCoin) return 'recipient'
          return data[0] === 9 && (destination !== account || owner !== account)
            ? 'recipient'
            : undefined
        },
      ]),
    ),
  }
  for (const instruction of message.instructions) {
    const read = Object.hasOwn(faults, instruction.program)
      ? faults[instruction.program]
      : undefined
    const fault = read ? read(instruction) : 'program'
    if (fault) return fault
  }
  const units = budget.units < mostUnits ? budget.units : mostUnits
  const fee = signatureFee + (units * budget.price + 999_999n) / 1_000_000n
  if (fee > mostFee) return 'gas'
  if (wraps > (from === wrappedCoin ? shown.amount : 0n)) return 'value'
  const order = exchange ? readExchange(exchange, shown) : 'unreadable'
  if (typeof order === 'string') return order
  return { ...order, fee, opened }
}

/**
 * Reads the instruction that exchanges. The program reads its arguments from the front and ignores
 * what follows them: bytes that are left over refuse the route.
 */
function readExchange(
  { data, accounts }: Instruction,
  { account, from, to, amount, slippageBasisPoints }: Shown,
): Pick<Order, 'source' | 'destination' | 'minimum'> | JupiterFault {
  const route = routes[hexOf(data.slice(0, 8))]
  const end = route && endOfRoutePlan(data, route.plan)
  if (!route || end === undefined || data.length !== end + 19) return 'unreadable'
  const [sold, quoted] = [numberAt(data, end), numberAt(data, end + 8)]
  const [slippage, platformFee] = [numberAt(data, end + 16, 2), numberAt(data, end + 18, 1)]
  if (accounts[route.authority] !== account) return 'payer'
  if (accounts[route.mint] !== to || (route.sourceMint && accounts[route.sourceMint] !== from))
    return 'token'
  if (sold !== amount) return 'amount'
  if (slippage > BigInt(slippageBasisPoints)) return 'minimum'
  // A platform fee that was not shown. Without a fee its account is the program itself.
  if (platformFee || accounts[route.fee] !== jupiter) return 'value'
  const [source = '', destination = ''] = [accounts[route.source], accounts[route.destination]]
  // `route` can pay another account than the destination. Otherwise this account is the program
  // itself.
  if (route.authority === 1 && accounts[4] !== jupiter && accounts[4] !== destination)
    return 'recipient'
  return { source, destination, minimum: (quoted * (10_000n - slippage)) / 10_000n }
}

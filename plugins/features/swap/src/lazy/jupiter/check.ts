/**
 * Reads what Jupiter has a person sign, instruction by instruction, and compares it with what they were shown (threats S20 to S22). Pure. What it cannot read is wrong:
 * programs, functions and accounts are those of this exchange, and no others.
 */
import { type Instruction, type Message, numberAt } from './wire.js'

export const wrappedCoin = 'So11111111111111111111111111111111111111112'
/** Jupiter's aggregator, version 6. Source: its published IDL, and https://dev.jup.ag/docs */
const jupiter = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const tokenPrograms = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'] as const
const system = '11111111111111111111111111111111'
const computeBudget = 'ComputeBudget111111111111111111111111111111'
const associatedTokens = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

/** Lamports for a signature, and the most that anybody pays for speed: 0.01 SOL. */
const [signatureFee, mostFee] = [5_000n, 10_000_000n] as const
const usualUnits = 200_000n

/** What the person was shown. Tokens by their mint; the native coin is the wrapped one. */
export interface Shown {
  readonly account: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly slippageBasisPoints: number
}
/** What stands in the one instruction that exchanges. */
export interface Order {
  readonly source: string
  readonly destination: string
  /** Base units of the target: what the chain enforces. */
  readonly minimum: bigint
  /** Lamports. */
  readonly fee: bigint
  /** The account of the wrapped coin, which is opened and closed again. */
  readonly wrapped: string | undefined
  /** Accounts that are opened for tokens of the person, and stay. */
  readonly opened: readonly string[]
}
export type JupiterFault = 'unreadable' | 'payer' | 'program' | 'recipient' | 'token' | 'amount' | 'minimum' | 'value' | 'gas' | 'transfer' | 'deadline'

/** `routes`: of each function the place of the accounts that matter. Others, with exact outputs or a ledger of tokens, are no exchange that was shown. */
const routes: Readonly<
  Record<string, { readonly authority: number; readonly source: number; readonly destination: number; readonly mint: number; readonly fee: number }>
> = {
  // route
  e517cb977ae3ad2a: { authority: 1, source: 2, destination: 3, mint: 5, fee: 6 },
  // sharedAccountsRoute
  c1209b3341d69c81: { authority: 2, source: 3, destination: 6, mint: 8, fee: 9 },
}
const hexOf = (bytes: Uint8Array): string => [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')

export function readOrder(message: Message, shown: Shown): Order | JupiterFault {
  const { account, from, to } = shown
  if (message.signers.length !== 1 || message.signers[0] !== account) return 'payer'
  const opened = new Map<string, string>()
  const budget = { units: usualUnits, price: 0n }
  let exchange: Instruction | undefined
  let wraps = 0n

  const faults: Readonly<Record<string, (instruction: Instruction) => JupiterFault | undefined>> = {
    [computeBudget]({ data }) {
      if (data[0] === 2) budget.units = numberAt(data, 1, 4)
      if (data[0] === 3) budget.price = numberAt(data, 1)
      return undefined
    },
    /** Opens an account for a token of this exchange, for the person, at their cost. */
    [associatedTokens]({ data, accounts }) {
      const [payer, place = '', owner, mint = ''] = accounts
      if (data.length > 1 || (data[0] ?? 0) > 1) return 'unreadable'
      if (payer !== account || owner !== account) return 'recipient'
      if (mint !== from && mint !== to) return 'token'
      opened.set(place, mint)
      return undefined
    },
    /** Nothing is sent but the coins that are sold, to the person's own account for wrapped ones. */
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
        // SyncNative, and CloseAccount to the person: what is left of the wrapped coin comes back.
        ({ data, accounts }: Instruction): JupiterFault | undefined => {
          const [place = '', destination, owner] = accounts
          if (data.length !== 1 || (data[0] !== 17 && data[0] !== 9)) return 'transfer'
          if (opened.get(place) !== wrappedCoin) return 'recipient'
          return data[0] === 9 && (destination !== account || owner !== account) ? 'recipient' : undefined
        },
      ]),
    ),
  }
  for (const instruction of message.instructions) {
    const read = Object.hasOwn(faults, instruction.program) ? faults[instruction.program] : undefined
    const fault = read ? read(instruction) : 'program'
    if (fault) return fault
  }
  const fee = signatureFee + (budget.units * budget.price + 999_999n) / 1_000_000n
  if (fee > mostFee) return 'gas'
  if (wraps > (from === wrappedCoin ? shown.amount : 0n)) return 'value'
  const order = exchange ? readExchange(exchange, shown) : 'unreadable'
  if (typeof order === 'string') return order
  const wrapped = [...opened].find(([, mint]) => mint === wrappedCoin)?.[0]
  return { ...order, fee, wrapped, opened: [...opened.keys()].filter(place => place !== wrapped) }
}

/** Its last 19 bytes are what is sold, what was quoted, the slippage and the platform's fee, whatever the way before them. */
function readExchange(
  { data, accounts }: Instruction,
  { account, to, amount, slippageBasisPoints }: Shown,
): Pick<Order, 'source' | 'destination' | 'minimum'> | JupiterFault {
  const places = routes[hexOf(data.slice(0, 8))]
  const end = data.length - 19
  if (!places || end < 12) return 'unreadable'
  const [sold, quoted] = [numberAt(data, end), numberAt(data, end + 8)]
  const [slippage, platformFee] = [numberAt(data, end + 16, 2), numberAt(data, end + 18, 1)]
  if (accounts[places.authority] !== account) return 'payer'
  if (accounts[places.mint] !== to) return 'token'
  if (sold !== amount) return 'amount'
  if (slippage > BigInt(slippageBasisPoints)) return 'minimum'
  // A fee of somebody's that nobody was shown; the program itself stands where there is none.
  if (platformFee || accounts[places.fee] !== jupiter) return 'value'
  const [source = '', destination = ''] = [accounts[places.source], accounts[places.destination]]
  // `route` can send to an account beside the person's: where it does not, the program stands there.
  if (places.authority === 1 && accounts[4] !== jupiter && accounts[4] !== destination) return 'recipient'
  return { source, destination, minimum: (quoted * (10_000n - slippage)) / 10_000n }
}

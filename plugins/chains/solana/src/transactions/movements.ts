/** Extracts the plain transfers of a transaction: recipient, amount and asset. */

import { readTokenAccount } from '../assets/token-accounts.js'
import { accountsAt } from '../node/node-accounts.js'
import type { Rpc } from '../node/rpc.js'
import { associatedTokenProgram, systemProgram, tokenPrograms } from './programs.js'
import type { WireInstruction, WireTransaction } from './transaction-wire.js'

export interface Movement {
  /** The owner of the receiving token account, where known; else that account. */
  readonly to: string
  /** A mint, or `native`. */
  readonly asset: string
  readonly amount: bigint
}

/**
 * Extracts the transfers of each transaction, summed per recipient. Omits accounts of lookup
 * tables, whose addresses are not in the transaction.
 */
export async function movementsIn(
  rpc: Rpc,
  transactions: readonly WireTransaction[],
  signal: AbortSignal,
): Promise<readonly (readonly Movement[])[]> {
  const all = transactions.map(({ instructions }) =>
    instructions.flatMap(one => movementOf(one) ?? []),
  )
  const places = [...new Set(all.flat().flatMap(({ to, isToken }) => (isToken ? [to] : [])))]
  const accounts = places.length ? await accountsAt(rpc, places, signal) : []
  // An account that the transaction opens may not exist if it was never sent, so its owner is read
  // from the opening instruction.
  const opened = new Map(transactions.flatMap(({ instructions }) => instructions.flatMap(openedBy)))
  const holderOf = (place: string) => {
    const account = accounts[places.indexOf(place)]
    return (account && readTokenAccount(account)) ?? opened.get(place)
  }
  return all.map(movements => {
    const sums = new Map<string, Movement>()
    for (const { to: place, amount, isToken, mint } of movements) {
      const holder = isToken ? holderOf(place) : undefined
      const [to, asset] = [
        holder?.owner ?? place,
        isToken ? (mint ?? holder?.mint ?? '') : 'native',
      ]
      sums.set(`${to} ${asset}`, {
        to,
        asset,
        amount: amount + (sums.get(`${to} ${asset}`)?.amount ?? 0n),
      })
    }
    return [...sums.values()]
  })
}

/** Decodes the associated token program's instruction: payer, account, owner, mint. */
function openedBy({
  program,
  accounts: [, place, owner, mint],
}: WireInstruction): readonly (readonly [
  string,
  { readonly owner: string; readonly mint: string },
])[] {
  return program === associatedTokenProgram && place && owner && mint
    ? [[place, { owner, mint }]]
    : []
}

interface RawMovement {
  readonly to: string
  readonly amount: bigint
  readonly isToken: boolean
  readonly mint?: string | undefined
}
/**
 * Source: the instructions of the system program (Transfer is 2) and of the token programs
 * (Transfer is 3, TransferChecked 12, with a fee 26 and 1).
 */
function movementOf({ program, accounts, data }: WireInstruction): RawMovement | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const made = (
    to: string | undefined,
    at: number,
    isToken: boolean,
    mint?: string,
  ): RawMovement | undefined =>
    to && !to.includes('/') && data.length >= at + 8
      ? { to, amount: view.getBigUint64(at, true), isToken, mint }
      : undefined
  if (program === systemProgram && data.length === 12 && view.getUint32(0, true) === 2)
    return made(accounts[1], 4, false)
  if (!tokenPrograms.includes(program)) return undefined
  if (data[0] === 3) return made(accounts[1], 1, true)
  if (data[0] === 12) return made(accounts[2], 1, true, accounts[1])
  return data[0] === 26 && data[1] === 1 ? made(accounts[2], 2, true, accounts[1]) : undefined
}

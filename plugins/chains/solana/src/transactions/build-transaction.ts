/** Builds transactions with @solana/web3.js and the programs' own clients. Makes no requests. */

import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  type IInstruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/web3.js'
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget'
import { getTransferSolInstruction } from '@solana-program/system'
import { splToken } from './programs.js'

export type Instruction = IInstruction
export interface Budget {
  /** Limit of compute units. */
  readonly units: number
  /** Millionths of a lamport offered per unit. */
  readonly price: bigint
}
export interface Lifetime {
  readonly blockhash: string
  readonly lastValidBlockHeight: bigint
}

/**
 * Builds an unsigned transaction of version 0 in wire format. The budget comes first, where wallets
 * expect it.
 */
export function buildTransaction(
  payer: string,
  lifetime: Lifetime,
  { units, price }: Budget,
  instructions: readonly Instruction[],
): Uint8Array {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    one => setTransactionMessageFeePayer(payer as Address, one),
    one =>
      setTransactionMessageLifetimeUsingBlockhash(
        { ...lifetime, blockhash: lifetime.blockhash as Blockhash },
        one,
      ),
    one =>
      appendTransactionMessageInstructions(
        [
          getSetComputeUnitLimitInstruction({ units }),
          getSetComputeUnitPriceInstruction({ microLamports: price }),
          ...instructions,
        ],
        one,
      ),
  )
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)))
}

export const sendSol = (from: string, to: string, lamports: bigint): Instruction =>
  getTransferSolInstruction({
    source: createNoopSigner(from as Address),
    destination: to as Address,
    amount: lamports,
  })

/** Token instructions, by the client of the token's program. */
export interface TokenClient {
  /** The owner's associated token account. */
  accountOf(owner: string): Promise<string>
  /** Opens the account unless it exists. The payer deposits its rent. */
  open(payer: string, account: string, owner: string): Instruction
  /** The program checks `decimals`, so a misread amount moves nothing. */
  send(
    authority: string,
    source: string,
    destination: string,
    amount: bigint,
    decimals: number,
  ): Instruction
}
export async function tokenClient(program: string, mintText: string): Promise<TokenClient> {
  const mint = mintText as Address
  const tokenProgram = program as Address
  const client =
    program === splToken
      ? await import('@solana-program/token')
      : await import('@solana-program/token-2022')
  return {
    async accountOf(owner) {
      const [account] = await client.findAssociatedTokenPda({
        owner: owner as Address,
        mint,
        tokenProgram,
      })
      return account
    },
    open: (payer, ata, owner) =>
      client.getCreateAssociatedTokenIdempotentInstruction({
        payer: createNoopSigner(payer as Address),
        ata: ata as Address,
        owner: owner as Address,
        mint,
        tokenProgram,
      }),
    send: (authority, source, destination, amount, decimals) =>
      client.getTransferCheckedInstruction({
        source: source as Address,
        mint,
        destination: destination as Address,
        authority: createNoopSigner(authority as Address),
        amount,
        decimals,
      }),
  }
}

import type { Hex } from '@portico/kernel/chain'
import { keccak256, parseTransaction, recoverTransactionAddress } from 'viem'

/** Reads a signed transaction, and who signed it. Throws for what is none. */
export async function readSignedTransaction(signed: Hex) {
  const transaction = parseTransaction(signed)
  const signer = await recoverTransactionAddress({
    serializedTransaction: signed as `0x02${string}`,
  })
  return { transaction, signer, hash: keccak256(signed) }
}

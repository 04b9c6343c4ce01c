import type { Account } from '@portico/kernel/account'
import { ChainError, type Eip155Transaction, type Hex, type NetworkId } from '@portico/kernel/chain'
import { keccak256, parseTransaction, recoverTransactionAddress } from 'viem'
import { isSameChain } from '../wallets/hand-over.js'
import { readBytes } from '../wallets/wallet-answers.js'

/**
 * Reads a transaction that a wallet signed without sending it, and whether it is `body`, signed by
 * this account. Throws a ChainError `WALLET_ANSWER` for what is no signed transaction.
 */
export async function checkSigned(
  answer: unknown,
  from: Account,
  network: NetworkId,
  body: Eip155Transaction,
): Promise<{ readonly signed: Hex; readonly hash: Hex; readonly isReplacement: boolean }> {
  const signed = readSigned(answer)
  if (!signed) throw new ChainError('WALLET_ANSWER')
  let sent: ReturnType<typeof parseTransaction>
  let signer: string
  try {
    sent = parseTransaction(signed)
    signer = await recoverTransactionAddress({ serializedTransaction: signed as `0x02${string}` })
  } catch (cause) {
    throw new ChainError('WALLET_ANSWER', undefined, { cause })
  }
  const isReplacement =
    signer.toLowerCase() === from.address.toLowerCase() &&
    BigInt(sent.nonce ?? 0) === body.nonce &&
    sent.chainId !== undefined &&
    isSameChain(`0x${sent.chainId.toString(16)}`, network) &&
    (sent.to ?? '').toLowerCase() === (body.to ?? '').toLowerCase() &&
    (sent.value ?? 0n) === (body.value ?? 0n) &&
    (sent.data ?? '0x').toLowerCase() === (body.data ?? '0x').toLowerCase()
  return { signed, hash: keccak256(signed), isReplacement }
}

/** Nodes and some wallets answer with an object around the bytes. */
const readSigned = (answer: unknown): Hex | undefined =>
  readBytes(answer, 262_144) ?? readBytes(Object(answer).raw, 262_144)

import type { Hex } from '@portico/kernel/chain'
import {
  formatTransaction,
  keccak256,
  padHex as pad,
  parseTransaction,
  type RpcTransaction,
  recoverTransactionAddress,
  serializeTransaction,
} from 'viem'
import type { PendingCall } from '../node/node-answers.js'

/** Reads a signed transaction, and who signed it. Throws for what is none. */
export async function readSignedTransaction(signed: Hex) {
  const transaction = parseTransaction(signed)
  const signer = await recoverTransactionAddress({
    serializedTransaction: signed as `0x02${string}`,
  })
  return { transaction, signer, hash: keccak256(signed) }
}

/**
 * True if the transaction has this hash, and its sender signed it. A node that names another nonce
 * or recipient than it has would make a second payment of its replacement. `answer`: the node's
 * own, which has the signature.
 */
export async function isAsSigned(
  { hash, from, to, value, input, gas, nonce, most, tip }: PendingCall,
  answer: unknown,
): Promise<boolean> {
  try {
    const {
      type,
      chainId,
      r,
      s,
      v,
      yParity = 0,
      accessList,
    } = formatTransaction(answer as RpcTransaction)
    const body = { to, value, data: input, gas, nonce: Number(nonce) }
    const signature = { r: pad(r), s: pad(s), v, yParity }
    const signed =
      type === 'eip1559'
        ? serializeTransaction(
            { ...body, type, chainId, accessList, maxFeePerGas: most, maxPriorityFeePerGas: tip },
            signature,
          )
        : serializeTransaction({ ...body, type: 'legacy', gasPrice: most }, signature)
    const { signer, hash: own } = await readSignedTransaction(signed)
    return own === hash && signer.toLowerCase() === from.toLowerCase()
  } catch {
    // Malformed, so it is not what the sender signed.
    return false
  }
}

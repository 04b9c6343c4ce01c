import { sha256 } from '@noble/hashes/sha2.js'
import { RawOldTx, RawTx } from '@scure/btc-signer/script.js'
import { hexOf } from '../node/bytes.js'

export interface Output {
  readonly script: Uint8Array
  readonly value: bigint
}
/**
 * A transaction of any version and with any scripts. The library's `Transaction` refuses unknown
 * versions and scripts.
 */
export interface RawTransaction {
  /** Computed from the bytes, so an endpoint cannot give a transaction another one's id. */
  readonly id: string
  readonly version: number
  readonly inputs: readonly { readonly txid: string; readonly vout: number }[]
  readonly outputs: readonly Output[]
  /** Without witnesses, as in PSBTs. */
  readonly bytes: Uint8Array
}

/** Throws for malformed bytes. */
export function readRawTransaction(bytes: Uint8Array): RawTransaction {
  const fields = RawTx.decode(bytes)
  return {
    id: transactionId(fields),
    version: fields.version,
    inputs: fields.inputs.map(({ txid, index: vout }) => ({ txid: hexOf(txid), vout })),
    outputs: fields.outputs.map(({ script, amount: value }) => ({ script, value })),
    bytes: RawOldTx.encode(fields),
  }
}

/**
 * Computes the id of decoded fields. The library has ids of signed transactions only, and the
 * parents in a PSBT may lack their signatures.
 */
export const transactionId = (fields: Parameters<typeof RawOldTx.encode>[0]): string =>
  hexOf(sha256(sha256(RawOldTx.encode(fields))).reverse())

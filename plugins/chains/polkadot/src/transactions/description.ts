/**
 * Describes a transaction and the account's state before the wallet request, as text for storage.
 */
import { ChainError, type Hex } from '@portico/kernel/chain'
import * as v from 'valibot'
import type { SubstrateNetwork } from '../networks.js'
import { bytesOfHex, hexOf } from '../node/bytes.js'
import { u32 } from '../node/node-answers.js'
import { blake2 } from './extrinsic.js'

export interface Description {
  readonly from: Uint8Array
  /** Blake2 of the call's bytes, so the text stays short for a long call. */
  readonly callHash: Hex
  /** The account's next nonce, counting the pool. */
  readonly nonce: number
  /** The number of the newest final block. */
  readonly birth: number
}

const bytes32 = v.pipe(
  v.string(),
  v.regex(/^0x[\da-f]{64}$/),
  v.transform(text => text as Hex),
)
const stored = v.pipe(
  v.string(),
  v.maxLength(4_096),
  v.parseJson(),
  v.object({
    version: v.literal(1),
    genesis: bytes32,
    from: bytes32,
    callHash: bytes32,
    nonce: u32,
    birth: u32,
  }),
)

export const hashOfCall = (call: Uint8Array): Hex => hexOf(blake2(call, 32))

export function writeDescription(
  { from, ...rest }: Description,
  { genesisHash }: SubstrateNetwork,
): string {
  return JSON.stringify({ version: 1, genesis: genesisHash, from: hexOf(from), ...rest })
}
/**
 * Throws a ChainError CHAIN_ANSWER for text that `writeDescription` did not write for this network.
 */
export function readDescription(text: string, { genesisHash }: SubstrateNetwork): Description {
  const read = v.safeParse(stored, text)
  const from = read.success && bytesOfHex(read.output.from)
  if (!read.success || !from || read.output.genesis !== genesisHash)
    throw new ChainError('CHAIN_ANSWER')
  const { callHash, nonce, birth } = read.output
  return { from, callHash, nonce, birth }
}

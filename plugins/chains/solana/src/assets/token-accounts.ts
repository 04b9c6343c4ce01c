/** Decodes the accounts of the token programs. */
import { writeBase58 } from '../messages/keys.js'
import type { NodeAccount } from '../node/node-answers.js'
import { tokenPrograms } from '../transactions/programs.js'

const mintBytes = 82
const accountBytes = 165
// Token-2022: the byte after the layout shared with SPL Token.
const [isMint, isAccount] = [1, 2]

export interface TokenAccount {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
}

/** Returns the decimals of a mint. Undefined for any other account. */
export function readMint({ owner, data }: NodeAccount): number | undefined {
  const isIt =
    tokenPrograms.includes(owner) && (data.length === mintBytes || data[accountBytes] === isMint)
  return isIt && data[45] === 1 ? data[44] : undefined
}
/** Returns the Token-2022 extension of this type from a mint. Undefined where there is none. */
export function readMintEntry({ data }: NodeAccount, type: number): Uint8Array | undefined {
  if (data[accountBytes] !== isMint) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  for (let at = accountBytes + 1; at + 4 <= data.length; ) {
    const length = view.getUint16(at + 2, true)
    if (view.getUint16(at, true) === type) return data.subarray(at + 4, at + 4 + length)
    at += 4 + length
  }
  return undefined
}
/** Undefined for anything but a token account. */
export function readTokenAccount({ owner, data }: NodeAccount): TokenAccount | undefined {
  const isIt =
    tokenPrograms.includes(owner) &&
    (data.length === accountBytes ||
      (data.length > accountBytes && data[accountBytes] === isAccount))
  if (!isIt || data[108] === 0) return undefined
  const amount = new DataView(data.buffer, data.byteOffset).getBigUint64(64, true)
  return {
    mint: writeBase58(data.subarray(0, 32)),
    owner: writeBase58(data.subarray(32, 64)),
    amount,
  }
}

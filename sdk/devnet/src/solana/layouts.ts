/** The accounts of the token programs, byte by byte. */
import { type SolanaToken, token2022 } from './accounts.js'
import { fromBase58, toBase58 } from './base58.js'

const mintBytes = 82
const accountBytes = 165
// Token-2022: after what SPL Token has too, one byte says what it is, and entries of type, length
// and value follow.
const [isMint, isAccount] = [1, 2]
const [transferFeeConfig, transferFeeAmount, immutableOwner] = [1, 2, 7]

export function writeMint(
  { decimals, feeBasisPoints, program }: SolanaToken,
  authority: string,
  supply: bigint,
): Uint8Array {
  const data = Buffer.alloc(mintBytes)
  data.writeUInt32LE(1, 0)
  data.set(fromBase58(authority), 4)
  data.writeBigUInt64LE(supply, 36)
  data.writeUInt8(decimals, 44)
  data.writeUInt8(1, 45)
  return program === token2022 && feeBasisPoints
    ? extended(data, isMint, [[transferFeeConfig, feeConfig(authority, feeBasisPoints)]])
    : data
}

export function writeTokenAccount(
  { mint, feeBasisPoints, program }: SolanaToken,
  owner: string,
  amount: bigint,
): Uint8Array {
  const data = Buffer.alloc(accountBytes)
  data.set(fromBase58(mint), 0)
  data.set(fromBase58(owner), 32)
  data.writeBigUInt64LE(amount, 64)
  data.writeUInt8(1, 108)
  if (program !== token2022) return data
  return extended(data, isAccount, [
    [immutableOwner, Buffer.alloc(0)],
    ...(feeBasisPoints ? [[transferFeeAmount, Buffer.alloc(8)] as const] : []),
  ])
}

function feeConfig(authority: string, basisPoints: number): Buffer {
  const fee = Buffer.alloc(18)
  fee.writeBigUInt64LE(2n ** 64n - 1n, 8)
  fee.writeUInt16LE(basisPoints, 16)
  const key = fromBase58(authority)
  return Buffer.concat([key, key, Buffer.alloc(8), fee, fee])
}

function extended(
  data: Buffer,
  kind: number,
  entries: readonly (readonly [type: number, value: Buffer])[],
): Buffer {
  const values = entries.flatMap(([type, value]) => {
    const head = Buffer.alloc(4)
    head.writeUInt16LE(type, 0)
    head.writeUInt16LE(value.length, 2)
    return [head, value]
  })
  return Buffer.concat([
    data,
    Buffer.alloc(accountBytes - data.length),
    Uint8Array.of(kind),
    ...values,
  ])
}

export interface MintData {
  readonly decimals: number
  readonly supply: bigint
  readonly mintAuthority: string | null
  readonly freezeAuthority: string | null
  readonly isInitialized: boolean
}
export interface TokenAccountData {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly state: 'uninitialized' | 'initialized' | 'frozen'
  readonly isNative: boolean
}

/** Undefined: the account of a token program is no mint. */
export function readMint(bytes: Uint8Array): MintData | undefined {
  const data = Buffer.from(bytes)
  if (data.length !== mintBytes && data[accountBytes] !== isMint) return undefined
  return {
    decimals: data.readUInt8(44),
    supply: data.readBigUInt64LE(36),
    mintAuthority: data.readUInt32LE(0) ? toBase58(data.subarray(4, 36)) : null,
    freezeAuthority: data.readUInt32LE(46) ? toBase58(data.subarray(50, 82)) : null,
    isInitialized: data.readUInt8(45) === 1,
  }
}
/** Undefined: the account of a token program is no token account. */
export function readTokenAccount(bytes: Uint8Array): TokenAccountData | undefined {
  const data = Buffer.from(bytes)
  if (data.length !== accountBytes && data[accountBytes] !== isAccount) return undefined
  return {
    mint: toBase58(data.subarray(0, 32)),
    owner: toBase58(data.subarray(32, 64)),
    amount: data.readBigUInt64LE(64),
    state:
      (['uninitialized', 'initialized', 'frozen'] as const)[data.readUInt8(108)] ?? 'uninitialized',
    isNative: data.readUInt32LE(109) === 1,
  }
}

/** Encodes Substrate transactions (format 4): the signed payload and the extrinsic. */
import { blake2b } from '@noble/hashes/blake2.js'
import { ChainError, type Hex, TransferError } from '@portico/kernel/chain'
import { message } from '@portico/kernel/text'
import { bytesOfHex, concatBytes, hexOf } from '../node/bytes.js'
import type { Metadata, Variant } from '../node/metadata.js'
import type { Head, Runtime } from '../node/node.js'
import { compact, uint } from '../node/scale.js'
import { isEmpty } from '../node/values.js'

/** Everything that is signed besides the call. */
export interface Circumstances {
  readonly runtime: Runtime
  /** From the network's definition. */
  readonly genesis: Hex
  /**
   * Hash of the runtime's metadata, which the chain compares with its own (RFC-78). Absent: the
   * chain compares nothing.
   */
  readonly metadataHash?: Uint8Array | undefined
  /** The first block of the transaction's lifetime. */
  readonly birth: Head
  readonly nonce: number
  /** Base units. Default 0. */
  readonly tip?: bigint | undefined
}

/** Blocks after its birth in which a transaction is valid. A power of two. */
export const lifetime = 64

export const blake2 = (bytes: Uint8Array, length: number): Uint8Array =>
  blake2b(bytes, { dkLen: length })
/** Computes the hash by which the chain identifies a transaction. */
export const extrinsicHash = (extrinsic: Uint8Array): Hex => hexOf(blake2(extrinsic, 32))

/**
 * Whether the payment may close the sender's account. Older runtimes have an older name for the
 * second.
 */
export type TransferKind = keyof typeof transferNames
const transferNames = {
  keepAlive: ['transfer_keep_alive'],
  allowDeath: ['transfer_allow_death', 'transfer'],
} as const

/** A call that pays another account. */
export interface TransferCall {
  readonly to: Uint8Array
  readonly amount: bigint
  readonly kind: TransferKind
}
/** The position of a transfer call in a runtime. */
interface TransferPlace {
  readonly pallet: number
  readonly call: number
  /** The byte before an account id; undefined: the runtime expects the bare id. */
  readonly address: number | undefined
}

/** Encodes a call of the pallet `Balances` that pays another account. */
export function transferCall(
  { metadata }: Runtime,
  { to, amount, kind }: TransferCall,
): Uint8Array {
  const { pallet, call, address } = transferPlace(metadata, kind)
  if (to.length !== 32) throw unknownRuntime()
  return concatBytes(
    Uint8Array.of(pallet, call, ...(address === undefined ? [] : [address])),
    to,
    compact(amount),
  )
}
/**
 * Throws a TransferError TRANSFER_REFUSED where the runtime lacks the call, or expects other
 * arguments.
 */
export function transferPlace(metadata: Metadata, kind: TransferKind): TransferPlace {
  // Uses the type of all calls, because the metadata hash covers it, and not the list of pallets.
  const pallet = variantsOf(metadata, metadata.extrinsic.parameters.get('Call')).find(
    variant => variant.name === 'Balances',
  )
  const variants = variantsOf(metadata, pallet?.fields[0]?.type)
  const call = transferNames[kind]
    .map(name => variants.find(variant => variant.name === name))
    .find(Boolean)
  const [dest, value, ...more] = call?.fields ?? []
  if (
    !pallet ||
    !call ||
    !dest ||
    !value ||
    metadata.types.get(value.type)?.kind !== 'compact' ||
    more.length
  )
    throw unknownRuntime()
  return { pallet: pallet.index, call: call.index, address: accountPrefix(metadata, dest.type) }
}
function variantsOf(metadata: Metadata, type: number | undefined): readonly Variant[] {
  const shape = type === undefined ? undefined : metadata.types.get(type)
  return shape?.kind === 'variant' ? shape.variants : []
}

/**
 * Returns the byte before an account id where a runtime expects an address. Most accept several
 * kinds of address; some expect the bare id (undefined).
 */
function accountPrefix(metadata: Metadata, type: number): number | undefined {
  const shape = metadata.types.get(type)
  if (shape?.kind === 'composite' && shape.fields.length === 1) return undefined
  const id = variantsOf(metadata, type).find(({ name }) => name === 'Id')
  if (!id) throw unknownRuntime()
  return id.index
}

/** The minimum balance that keeps an account open. */
export function existentialDeposit({ metadata }: Runtime): bigint {
  const { value } = metadata.pallet('Balances')?.constants.get('ExistentialDeposit') ?? {}
  if (!value || value.length > 32) throw unknownRuntime()
  return value.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
}

export function mortalEra(birth: number): Uint8Array {
  const phase = birth % lifetime
  return uint(BigInt(Math.log2(lifetime) - 1) | (BigInt(phase) << 4n), 2)
}

type Parts = { readonly extra: Uint8Array; readonly additional: Uint8Array }
const nothing = new Uint8Array()

/**
 * Encodes what each extension adds. An unknown one is accepted only if it adds nothing, because a
 * guess would sign unknown content.
 */
function extensionParts(
  name: string,
  { runtime, genesis, birth, nonce, metadataHash, tip = 0n }: Circumstances,
): Parts | undefined {
  switch (name) {
    case 'CheckSpecVersion':
      return { extra: nothing, additional: uint(BigInt(runtime.specVersion), 4) }
    case 'CheckTxVersion':
      return { extra: nothing, additional: uint(BigInt(runtime.transactionVersion), 4) }
    case 'CheckGenesis':
      return { extra: nothing, additional: bytesOfHex(genesis) ?? nothing }
    case 'CheckEra':
    case 'CheckMortality':
      return { extra: mortalEra(birth.number), additional: bytesOfHex(birth.hash) ?? nothing }
    case 'CheckNonce':
      return { extra: compact(BigInt(nonce)), additional: nothing }
    case 'ChargeTransactionPayment':
      return { extra: compact(tip), additional: nothing }
    case 'ChargeAssetTxPayment':
      // The fee is paid in the chain's own coin.
      return { extra: concatBytes(compact(tip), Uint8Array.of(0)), additional: nothing }
    case 'CheckMetadataHash':
      return metadataHash
        ? { extra: Uint8Array.of(1), additional: Uint8Array.of(1, ...metadataHash) }
        : { extra: Uint8Array.of(0), additional: Uint8Array.of(0) }
    default:
      return undefined
  }
}
function partsOf(circumstances: Circumstances): Parts {
  const { metadata } = circumstances.runtime
  const parts = metadata.extrinsic.extensions.map(({ name, extra, additional }) => {
    const known = extensionParts(name, circumstances)
    if (!known && !(isEmpty(metadata, extra) && isEmpty(metadata, additional)))
      throw unknownRuntime()
    return known ?? { extra: nothing, additional: nothing }
  })
  return {
    extra: concatBytes(...parts.map(part => part.extra)),
    additional: concatBytes(...parts.map(part => part.additional)),
  }
}

/** The bytes to sign; long ones are hashed first. */
export function signedBytes(call: Uint8Array, circumstances: Circumstances): Uint8Array {
  const { extra, additional } = partsOf(circumstances)
  const payload = concatBytes(call, extra, additional)
  return payload.length > 256 ? blake2(payload, 32) : payload
}

/** Encodes the transaction for submission. `signature` includes the byte that names its kind. */
export function signedExtrinsic(
  call: Uint8Array,
  from: Uint8Array,
  signature: Uint8Array,
  circumstances: Circumstances,
): Uint8Array {
  const { metadata } = circumstances.runtime
  const prefix = accountPrefix(metadata, metadata.extrinsic.parameters.get('Address') ?? -1)
  if (from.length !== 32 || metadata.extrinsic.version !== 4) throw unknownRuntime()
  const body = concatBytes(
    Uint8Array.of(0x84, ...(prefix === undefined ? [] : [prefix])),
    from,
    signature,
    partsOf(circumstances).extra,
    call,
  )
  return concatBytes(compact(BigInt(body.length)), body)
}

/** Builds the wallet's payload (SignerPayloadJSON): the same fields by name, each number in hex. */
export function signerPayload(
  call: Hex,
  address: string,
  circumstances: Circumstances,
): SignerPayload {
  const { runtime, genesis, birth, nonce, metadataHash, tip = 0n } = circumstances
  const u32 = (value: number) => `0x${value.toString(16).padStart(8, '0')}` as Hex
  return {
    address,
    blockHash: birth.hash,
    blockNumber: u32(birth.number),
    era: hexOf(mortalEra(birth.number)),
    genesisHash: genesis,
    method: call,
    nonce: u32(nonce),
    specVersion: u32(runtime.specVersion),
    tip: `0x${tip.toString(16).padStart(32, '0')}`,
    transactionVersion: u32(runtime.transactionVersion),
    signedExtensions: runtime.metadata.extrinsic.extensions.map(({ name }) => name),
    version: 4,
    ...(metadataHash ? { mode: 1, metadataHash: hexOf(metadataHash) } : { mode: 0 }),
    withSignedTransaction: false,
  }
}
export interface SignerPayload {
  readonly address: string
  readonly blockHash: Hex
  readonly blockNumber: Hex
  readonly era: Hex
  readonly genesisHash: Hex
  readonly method: Hex
  readonly nonce: Hex
  readonly specVersion: Hex
  readonly tip: Hex
  readonly transactionVersion: Hex
  readonly signedExtensions: readonly string[]
  readonly version: number
  /** 1: the wallet signs `metadataHash` too. */
  readonly mode: 0 | 1
  readonly metadataHash?: Hex
  readonly withSignedTransaction: false
}

/** Parses the call of a draft. */
export function callBytes(call: Hex): Uint8Array {
  const bytes = bytesOfHex(call)
  if (!bytes) throw new ChainError('WALLET_UNSUPPORTED')
  return bytes
}
const unknownRuntime = () =>
  new TransferError(
    'TRANSFER_REFUSED',
    message(
      'polkadot.runtime',
      'This app does not know how this network builds its transactions. Nothing was sent.',
    ),
  )

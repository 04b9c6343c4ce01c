/**
 * Reads transfers of the coin on Polkadot networks that the frame knows, and writes the bytes that
 * are signed for them. Nothing of the page's description of the runtime is used.
 */
import { writeAddress } from '@portico/signatures/substrate-address'
import * as v from 'valibot'
import type { PolkadotNetwork } from '../networks/frame-network.js'
import { type Reading, reading, refused, unreadable } from './reading.js'

const hex = (digits: string) =>
  /* @__PURE__ */ v.pipe(v.string(), v.regex(new RegExp(`^0x${digits}$`)))
const bytes = /* @__PURE__ */ hex('(?:[\\da-f]{2})*')
const hash = /* @__PURE__ */ hex('[\\da-f]{64}')
const u32 = /* @__PURE__ */ hex('[\\da-f]{1,8}')

const payloadSchema = /* @__PURE__ */ v.looseObject({
  address: v.string(),
  genesisHash: hash,
  blockHash: hash,
  // Mortal for some blocks, or immortal.
  era: /* @__PURE__ */ hex('(?:00|[\\da-f]{4})'),
  method: bytes,
  nonce: u32,
  specVersion: u32,
  transactionVersion: u32,
  tip: /* @__PURE__ */ hex('[\\da-f]{1,32}'),
  mode: v.optional(v.picklist([0, 1]), 0),
  metadataHash: v.optional(hash),
  // A fee in another asset than the coin is not shown.
  assetId: v.optional(v.null()),
})
type Payload = v.InferOutput<typeof payloadSchema>

/** What was read, with the bytes to sign in hex. */
export interface PolkadotTransaction {
  readonly reading: Reading
  readonly payload: string
}

/**
 * Reads the payload that a page wants to have signed (the fields of `SignerPayloadJSON`). `self`:
 * true for the account that signs, however its address is written.
 */
export function readPolkadotPayload(
  given: unknown,
  networks: readonly PolkadotNetwork[],
  isSelf: (address: string) => boolean,
): PolkadotTransaction {
  const stop = (outcome: Reading): PolkadotTransaction => ({ reading: outcome, payload: '0x' })
  const found = v.safeParse(payloadSchema, given)
  if (!found.success) return stop(unreadable)
  const payload = found.output
  if (!isSelf(payload.address)) return stop(refused('other-account'))
  const network = networks.find(one => one.genesisHash === payload.genesisHash)
  if (!network || !isKnownRuntime(payload, network)) return stop(unreadable)
  const transfer = readTransfer(bytesOf(payload.method), network)
  if (!transfer) return stop(unreadable)
  const tip = BigInt(payload.tip)
  const to = writeAddress(transfer.account, network.prefix)
  return {
    reading: reading(
      [
        { kind: 'transfer', asset: 'native', to, amount: transfer.amount },
        ...(tip > 0n ? [{ kind: 'tip', amount: tip } as const] : []),
      ],
      { fee: 'unknown' },
    ),
    payload: hexOf(signedBytes(payload, tip, network)),
  }
}

/**
 * A signature with a hash of the metadata is valid for that runtime alone. Where the frame has a
 * list of hashes, it signs for no other runtime.
 */
function isKnownRuntime(
  { mode, metadataHash }: Payload,
  { checksMetadata, metadataHashes }: PolkadotNetwork,
): boolean {
  const isChecked = mode === 1
  if (isChecked !== (metadataHash !== undefined) || (isChecked && !checksMetadata)) return false
  return !metadataHashes || (metadataHash !== undefined && metadataHashes.includes(metadataHash))
}

/** The call, what each extension adds, and what is signed without being sent, in their order. */
function signedBytes(payload: Payload, tip: bigint, network: PolkadotNetwork): Uint8Array {
  const { hasFeeAsset, checksMetadata } = network
  const { mode, metadataHash } = payload
  return concat(
    bytesOf(payload.method),
    bytesOf(payload.era),
    compact(BigInt(payload.nonce)),
    compact(tip),
    Uint8Array.of(...(hasFeeAsset ? [0] : []), ...(checksMetadata ? [mode] : [])),
    littleEndian(BigInt(payload.specVersion), 4),
    littleEndian(BigInt(payload.transactionVersion), 4),
    bytesOf(payload.genesisHash),
    bytesOf(payload.blockHash),
    Uint8Array.of(...(checksMetadata ? [mode] : [])),
    metadataHash === undefined ? new Uint8Array() : bytesOf(metadataHash),
  )
}

/** A call: pallet, call, 0 for an account, its 32 bytes, the amount. */
function readTransfer(
  call: Uint8Array,
  { balances, transferKeepAlive, transferAllowDeath }: PolkadotNetwork,
): { readonly account: Uint8Array; readonly amount: bigint } | undefined {
  const [pallet, name, kind] = call
  const isTransfer =
    pallet === balances &&
    (name === transferKeepAlive || name === transferAllowDeath) &&
    kind === 0 &&
    call.length > 35
  const amount = isTransfer ? readCompact(call.subarray(35)) : undefined
  return amount === undefined ? undefined : { account: call.subarray(3, 35), amount }
}

/** Reads a compact number of SCALE; undefined unless it fills exactly these bytes. */
function readCompact(encoded: Uint8Array): bigint | undefined {
  const [first = 0] = encoded
  const mode = first & 3
  const length = mode === 3 ? (first >> 2) + 5 : [1, 2, 4][mode]
  if (encoded.length !== length || length > 17) return undefined
  const number = (part: Uint8Array) =>
    part.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)
  return mode === 3 ? number(encoded.subarray(1)) : number(encoded) >> 2n
}

/** Writes a compact number of SCALE. */
function compact(value: bigint): Uint8Array {
  if (value < 64n) return littleEndian(value << 2n, 1)
  if (value < 2n ** 14n) return littleEndian((value << 2n) | 1n, 2)
  if (value < 2n ** 30n) return littleEndian((value << 2n) | 2n, 4)
  const length = Math.max(4, Math.ceil(value.toString(16).length / 2))
  return concat(Uint8Array.of(((length - 4) << 2) | 3), littleEndian(value, length))
}

const littleEndian = (value: bigint, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_none, at) => Number((value >> BigInt(8 * at)) & 0xffn))
const concat = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap(part => [...part]))
const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(text.slice(2).match(/../g) ?? [], pair => Number.parseInt(pair, 16))
const hexOf = (value: Uint8Array): string =>
  `0x${[...value].map(byte => byte.toString(16).padStart(2, '0')).join('')}`

/** Decodes transfers of the coin on Polkadot networks whose runtime the frame was built for. */
import { writeAddress } from '@portico/signatures/substrate-address'
import * as v from 'valibot'
import { type Reading, reading, refused, unreadable } from './reading.js'

/** A network, and the runtimes whose calls the frame knows. */
export interface PolkadotNetwork {
  readonly genesisHash: string
  /** Of its addresses. */
  readonly prefix: number
  /** Places of the calls: the pallet, and two calls of it. */
  readonly balances: number
  readonly transferKeepAlive: number
  readonly transferAllowDeath: number
  /**
   * The hashes of the runtimes' metadata. The network refuses a signature with another hash
   * (CheckMetadataHash), so these places mean what the frame says.
   */
  readonly metadataHashes: readonly string[]
}

const bytes = /* @__PURE__ */ v.pipe(v.string(), v.regex(/^0x(?:[\da-f]{2})*$/))
const payloadSchema = /* @__PURE__ */ v.looseObject({
  address: v.string(),
  genesisHash: bytes,
  method: bytes,
  tip: v.pipe(v.string(), v.regex(/^0x0*$/)),
  mode: v.literal(1),
  metadataHash: bytes,
  // A fee in another asset than the coin is not shown.
  assetId: v.optional(v.null()),
})

/**
 * Reads the payload that a page wants to have signed (the fields of `SignerPayloadJSON`). `self`:
 * the address of the account.
 */
export function readPolkadotPayload(
  payload: unknown,
  networks: readonly PolkadotNetwork[],
  self: string,
): Reading {
  const found = v.safeParse(payloadSchema, payload)
  if (!found.success) return unreadable
  const { address, genesisHash, method, metadataHash } = found.output
  if (address !== self) return refused('other-account')
  const network = networks.find(one => one.genesisHash === genesisHash)
  if (!network?.metadataHashes.includes(metadataHash)) return unreadable
  const transfer = readTransfer(bytesOf(method), network)
  if (!transfer) return unreadable
  const to = writeAddress(transfer.account, network.prefix)
  return reading([{ kind: 'transfer', asset: 'native', to, amount: transfer.amount }])
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

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.slice(2).match(/../g) ?? [], pair => Number.parseInt(pair, 16))

/** What a chain says, by its nodes, read at the door. */
import { once, unlessAborted } from '@portico/kernel'
import { ChainError, type Hex } from '@portico/kernel/contracts'
import * as v from 'valibot'
import type { SubstrateNetwork } from '../networks.js'
import type { PolkadotSetup } from '../options.js'
import { bytesOfHex, concatBytes, hexOf } from './bytes.js'
import { type Metadata, readMetadata } from './metadata.js'
import { createRpc } from './rpc.js'
import { createReader, uint } from './scale.js'

export interface Runtime {
  readonly specVersion: number
  readonly transactionVersion: number
  readonly metadata: Metadata
}
/** What the chain keeps of an account. Base units. */
export interface AccountBalance {
  readonly free: bigint
  readonly reserved: bigint
  readonly frozen: bigint
  /** Nobody else needs it: its first arrival has to reach the existential deposit. */
  readonly exists: boolean
}
export interface Head {
  readonly hash: Hex
  readonly number: number
}
export interface SubstrateNode {
  /** The whole hash of block 0. Throws a ChainError CHAIN_NETWORK where the endpoint serves another chain. Asked once. */
  genesis(signal: AbortSignal): Promise<Hex>
  /** The runtime of a block; without one, the newest. Each version is read once. */
  runtime(block: Hex | undefined, signal: AbortSignal): Promise<Runtime>
  account(accountId: Uint8Array, signal: AbortSignal): Promise<AccountBalance>
  /** Counts what waits in the pool. */
  nextNonce(address: string, signal: AbortSignal): Promise<number>
  finalizedHead(signal: AbortSignal): Promise<Head>
  blockHash(number: number, signal: AbortSignal): Promise<Hex>
  /** The transactions of a block. */
  extrinsics(block: Hex, signal: AbortSignal): Promise<readonly Uint8Array[]>
  events(block: Hex, signal: AbortSignal): Promise<Uint8Array>
  /** What a whole transaction costs, in base units. */
  fee(extrinsic: Uint8Array, signal: AbortSignal): Promise<bigint>
  /** Answers the transaction's hash; throws a ChainError CHAIN_REFUSED with the node's reason. */
  submit(extrinsic: Uint8Array, signal: AbortSignal): Promise<Hex>
}

const hexText = v.pipe(
  v.string(),
  v.regex(/^0x(?:[\da-f]{2})*$/i),
  v.transform(text => bytesOfHex(text) ?? new Uint8Array()),
)
const hash = v.pipe(
  v.string(),
  v.regex(/^0x[\da-f]{64}$/i),
  v.transform(text => text.toLowerCase() as Hex),
)
const u32 = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(0xffffffff))
const runtimeVersion = v.object({ specVersion: u32, transactionVersion: u32 })
const header = v.object({
  number: v.pipe(
    v.string(),
    v.regex(/^0x[\da-f]{1,8}$/i),
    v.transform(text => Number(text)),
  ),
})
const block = v.object({ block: v.object({ extrinsics: v.array(hexText) }) })
// twox128('System') and twox128('Account'), twox128('Events').
const accountKey = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
const eventsKey = '0x26aa394eea5630e07c48ae0c9558cef780d41e5e16056765bc8461851072c9d7'

export function createNode(network: SubstrateNetwork, setup: PolkadotSetup, hashOf: (bytes: Uint8Array, length: number) => Uint8Array): SubstrateNode {
  const ask = createRpc(network, setup)
  const genesis = once(async () => {
    const first = await ask('chain_getBlockHash', [0], hash, setup.signal)
    return { first, right: first.startsWith(`0x${network.id}`) }
  })
  const runtimes = new Map<number, Promise<Runtime>>()
  const readRuntime = async (version: v.InferOutput<typeof runtimeVersion>, at: readonly Hex[]): Promise<Runtime> => ({
    ...version,
    metadata: readMetadata(await ask('state_getMetadata', at, hexText, setup.signal)),
  })

  return {
    async genesis(signal) {
      const { first, right } = await unlessAborted(genesis(), signal)
      if (!right) throw new ChainError('CHAIN_NETWORK')
      return first
    },
    async runtime(at, signal) {
      const params = at ? [at] : []
      const version = await ask('state_getRuntimeVersion', params, runtimeVersion, signal)
      const known = runtimes.get(version.specVersion) ?? readRuntime(version, params)
      runtimes.set(version.specVersion, known)
      known.catch(() => runtimes.delete(version.specVersion))
      return unlessAborted(known, signal)
    },
    async account(accountId, signal) {
      const key = hexOf(Uint8Array.of(...(bytesOfHex(`0x${accountKey}`) ?? []), ...hashOf(accountId, 16), ...accountId))
      const stored = await ask('state_getStorage', [key], v.nullable(hexText), signal)
      return stored ? readAccount(stored) : { free: 0n, reserved: 0n, frozen: 0n, exists: false }
    },
    nextNonce: (address, signal) => ask('system_accountNextIndex', [address], u32, signal),
    async finalizedHead(signal) {
      const found = await ask('chain_getFinalizedHead', [], hash, signal)
      return { hash: found, number: (await ask('chain_getHeader', [found], header, signal)).number }
    },
    blockHash: (number, signal) => ask('chain_getBlockHash', [number], hash, signal),
    extrinsics: async (at, signal) => (await ask('chain_getBlock', [at], block, signal)).block.extrinsics,
    events: (at, signal) => ask('state_getStorage', [eventsKey, at], hexText, signal),
    async fee(extrinsic, signal) {
      const question = hexOf(concatBytes(extrinsic, uint(BigInt(extrinsic.length), 4)))
      const info = await ask('state_call', ['TransactionPaymentApi_query_info', question], hexText, signal)
      // Weight and class come first, in a form that changed over the years; the fee is always the last number.
      if (info.length < 18 || info.length > 64) throw new ChainError('CHAIN_ANSWER')
      return createReader(info.slice(-16)).uint(16)
    },
    submit: (extrinsic, signal) => ask('author_submitExtrinsic', [hexOf(extrinsic)], hash, signal),
  }
}

const newLogic = 1n << 127n

/** Reads `frame_system::AccountInfo` with the balances of `pallet_balances`, the same 80 bytes on every chain that has both. */
function readAccount(stored: Uint8Array): AccountBalance {
  if (stored.length !== 80) throw new ChainError('CHAIN_ANSWER')
  const reader = createReader(stored)
  reader.bytes(4)
  const needed = [reader.uint(4), reader.uint(4), reader.uint(4)]
  const [free, reserved, frozen, last] = [reader.uint(16), reader.uint(16), reader.uint(16), reader.uint(16)]
  // Older runtimes keep two kinds of locks, of which the higher one counts; newer ones mark themselves in the last number.
  const locked = last >= newLogic || last < frozen ? frozen : last
  return { free, reserved, frozen: locked, exists: needed.some(count => count > 0n) || free > 0n }
}

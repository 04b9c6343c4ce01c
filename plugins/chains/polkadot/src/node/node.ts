/** Reads the chain through its nodes. */

import { unlessAborted } from '@portico/kernel'
import { ChainError, type Hex } from '@portico/kernel/chain'
import { RpcRefusal } from '@portico/kernel/rpc'
import type { SubstrateNetwork } from '../networks.js'
import type { PolkadotSetup } from '../options.js'
import { concatBytes, hexOf, sameBytes } from './bytes.js'
import { type Metadata, readMetadata } from './metadata.js'
import {
  type AccountBalance,
  account,
  block,
  blockHash,
  dispatchFee,
  header,
  hexBytes,
  optionalMetadata,
  type RuntimeVersion,
  runtimeVersion,
  u32,
} from './node-answers.js'
import { createRpc, type Rpc } from './rpc.js'
import { uint } from './scale.js'

export interface Runtime extends RuntimeVersion {
  readonly metadata: Metadata
  /** The metadata as the node sent it. */
  readonly metadataBytes: Uint8Array
}
export interface Head {
  readonly hash: Hex
  readonly number: number
}
/**
 * Every request throws a ChainError: CHAIN_NETWORK where all endpoints serve another chain,
 * CHAIN_UNAVAILABLE, CHAIN_ANSWER, CHAIN_NO_ENDPOINT.
 */
export interface SubstrateNode {
  /** The runtime of a block; by default of the newest. Each version is read once. */
  runtime(block: Hex | undefined, signal: AbortSignal): Promise<Runtime>
  /**
   * Returns true when the network's other endpoints describe the runtime in the same bytes, or when
   * there is only one endpoint. Throws a ChainError CHAIN_UNAVAILABLE where there are several and
   * fewer than two respond.
   */
  isSharedMetadata(runtime: Runtime, signal: AbortSignal): Promise<boolean>
  /** The account's state in a block; by default in the newest. */
  account(accountId: Uint8Array, signal: AbortSignal, block?: Hex): Promise<AccountBalance>
  /** Counts transactions in the pool. */
  nextNonce(address: string, signal: AbortSignal): Promise<number>
  finalizedHead(signal: AbortSignal): Promise<Head>
  /** The number of the newest block, final or not. */
  bestNumber(signal: AbortSignal): Promise<number>
  blockHash(number: number, signal: AbortSignal): Promise<Hex>
  /** The transactions of a block. */
  extrinsics(block: Hex, signal: AbortSignal): Promise<readonly Uint8Array[]>
  events(block: Hex, signal: AbortSignal): Promise<Uint8Array>
  /** The fee of a whole transaction, in base units. */
  fee(extrinsic: Uint8Array, signal: AbortSignal): Promise<bigint>
  /** Returns the transaction's hash. Throws an RpcRefusal with the node's reason. */
  submit(extrinsic: Uint8Array, signal: AbortSignal): Promise<Hex>
}

// twox128('System') and twox128('Account'), twox128('Events').
const accountKey = '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
const eventsKey = '0x26aa394eea5630e07c48ae0c9558cef780d41e5e16056765bc8461851072c9d7'

export function createNode(
  network: SubstrateNetwork,
  setup: PolkadotSetup,
  hashOf: (bytes: Uint8Array, length: number) => Uint8Array,
): SubstrateNode {
  const request = createRpc(network, setup)
  const runtimes = new Map<number, Promise<Runtime>>()
  const readRuntime = async (version: RuntimeVersion, at: readonly Hex[]): Promise<Runtime> => {
    const metadataBytes = await requestMetadata(request, at, setup.signal)
    return { ...version, metadataBytes, metadata: readMetadata(metadataBytes) }
  }

  return {
    async runtime(at, signal) {
      const params = at ? [at] : []
      const version = await request('state_getRuntimeVersion', params, runtimeVersion, signal)
      const known = runtimes.get(version.specVersion) ?? readRuntime(version, params)
      runtimes.set(version.specVersion, known)
      known.catch(() => runtimes.delete(version.specVersion))
      return unlessAborted(known, signal)
    },
    async isSharedMetadata({ metadataBytes }, signal) {
      const { rpcUrls } = network
      if (rpcUrls.length < 2) return true
      const answers = await Promise.allSettled(
        rpcUrls.map(url =>
          requestMetadata(createRpc({ ...network, rpcUrls: [url] }, setup), [], signal),
        ),
      )
      signal.throwIfAborted()
      const read = answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
      if (read.length < 2) throw new ChainError('CHAIN_UNAVAILABLE')
      return read.every(bytes => sameBytes(bytes, metadataBytes))
    },
    account(accountId, signal, at) {
      const key = `${accountKey}${hexOf(concatBytes(hashOf(accountId, 16), accountId)).slice(2)}`
      return request('state_getStorage', at ? [key, at] : [key], account, signal)
    },
    nextNonce: (address, signal) => request('system_accountNextIndex', [address], u32, signal),
    async finalizedHead(signal) {
      const found = await request('chain_getFinalizedHead', [], blockHash, signal)
      return {
        hash: found,
        number: (await request('chain_getHeader', [found], header, signal)).number,
      }
    },
    bestNumber: async signal => (await request('chain_getHeader', [], header, signal)).number,
    blockHash: (number, signal) => request('chain_getBlockHash', [number], blockHash, signal),
    extrinsics: async (at, signal) =>
      (await request('chain_getBlock', [at], block, signal)).block.extrinsics,
    events: (at, signal) => request('state_getStorage', [eventsKey, at], hexBytes, signal),
    fee: (extrinsic, signal) =>
      request(
        'state_call',
        [
          'TransactionPaymentApi_query_info',
          hexOf(concatBytes(extrinsic, uint(BigInt(extrinsic.length), 4))),
        ],
        dispatchFee,
        signal,
      ),
    submit: (extrinsic, signal) =>
      request('author_submitExtrinsic', [hexOf(extrinsic)], blockHash, signal),
  }
}

/**
 * Reads metadata of version 15, whose hash the chain knows; of version 14 where the runtime is
 * older.
 */
async function requestMetadata(
  request: Rpc,
  at: readonly Hex[],
  signal: AbortSignal,
): Promise<Uint8Array> {
  const newer = await request(
    'state_call',
    ['Metadata_metadata_at_version', hexOf(uint(15n, 4)), ...at],
    optionalMetadata,
    signal,
  ).catch(error => {
    // The runtime lacks this function. Some nodes report that without the code that makes it a
    // refusal.
    if (
      error instanceof RpcRefusal ||
      (error instanceof ChainError && error.code === 'CHAIN_ANSWER')
    )
      return undefined
    throw error
  })
  return newer ?? request('state_getMetadata', at, hexBytes, signal)
}

/** What a chain says, by its nodes. */
import { unlessAborted } from '@portico/kernel'
import type { Hex } from '@portico/kernel/contracts'
import type { SubstrateNetwork } from '../networks.js'
import type { PolkadotSetup } from '../options.js'
import { concatBytes, hexOf } from './bytes.js'
import { type Metadata, readMetadata } from './metadata.js'
import { type AccountBalance, account, block, blockHash, dispatchFee, header, hexBytes, type RuntimeVersion, runtimeVersion, u32 } from './node-answers.js'
import { createRpc } from './rpc.js'
import { uint } from './scale.js'

export interface Runtime extends RuntimeVersion {
  readonly metadata: Metadata
}
export interface Head {
  readonly hash: Hex
  readonly number: number
}
/** Every question throws a ChainError: CHAIN_NETWORK where all endpoints serve another chain, CHAIN_UNAVAILABLE, CHAIN_ANSWER, CHAIN_NO_ENDPOINT. */
export interface SubstrateNode {
  /** The whole hash of block 0. */
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
  /** Answers the transaction's hash; throws an RpcRefusal with the node's reason. */
  submit(extrinsic: Uint8Array, signal: AbortSignal): Promise<Hex>
}

// twox128('System') and twox128('Account'), twox128('Events').
const accountKey = '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
const eventsKey = '0x26aa394eea5630e07c48ae0c9558cef780d41e5e16056765bc8461851072c9d7'

export function createNode(network: SubstrateNetwork, setup: PolkadotSetup, hashOf: (bytes: Uint8Array, length: number) => Uint8Array): SubstrateNode {
  const ask = createRpc(network, setup)
  const runtimes = new Map<number, Promise<Runtime>>()
  const readRuntime = async (version: RuntimeVersion, at: readonly Hex[]): Promise<Runtime> => ({
    ...version,
    metadata: readMetadata(await ask('state_getMetadata', at, hexBytes, setup.signal)),
  })

  return {
    genesis: signal => ask('chain_getBlockHash', [0], blockHash, signal),
    async runtime(at, signal) {
      const params = at ? [at] : []
      const version = await ask('state_getRuntimeVersion', params, runtimeVersion, signal)
      const known = runtimes.get(version.specVersion) ?? readRuntime(version, params)
      runtimes.set(version.specVersion, known)
      known.catch(() => runtimes.delete(version.specVersion))
      return unlessAborted(known, signal)
    },
    account: (accountId, signal) => ask('state_getStorage', [`${accountKey}${hexOf(concatBytes(hashOf(accountId, 16), accountId)).slice(2)}`], account, signal),
    nextNonce: (address, signal) => ask('system_accountNextIndex', [address], u32, signal),
    async finalizedHead(signal) {
      const found = await ask('chain_getFinalizedHead', [], blockHash, signal)
      return { hash: found, number: (await ask('chain_getHeader', [found], header, signal)).number }
    },
    blockHash: (number, signal) => ask('chain_getBlockHash', [number], blockHash, signal),
    extrinsics: async (at, signal) => (await ask('chain_getBlock', [at], block, signal)).block.extrinsics,
    events: (at, signal) => ask('state_getStorage', [eventsKey, at], hexBytes, signal),
    fee: (extrinsic, signal) =>
      ask('state_call', ['TransactionPaymentApi_query_info', hexOf(concatBytes(extrinsic, uint(BigInt(extrinsic.length), 4)))], dispatchFee, signal),
    submit: (extrinsic, signal) => ask('author_submitExtrinsic', [hexOf(extrinsic)], blockHash, signal),
  }
}

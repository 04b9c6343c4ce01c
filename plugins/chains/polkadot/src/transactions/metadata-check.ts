/**
 * Binds a transaction to the real runtime, not to one node's description of it (threat S2):
 * metadata decides the bytes of a transfer, so a node that lies in it would choose what is signed.
 */
import { type Hex, TransferError } from '@portico/kernel/chain'
import { message } from '@portico/kernel/text'
import type { SubstrateNetwork, TransferIndexes } from '../networks.js'
import type { Metadata } from '../node/metadata.js'
import type { Runtime, SubstrateNode } from '../node/node.js'
import { transferPlace } from './extrinsic.js'

/**
 * The chain compares a signed metadata hash with its own (RFC-78), so a signature over changed
 * metadata is void.
 */
export const checksMetadata = ({ metadata }: Runtime): boolean =>
  metadata.version >= 15 &&
  metadata.extrinsic.extensions.some(({ name }) => name === 'CheckMetadataHash')

/**
 * Computes the hash that `CheckMetadataHash` compares, from the metadata in use. Symbol, decimals
 * and prefix come from the network's definition. Throws a TransferError TRANSFER_REFUSED for
 * metadata of another runtime version or prefix.
 */
export async function metadataHash(
  { metadataBytes, specVersion }: Runtime,
  { nativeCurrency, ss58Prefix }: SubstrateNetwork,
): Promise<Uint8Array> {
  const { merkleizeMetadata } = await import('@polkadot-api/merkleize-metadata')
  try {
    const { decimals, symbol } = nativeCurrency
    return merkleizeMetadata(metadataBytes, {
      decimals,
      tokenSymbol: symbol,
      specVersion,
      base58Prefix: ss58Prefix,
    }).digest()
  } catch (cause) {
    throw unchecked(cause)
  }
}

/**
 * Checks a runtime that verifies no metadata hash: the transfer calls have the indexes of this
 * package or the host, an account id is the first kind of address, the usual extensions are signed,
 * and two endpoints describe the runtime alike. Throws a TransferError TRANSFER_REFUSED otherwise.
 */
export async function assertKnownRuntime(
  runtime: Runtime,
  network: SubstrateNetwork,
  node: SubstrateNode,
  signal: AbortSignal,
): Promise<void> {
  const known = knownRuntimes[network.genesisHash]
  const indexes = network.transferIndexes ?? known
  if (
    !indexes ||
    !hasIndexes(runtime.metadata, indexes) ||
    !hasExtensions(runtime.metadata, known) ||
    !(await node.isSharedMetadata(runtime, signal))
  )
    throw unchecked()
}

function hasIndexes(
  metadata: Metadata,
  { balances, transferKeepAlive, transferAllowDeath }: TransferIndexes,
): boolean {
  const places = [
    transferPlace(metadata, 'keepAlive'),
    transferPlace(metadata, 'allowDeath'),
  ] as const
  return (
    places.every(({ pallet, address }) => pallet === balances && !address) &&
    places[0].call === transferKeepAlive &&
    places[1].call === transferAllowDeath
  )
}
// The extensions that add bytes to what is signed, in every runtime's order. Without one of them,
// or in another order, the chain reads the bytes of one as those of another: the nonce, which a
// node names, would be paid as the tip.
const charges = ['ChargeTransactionPayment', 'ChargeAssetTxPayment'] as const
const signedExtensions: readonly (readonly string[])[] = [
  ['CheckSpecVersion'],
  ['CheckTxVersion'],
  ['CheckGenesis'],
  ['CheckEra', 'CheckMortality'],
  ['CheckNonce'],
  charges,
  ['CheckMetadataHash'],
]
/**
 * Returns true when the runtime has exactly these extensions. An unknown runtime may be older than
 * the last one, and may charge by either.
 */
function hasExtensions({ extrinsic }: Metadata, known: KnownRuntime | undefined): boolean {
  const names = extrinsic.extensions
    .map(({ name }) => name)
    .filter(name => signedExtensions.some(one => one.includes(name)))
  const least = signedExtensions.length - (known ? 0 : 1)
  return (
    names.length >= least &&
    names.every((name, at) => signedExtensions[at]?.includes(name)) &&
    (!known || names.includes(known.charge))
  )
}

// From the metadata that @polkadot/types-support 16.5.6 publishes (Polkadot and its asset hub
// 2.0.0, Kusama 1.9.2, its asset hub 1.9.3), and for Westend from `construct_runtime!` of its
// runtime. An index never changes on a live chain, because earlier signatures would get another
// meaning.
interface KnownRuntime extends TransferIndexes {
  readonly charge: (typeof charges)[number]
}
const at = (
  balances: number,
  charge: KnownRuntime['charge'] = 'ChargeTransactionPayment',
): KnownRuntime => ({
  balances,
  transferKeepAlive: 3,
  transferAllowDeath: 0,
  charge,
})
const knownRuntimes: Readonly<Record<Hex, KnownRuntime>> = {
  // Polkadot, its asset hub, Kusama, its asset hub, Westend.
  '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3': at(5),
  '0x68d56f15f85d3136970ec16946040bc1752654e906147f7e43e9d539d7c3de2f': at(
    10,
    'ChargeAssetTxPayment',
  ),
  '0xb0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe': at(4),
  '0x48239ef607d7928874027a43a67689209727dfb3d3dc5e5b03a39bdc2eda771a': at(
    10,
    'ChargeAssetTxPayment',
  ),
  '0xe143f23803ac50e8f6f8e62695d1ce9e4e1d68aa36c1cd2cfd15340213f3423e': at(4),
}

/** Refuses a transfer whose meaning depends on one node's word. */
export const unchecked = (cause?: unknown): TransferError =>
  new TransferError(
    'TRANSFER_REFUSED',
    message(
      'polkadot.unchecked',
      'What this network says about its transfers could not be verified. Nothing was sent. Try again later.',
    ),
    { cause },
  )

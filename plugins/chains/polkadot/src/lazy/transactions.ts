import { delay } from '@portico/kernel'
import { ChainError, type Draft, type Hex, polkadotCall, type TransactionOutcome, type Transactions } from '@portico/kernel/contracts'
import type { SubstrateNetwork } from '../networks.js'
import type { PolkadotSetup } from '../options.js'
import { bytesOfHex } from './bytes.js'
import { callBytes, extrinsicHash, lifetime, signedBytes, signedExtrinsic, signerPayload } from './extrinsic.js'
import type { SubstrateNode } from './node.js'
import { portOf } from './port.js'
import { schemeOf, typedSignature } from './signatures.js'
import { encodeSubstrateAddress, parseSubstrateAddress } from './ss58.js'
import { transferFee } from './transfers.js'
import { decodeAll, isChosen, type Value } from './values.js'

/** Signed by the wallet, put together and sent by us; final when the chain says that no fork can undo it. */
export function createTransactions(
  networkOf: (id: string) => SubstrateNetwork,
  nodeOf: (network: SubstrateNetwork) => SubstrateNode,
  { confirmationPollMs }: PolkadotSetup,
): Omit<Transactions, 'dialects'> {
  // The chain finds no transaction by its hash. Those that left from here are known by the block from which they live.
  const births = new Map<string, number>()

  return {
    async estimate(_via, from, draft, signal) {
      const network = networkOf(draft.network)
      const node = nodeOf(network)
      const sender = parseSubstrateAddress(from.address).accountId
      const [genesis, runtime] = await Promise.all([node.genesis(signal), node.runtime(undefined, signal)])
      return { kind: 'native', amount: await transferFee({ node, runtime, genesis, sender, network }, callBytes(callOf(draft)), signal) }
    },
    async send(via, from, draft, signal) {
      signal.throwIfAborted()
      const call = callOf(draft)
      if (via.network !== draft.network) throw new ChainError('WALLET_NETWORK')
      const network = networkOf(draft.network)
      const node = nodeOf(network)
      const { accountId } = parseSubstrateAddress(from.address)
      const address = encodeSubstrateAddress(accountId, network.ss58Prefix)
      const [genesis, runtime, birth, nonce] = await Promise.all([
        node.genesis(signal),
        node.runtime(undefined, signal),
        node.finalizedHead(signal),
        node.nextNonce(address, signal),
      ])
      const circumstances = { runtime, genesis, birth, nonce }
      const payload = signedBytes(callBytes(call), circumstances)
      const signature = bytesOfHex(await portOf(via).signPayload(accountId, signerPayload(call, address, circumstances), signal)) ?? new Uint8Array()
      const scheme = schemeOf(signature, payload, accountId)
      if (!scheme) throw new ChainError('WALLET_ANSWER')

      const extrinsic = signedExtrinsic(callBytes(call), accountId, typedSignature(signature, scheme), circumstances)
      const hash = await node.submit(extrinsic, signal)
      if (hash !== extrinsicHash(extrinsic)) throw new ChainError('CHAIN_ANSWER')
      births.set(hash, birth.number)
      return { hash }
    },
    async confirm(hash, id, signal) {
      const node = nodeOf(networkOf(id))
      const birth = births.get(hash)
      for (let next = birth === undefined ? undefined : birth + 1; ; await delay(confirmationPollMs, signal)) {
        const head = await patiently(node.finalizedHead(signal), signal)
        next ??= head && Math.max(0, head.number - lifetime)
        for (; head && next !== undefined && next <= head.number; next++) {
          const outcome = await outcomeIn(node, next, hash, signal)
          if (outcome) return outcome
        }
        // Of one that this page did not send nobody knows when its life ends.
        if (birth !== undefined && next !== undefined && next > birth + lifetime) return { status: 'expired' }
      }
    },
  }
}

function callOf(draft: Draft): Hex {
  const body = polkadotCall.read(draft)
  if (!body) throw new ChainError('WALLET_UNSUPPORTED')
  return body.call
}

/** What became of a transaction in a block; undefined: it is not in it. */
async function outcomeIn(node: SubstrateNode, number: number, hash: string, signal: AbortSignal): Promise<TransactionOutcome | undefined> {
  const at = await node.blockHash(number, signal)
  const place = (await node.extrinsics(at, signal)).findIndex(extrinsic => extrinsicHash(extrinsic) === hash)
  if (place < 0) return undefined
  const { metadata } = await node.runtime(at, signal)
  const type = metadata.pallet('System')?.storage.get('Events')
  if (type === undefined) throw new ChainError('CHAIN_ANSWER')
  const verdict = verdictOf(decodeAll(metadata, type, await node.events(at, signal)), BigInt(place))
  return { status: verdict, block: BigInt(number) }
}
/** The System event that ends every transaction. */
function verdictOf(events: Value, place: bigint): 'confirmed' | 'failed' {
  for (const { phase, event } of Array.isArray(events) ? (events as readonly Record<string, Value>[]) : []) {
    const [index] = isChosen(phase) && phase.is === 'ApplyExtrinsic' ? (phase.with as readonly Value[]) : []
    const [inner] = isChosen(event) && event.is === 'System' ? (event.with as readonly Value[]) : []
    if (index !== place || !isChosen(inner)) continue
    if (inner.is === 'ExtrinsicSuccess') return 'confirmed'
    if (inner.is === 'ExtrinsicFailed') return 'failed'
  }
  throw new ChainError('CHAIN_ANSWER')
}

/** Waiting outlives an endpoint that is down for a while; a wrong answer does not become right by waiting. */
async function patiently<Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ChainError && error.code === 'CHAIN_UNAVAILABLE') return undefined
    throw error
  }
}

import {
  type Account,
  ChainError,
  type Connection,
  createJoin,
  type Draft,
  type Hex,
  polkadotCall,
  type TransactionOutcome,
  type Transactions,
} from '@portico/kernel/contracts'
import { isUnanswered, lookUntil } from '@portico/kernel/rpc'
import { schemeOf, typedSignature } from '@portico/signatures/substrate'
import { RpcRefusal } from '../errors.js'
import type { SubstrateNetwork } from '../networks.js'
import type { PolkadotSetup } from '../options.js'
import { bytesOfHex, hexOf, sameBytes } from './bytes.js'
import {
  type Circumstances,
  callBytes,
  extrinsicHash,
  lifetime,
  signedBytes,
  signedExtrinsic,
  signerPayload,
  type TransferCall,
  transferCall,
} from './extrinsic.js'
import { assertKnownRuntime, checksMetadata, metadataHash, unchecked } from './metadata-check.js'
import type { Runtime, SubstrateNode } from './node.js'
import { portOf } from './port.js'
import { encodeSubstrateAddress, parseSubstrateAddress } from './ss58.js'
import { methods, transferFee } from './transfers.js'
import { decodeAll, isChosen, type Value } from './values.js'

/** Signed by the wallet, put together and sent by us; final when the chain says that no fork can undo it. */
export function createTransactions(
  networkOf: (id: string) => SubstrateNetwork,
  nodeOf: (network: SubstrateNetwork) => SubstrateNode,
  { confirmationPollMs }: PolkadotSetup,
): Omit<Transactions, 'dialects'> {
  // The chain finds no transaction by its hash. Those that left from here are known by the block from which they live.
  const sent = new Map<string, Sent>()
  const join = createJoin()

  const send = async (via: Connection, from: Account, draft: Draft, signal: AbortSignal) => {
    const body = bodyOf(draft)
    const call = callBytes(body.call)
    if (via.network !== draft.network) throw new ChainError('WALLET_NETWORK')
    const network = networkOf(draft.network)
    const node = nodeOf(network)
    const { accountId } = parseSubstrateAddress(from.address)
    const address = encodeSubstrateAddress(accountId, network.ss58Prefix)
    const [runtime, birth, nonce] = await Promise.all([node.runtime(undefined, signal), node.finalizedHead(signal), node.nextNonce(address, signal)])
    assertSaysTransfer(call, body, runtime)
    const isChecked = checksMetadata(runtime)
    if (!isChecked) await assertKnownRuntime(runtime, network, node, signal)
    const plain: Circumstances = { runtime, genesis: network.genesisHash, birth, nonce, tip: body.tip }
    const asked: Circumstances = isChecked ? { ...plain, metadataHash: await metadataHash(runtime, network) } : plain
    // A wallet that does not know of the hash signs that there is none.
    const candidates = isChecked ? [asked, plain] : [plain]
    signal.throwIfAborted()

    const signature = bytesOfHex(await portOf(via).signPayload(accountId, signerPayload(hexOf(call), address, asked), signal)) ?? new Uint8Array()
    const signed = candidates
      .map(circumstances => ({ circumstances, scheme: schemeOf(signature, signedBytes(call, circumstances), accountId) }))
      .find(({ scheme }) => scheme)
    if (!signed?.scheme) throw new ChainError('WALLET_ANSWER')
    if (signed.circumstances !== asked) await assertKnownRuntime(runtime, network, node, signal)

    const extrinsic = signedExtrinsic(call, accountId, typedSignature(signature, signed.scheme), signed.circumstances)
    const hash = extrinsicHash(extrinsic)
    const own: Sent = { birth: birth.number, extrinsic, hasArrived: false }
    sent.set(hash, own)
    await submit(node, own, signal)
    return { hash }
  }

  return {
    async estimate(_via, from, draft, signal) {
      const network = networkOf(draft.network)
      const node = nodeOf(network)
      const sender = parseSubstrateAddress(from.address).accountId
      const runtime = await node.runtime(undefined, signal)
      const { call, tip } = bodyOf(draft)
      return { kind: 'native', amount: tip + (await transferFee({ node, runtime, sender, network }, callBytes(call), signal, tip)) }
    },
    /** The same draft twice at once is one request to the wallet: a double click (situation R23). */
    send: async (via, from, draft, signal) => join(portOf(via), draft, own => send(via, from, draft, own), signal),
    async confirm(hash, id, signal, _changed, turn, said) {
      // It is told when it is final.
      if (said) return said
      const node = nodeOf(networkOf(id))
      const own = sent.get(hash)
      const birth = own?.birth
      let next = birth === undefined ? undefined : birth + 1
      let puzzles = 0
      const look = async (): Promise<TransactionOutcome | undefined> => {
        const head = await node.finalizedHead(signal)
        next ??= Math.max(0, head.number - lifetime)
        // After its life nothing of it can come, however long nobody looked.
        const last = birth === undefined ? head.number : Math.min(head.number, birth + lifetime)
        for (; next <= last; next++) {
          const outcome = await outcomeIn(node, next, hash, signal)
          if (outcome) return outcome
        }
        puzzles = 0
        // Of one that this page did not send nobody knows when its life ends.
        if (birth === undefined) throw new ChainError('CHAIN_UNAVAILABLE')
        if (next > birth + lifetime) return { status: 'expired' }
        if (own && !own.hasArrived)
          await submit(node, own, signal).catch(error => {
            // In a block that is not final it is refused like one that never counts; its time tells which.
            if (!(error instanceof RpcRefusal)) throw error
            own.hasArrived = true
          })
        return undefined
      }
      // Waiting outlives endpoints that are down for a while, and those that lag: they answer nothing for a block that they do not have yet.
      const isPassing = (error: unknown) => isUnanswered(error) && ((error as ChainError).code === 'CHAIN_UNAVAILABLE' || ++puzzles < mostPuzzles)
      return lookUntil(look, { everyMs: confirmationPollMs, isPassing, turn }, signal)
    },
  }
}

// Answers that make no sense, one look after the other, before nobody waits any longer.
const mostPuzzles = 5

interface Sent {
  /** The number of the block from which it may live. */
  readonly birth: number
  readonly extrinsic: Uint8Array
  /** A node said that it has it. */
  hasArrived: boolean
}

/**
 * Sends a transaction. One to which nobody answers may be on its way all the same: whoever was told that it failed would pay twice, so this ends well, and who
 * waits for it sends it again. Throws an RpcRefusal with the node's reason.
 */
async function submit(node: SubstrateNode, own: Sent, signal: AbortSignal): Promise<void> {
  try {
    own.hasArrived = (await node.submit(own.extrinsic, signal)) === extrinsicHash(own.extrinsic)
  } catch (error) {
    if (signal.aborted || !(isUnanswered(error) || isKnownAlready(error))) throw error
    own.hasArrived ||= isKnownAlready(error)
  }
}
/** An answer that got lost on the way: the next node has the transaction from the first, in its pool (1012, 1013), or in a block, after which its nonce is used. */
const isKnownAlready = (error: unknown): boolean =>
  error instanceof RpcRefusal && ([1012, 1013].includes(error.rpcCode) || (error.rpcCode === 1010 && /outdated/i.test(error.message)))

interface Body {
  readonly call: Hex
  readonly tip: bigint
  readonly transfer: TransferCall | undefined
}
/** Reads a draft, which other plugins made. Answers a copy: what was checked is what is sent, even if the draft changes. */
function bodyOf(draft: Draft): Body {
  const { call, method, transfer, tip = 0n } = polkadotCall.read(draft) ?? {}
  const isAmount = (value: unknown): value is bigint => typeof value === 'bigint' && value >= 0n && !(value >> 128n)
  if (call === undefined || !isAmount(tip)) throw new ChainError('WALLET_UNSUPPORTED')
  if (!transfer) return { call, tip, transfer: undefined }
  const { amount } = transfer
  const to = bytesOfHex(transfer.to)
  const kind = (['keepAlive', 'allowDeath'] as const).find(one => methods[one] === method)
  if (!to || !kind || !isAmount(amount)) throw new ChainError('WALLET_UNSUPPORTED')
  return { call, tip, transfer: { to, amount, kind } }
}
/**
 * Throws a TransferError TRANSFER_REFUSED where the call of a transfer says something else by the metadata that is signed: a node may have described another runtime
 * when the draft was made.
 */
function assertSaysTransfer(call: Uint8Array, { transfer }: Body, runtime: Runtime): void {
  if (transfer && !sameBytes(call, transferCall(runtime, transfer))) throw unchecked()
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

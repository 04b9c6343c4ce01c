import {
  type Account,
  askToSend,
  ChainError,
  type Connection,
  createJoin,
  type Draft,
  type Hex,
  maybeSentMessage,
  message,
  polkadotCall,
  type TransactionComparison,
  type TransactionOutcome,
  type Transactions,
  TransferError,
  withValues,
} from '@portico/kernel/contracts'
import { isUnanswered, lookUntil, lookUntilAbsent } from '@portico/kernel/rpc'
import { RpcRefusal, WalletRefusal } from '../errors.js'
import type { SubstrateNetwork } from '../networks.js'
import type { PolkadotSetup } from '../options.js'
import { bytesOfHex, hexOf, sameBytes } from './bytes.js'
import { type Description, hashOfCall, readDescription, writeDescription } from './description.js'
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
import { findInBlocks, mayBeFrom, type Place, paymentOf, readSigned, type SignedTransaction } from './signed-transaction.js'
import { encodeSubstrateAddress, parseSubstrateAddress } from './ss58.js'
import { methods, nonceOf, transferFee } from './transfers.js'
import { decodeAll, isChosen, type Value } from './values.js'

/** Signed by the wallet, put together and sent by us; final when the chain says that no fork can undo it. */
export function createTransactions(
  networkOf: (id: string) => SubstrateNetwork,
  nodeOf: (network: SubstrateNetwork) => SubstrateNode,
  { confirmationPollMs }: PolkadotSetup,
): Omit<Transactions, 'dialects'> {
  // The chain finds no transaction by its hash. Those that left from here are known by the block from which they live.
  const sent = new Map<string, Sent>()
  /** The nonce that `describe` told of a draft. */
  const nonces = new Map<string, number>()
  /** What `find` and `compare` know of a transaction that another page sent. */
  const remember = (hash: string, { birth }: Description) => {
    if (!sent.has(hash)) sent.set(hash, { birth, end: lastBlockOf(birth), extrinsic: undefined, hasArrived: true })
  }
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
    // What was described is what is looked for later, so another nonce would be looked for in vain.
    const key = draftKey(network, accountId, call)
    const described = nonces.get(key) ?? nonce
    nonces.delete(key)
    if (described !== nonce) {
      throw new TransferError('TRANSFER_REFUSED', message('polkadot.nonce', 'This account has just sent something else. Nothing was sent now. Try again.'))
    }
    const isChecked = checksMetadata(runtime)
    if (!isChecked) await assertKnownRuntime(runtime, network, node, signal)
    const plain: Circumstances = { runtime, genesis: network.genesisHash, birth, nonce, tip: body.tip }
    const asked: Circumstances = isChecked ? { ...plain, metadataHash: await metadataHash(runtime, network) } : plain
    // A wallet that does not know of the hash signs that there is none.
    const candidates = isChecked ? [asked, plain] : [plain]
    // Loaded before the wallet is asked: a signature that cannot be checked would be lost.
    const { schemeOf, typedSignature } = await import('@portico/signatures/substrate')
    signal.throwIfAborted()

    const port = portOf(via)
    const readSignature = (answer: unknown) => {
      const signature = bytesOfHex(answer) ?? new Uint8Array()
      for (const circumstances of candidates) {
        const scheme = schemeOf(signature, signedBytes(call, circumstances), accountId)
        if (scheme) return { circumstances, signature: typedSignature(signature, scheme) }
      }
      return undefined
    }
    const signed = await askToSign(() => port.signPayload(accountId, signerPayload(hexOf(call), address, asked), signal), readSignature, signal)
    if (signed.circumstances !== asked) await assertKnownRuntime(runtime, network, node, signal)

    const extrinsic = signedExtrinsic(call, accountId, signed.signature, signed.circumstances)
    const hash = extrinsicHash(extrinsic)
    const own: Sent = { birth: birth.number, end: birth.number + lifetime, extrinsic, hasArrived: false }
    sent.set(hash, own)
    await submit(node, own, signal).catch(error => {
      throw error instanceof ChainError && !signal.aborted ? unknownOutcome(error) : error
    })
    return { hash }
  }

  return {
    async estimate(_via, from, draft, signal) {
      const network = networkOf(draft.network)
      const node = nodeOf(network)
      const sender = parseSubstrateAddress(from.address).accountId
      const [runtime, nonce] = await Promise.all([node.runtime(undefined, signal), nonceOf(node, sender, network, signal)])
      const { call, tip } = bodyOf(draft)
      return { kind: 'native', amount: tip + (await transferFee({ node, runtime, sender, network, nonce }, callBytes(call), signal, tip)) }
    },
    /** Two of the same draft at once are one request to the wallet: a double click (situation R23). */
    send: async (via, from, draft, signal) => join(portOf(via), draft, own => send(via, from, draft, own), signal),
    async describe(from, drafts, signal) {
      const [draft] = drafts
      if (!draft || drafts.length > 1) throw new ChainError('WALLET_UNSUPPORTED')
      const network = networkOf(draft.network)
      const node = nodeOf(network)
      const call = callBytes(bodyOf(draft).call)
      const { accountId } = parseSubstrateAddress(from.address)
      const address = encodeSubstrateAddress(accountId, network.ss58Prefix)
      const [{ number: birth }, nonce] = await Promise.all([node.finalizedHead(signal), node.nextNonce(address, signal)])
      nonces.set(draftKey(network, accountId, call), nonce)
      return writeDescription({ from: accountId, callHash: hashOfCall(call), nonce, birth }, network)
    },
    async find(id, text, signal, known = []) {
      const network = networkOf(id)
      const node = nodeOf(network)
      const described = readDescription(text, network)
      const end = lastBlockOf(described.birth)
      const [final, best] = await Promise.all([node.finalizedHead(signal), node.bestNumber(signal)])
      /** Another transaction of the account that used the nonce. */
      let by: string | undefined
      const isDescribed = ({ runtime, extrinsic, hash }: Place) => {
        if (known.includes(hash)) return false
        const found = readSigned(runtime, extrinsic)
        if (!found || !sameBytes(found.from, described.from)) return false
        const isIt = isAsDescribed(found, described) && found.nonce >= described.nonce
        if (!isIt && found.nonce === described.nonce) by = hash
        return isIt
      }
      // Two endpoints may have answered, and the newest block of one be older than the final block of the other.
      const blocks = { first: described.birth + 1, last: Math.min(Math.max(best, final.number), end) }
      const found = await findInBlocks(node, blocks, { mayBe: mayBeFrom(described.from), is: isDescribed }, signal)
      if (found) {
        remember(found.hash, described)
        return { status: 'found', hash: found.hash }
      }
      // All final blocks until now are among those that were looked through.
      const isOver = final.number >= end || (await node.account(described.from, signal, final.hash)).nonce > described.nonce
      return isOver ? { status: 'impossible', ...(by !== undefined && { by }) } : { status: 'open' }
    },
    async compare(hash, id, text, signal, turn) {
      const network = networkOf(id)
      const node = nodeOf(network)
      const described = readDescription(text, network)
      const compared = ({ runtime, extrinsic }: Omit<Place, 'hash'>): TransactionComparison => {
        const found = readSigned(runtime, extrinsic)
        if (found && isAsDescribed(found, described)) return { status: 'same' }
        if (!found) return { status: 'different' }
        const { to, amount } = paymentOf(runtime.metadata, found.call)
        const addressOf = (account: Uint8Array) => encodeSubstrateAddress(account, network.ss58Prefix)
        return {
          status: 'different',
          ...(!sameBytes(found.from, described.from) && { from: addressOf(found.from) }),
          ...(to && { to: addressOf(to) }),
          ...(amount !== undefined && { amount }),
        }
      }
      remember(hash, described)
      const end = lastBlockOf(described.birth)
      let next = described.birth + 1
      const look = async (): Promise<TransactionComparison | undefined> => {
        const own = sent.get(hash)
        // A node has it, and its hash is that of these bytes.
        if (own?.extrinsic && own.hasArrived) return compared({ runtime: await node.runtime(undefined, signal), extrinsic: own.extrinsic })
        const [final, best] = await Promise.all([node.finalizedHead(signal), node.bestNumber(signal)])
        const last = Math.min(best, end)
        const found = await findInBlocks(node, { first: next, last }, { mayBe: extrinsic => extrinsicHash(extrinsic) === hash, is: () => true }, signal)
        // Blocks that are not final may be replaced by others.
        next = Math.max(next, Math.min(final.number, last) + 1)
        return found && compared(found)
      }
      return (await lookUntilAbsent(look, { everyMs: confirmationPollMs, isPassing: isUnanswered, turn }, signal)) ?? { status: 'absent' }
    },
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
        const last = own ? Math.min(head.number, own.end) : head.number
        for (; next <= last; next++) {
          const outcome = await outcomeIn(node, next, hash, signal)
          if (outcome) return outcome
        }
        puzzles = 0
        // Of one that this page did not send nobody knows when its life ends.
        if (!own) throw new ChainError('CHAIN_UNAVAILABLE')
        if (next > own.end) return { status: 'expired' }
        if (!own.hasArrived)
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
  /** The number of the last block that can have it. */
  readonly end: number
  /** Undefined: another page sent it. */
  readonly extrinsic: Uint8Array | undefined
  /** A node said that it has it. */
  hasArrived: boolean
}

/**
 * Sends a transaction. One to which nobody answers may be on its way all the same: whoever was told that it failed would pay twice, so this ends well, and who
 * waits for it sends it again. Throws an RpcRefusal where the node calls the transaction invalid.
 */
async function submit(node: SubstrateNode, own: Sent, signal: AbortSignal): Promise<void> {
  const { extrinsic } = own
  if (!extrinsic) return
  try {
    own.hasArrived = (await node.submit(extrinsic, signal)) === extrinsicHash(extrinsic)
  } catch (error) {
    if (signal.aborted || isInvalid(error) || !(isUnanswered(error) || error instanceof RpcRefusal)) throw error
    own.hasArrived ||= isKnownAlready(error)
  }
}
/** With these codes a node says that the chain does not take the transaction: it is invalid (1010), or cannot be judged (1011). A full pool (1016) may have room later. */
const isInvalid = (error: unknown): boolean => error instanceof RpcRefusal && [1010, 1011].includes(error.rpcCode) && !isKnownAlready(error)
/** An answer that got lost on the way: the next node has the transaction from the first, in its pool (1012, 1013), or in a block, after which its nonce is used. */
const isKnownAlready = (error: unknown): boolean =>
  error instanceof RpcRefusal && ([1012, 1013].includes(error.rpcCode) || (error.rpcCode === 1010 && /outdated/i.test(error.message)))

/**
 * The error for a signed transaction that a node refused, or that all endpoints refused as those of another network: one may have forwarded the transaction all the
 * same, and the person would pay twice.
 */
const unknownOutcome = (cause: ChainError) => new ChainError('WALLET_OUTCOME', withValues(maybeSentMessage, { reason: cause.message }), { cause })

const isAsDescribed = ({ from, call }: SignedTransaction, described: Description): boolean =>
  sameBytes(from, described.from) && hashOfCall(call) === described.callHash
/** The number of the last block that can have what was described in block `birth`: it is signed a few blocks later. */
const lastBlockOf = (birth: number): number => birth + 2 * lifetime
const draftKey = ({ id }: SubstrateNetwork, from: Uint8Array, call: Uint8Array) => `${id} ${hexOf(from)} ${hashOfCall(call)}`

/**
 * Asks the wallet for a signature, with which it could send by itself: see `askToSend`. The words of Polkadot wallets that refuse prove that nothing was sent, also
 * where their code does not for other wallets.
 */
async function askToSign<Answer>(ask: () => Promise<unknown>, read: (answer: unknown) => Answer | undefined, signal: AbortSignal): Promise<Answer> {
  try {
    return await askToSend(ask, read)
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof ChainError && error.cause instanceof WalletRefusal ? error.cause : error
  }
}

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

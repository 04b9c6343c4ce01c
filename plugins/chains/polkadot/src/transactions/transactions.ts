import type { Account } from '@portico/kernel/account'
import {
  maybeSentMessage,
  type TransactionComparison,
  type TransactionOutcome,
  type Transactions,
} from '@portico/kernel/capabilities'
import {
  ChainError,
  type Draft,
  type Hex,
  polkadotCall,
  TransferError,
} from '@portico/kernel/chain'
import { type Connection, createShareInFlight } from '@portico/kernel/connector-kit'
import { isUnanswered, pollUntil, pollUntilAbsent, RpcRefusal } from '@portico/kernel/rpc'
import { ModalError, message, withValues } from '@portico/kernel/text'
import { runSendRequest } from '@portico/kernel/wallet'
import { encodeSubstrateAddress, parseSubstrateAddress } from '../addresses/ss58.js'
import type { SubstrateNetwork } from '../networks.js'
import { bytesOfHex, hexOf, sameBytes } from '../node/bytes.js'
import type { Runtime, SubstrateNode } from '../node/node.js'
import { decodeAll, isChosen, type Value } from '../node/values.js'
import type { PolkadotSetup } from '../options.js'
import { handleOf } from '../wallets/handle.js'
import { WalletRefusal } from '../wallets/wallet-errors.js'
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
import {
  findInBlocks,
  mayBeFrom,
  type Place,
  paymentOf,
  readSigned,
  type SignedTransaction,
} from './signed-transaction.js'
import { methods, nonceOf, transferFee } from './transfers.js'

/**
 * The wallet signs; the transaction is assembled and submitted here. Final when the chain says that
 * no fork can undo it.
 */
export function createTransactions(
  networkOf: (id: string) => SubstrateNetwork,
  nodeOf: (network: SubstrateNetwork) => SubstrateNode,
  { confirmationPollMs }: PolkadotSetup,
): Omit<Transactions, 'dialects'> {
  // The chain finds no transaction by hash, so those of this page are known by the first block of
  // their lifetime.
  const sent = new Map<string, Sent>()
  /** The nonce that `describe` returned for a draft. */
  const nonces = new Map<string, number>()
  /** Records what `find` and `compare` know of another page's transaction. */
  const remember = (hash: string, { birth }: Description) => {
    if (!sent.has(hash))
      sent.set(hash, { birth, end: lastBlockOf(birth), extrinsic: undefined, hasArrived: true })
  }
  const join = createShareInFlight()

  const send = async (via: Connection, from: Account, draft: Draft, signal: AbortSignal) => {
    const body = bodyOf(draft)
    const call = callBytes(body.call)
    if (via.network !== draft.network) throw new ChainError('WALLET_NETWORK')
    const network = networkOf(draft.network)
    const node = nodeOf(network)
    const { accountId } = parseSubstrateAddress(from.address)
    const address = encodeSubstrateAddress(accountId, network.ss58Prefix)
    const [runtime, birth, nonce] = await Promise.all([
      node.runtime(undefined, signal),
      node.finalizedHead(signal),
      node.nextNonce(address, signal),
    ])
    assertSaysTransfer(call, body, runtime)
    // The description has this nonce, so a later search with another one would fail.
    const key = draftKey(network, accountId, call)
    const described = nonces.get(key) ?? nonce
    nonces.delete(key)
    if (described !== nonce) {
      throw new TransferError(
        'TRANSFER_REFUSED',
        message(
          'polkadot.nonce',
          'This account has just sent another transaction. Nothing was sent now. Try again.',
        ),
      )
    }
    const isChecked = checksMetadata(runtime)
    if (!isChecked) await assertKnownRuntime(runtime, network, node, signal)
    const plain: Circumstances = {
      runtime,
      genesis: network.genesisHash,
      birth,
      nonce,
      tip: body.tip,
    }
    const requested: Circumstances = isChecked
      ? { ...plain, metadataHash: await metadataHash(runtime, network) }
      : plain
    // A wallet without metadata hash support signs that there is none.
    const candidates = isChecked ? [requested, plain] : [plain]
    // Loaded before the wallet request, because a signature that cannot be checked would be lost.
    const { schemeOf, typedSignature } = await import('@portico/signatures/substrate')
    signal.throwIfAborted()

    const handle = handleOf(via)
    const readSignature = (answer: unknown) => {
      const signature = bytesOfHex(answer) ?? new Uint8Array()
      for (const circumstances of candidates) {
        const scheme = schemeOf(signature, signedBytes(call, circumstances), accountId)
        if (scheme) return { circumstances, signature: typedSignature(signature, scheme) }
      }
      return undefined
    }
    const signed = await requestSignature(
      () => handle.signPayload(accountId, signerPayload(hexOf(call), address, requested), signal),
      readSignature,
      signal,
    )
    if (signed.circumstances !== requested) await assertKnownRuntime(runtime, network, node, signal)

    const extrinsic = signedExtrinsic(call, accountId, signed.signature, signed.circumstances)
    const hash = extrinsicHash(extrinsic)
    const own: Sent = {
      birth: birth.number,
      end: birth.number + lifetime,
      extrinsic,
      hasArrived: false,
    }
    sent.set(hash, own)
    await submit(node, own, signal).catch(error => {
      throw error instanceof ModalError && !signal.aborted ? unknownOutcome(error) : error
    })
    return { hash }
  }

  return {
    async estimate(_via, from, draft, signal) {
      const network = networkOf(draft.network)
      const node = nodeOf(network)
      const sender = parseSubstrateAddress(from.address).accountId
      const [runtime, nonce] = await Promise.all([
        node.runtime(undefined, signal),
        nonceOf(node, sender, network, signal),
      ])
      const { call, tip } = bodyOf(draft)
      return {
        kind: 'native',
        amount:
          tip +
          (await transferFee(
            { node, runtime, sender, network, nonce },
            callBytes(call),
            signal,
            tip,
          )),
      }
    },
    /**
     * Sending the same draft twice at once makes one wallet request, for a double click (situation
     * R23).
     */
    send: async (via, from, draft, signal) =>
      join(handleOf(via), draft, own => send(via, from, draft, own), signal),
    async describe(from, drafts, signal) {
      const [draft] = drafts
      if (!draft || drafts.length > 1) throw new ChainError('WALLET_UNSUPPORTED')
      const network = networkOf(draft.network)
      const node = nodeOf(network)
      const call = callBytes(bodyOf(draft).call)
      const { accountId } = parseSubstrateAddress(from.address)
      const address = encodeSubstrateAddress(accountId, network.ss58Prefix)
      const [{ number: birth }, nonce] = await Promise.all([
        node.finalizedHead(signal),
        node.nextNonce(address, signal),
      ])
      nonces.set(draftKey(network, accountId, call), nonce)
      return writeDescription(
        { from: accountId, callHash: hashOfCall(call), nonce, birth },
        network,
      )
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
      // Two endpoints may have responded, and the newest block of one may be older than the final
      // block of the other.
      const blocks = {
        first: described.birth + 1,
        last: Math.min(Math.max(best, final.number), end),
      }
      const found = await findInBlocks(
        node,
        blocks,
        { mayBe: mayBeFrom(described.from), is: isDescribed },
        signal,
      )
      if (found) {
        remember(found.hash, described)
        return { status: 'found', hash: found.hash }
      }
      // All final blocks until now are among the searched ones.
      const isOver =
        final.number >= end ||
        (await node.account(described.from, signal, final.hash)).nonce > described.nonce
      return isOver ? { status: 'impossible', ...(by !== undefined && { by }) } : { status: 'open' }
    },
    async compare(hash, id, text, signal, whenVisible) {
      const network = networkOf(id)
      const node = nodeOf(network)
      const described = readDescription(text, network)
      const compared = ({ runtime, extrinsic }: Omit<Place, 'hash'>): TransactionComparison => {
        const found = readSigned(runtime, extrinsic)
        if (found && isAsDescribed(found, described)) return { status: 'same' }
        if (!found) return { status: 'different' }
        const { to, amount } = paymentOf(runtime.metadata, found.call)
        const addressOf = (account: Uint8Array) =>
          encodeSubstrateAddress(account, network.ss58Prefix)
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
        // A node has it, and its hash matches these bytes.
        if (own?.extrinsic && own.hasArrived)
          return compared({
            runtime: await node.runtime(undefined, signal),
            extrinsic: own.extrinsic,
          })
        const [final, best] = await Promise.all([
          node.finalizedHead(signal),
          node.bestNumber(signal),
        ])
        const last = Math.min(best, end)
        const found = await findInBlocks(
          node,
          { first: next, last },
          { mayBe: extrinsic => extrinsicHash(extrinsic) === hash, is: () => true },
          signal,
        )
        // Blocks that are not final may be replaced.
        next = Math.max(next, Math.min(final.number, last) + 1)
        return found && compared(found)
      }
      return (
        (await pollUntilAbsent(
          look,
          { everyMs: confirmationPollMs, isPassing: isUnanswered, whenVisible },
          signal,
        )) ?? { status: 'absent' }
      )
    },
    async confirm(hash, id, { signal, whenVisible, said }) {
      // Returned once it is final.
      if (said) return said
      const node = nodeOf(networkOf(id))
      const own = sent.get(hash)
      const birth = own?.birth
      let next = birth === undefined ? undefined : birth + 1
      let puzzles = 0
      const look = async (): Promise<TransactionOutcome | undefined> => {
        const head = await node.finalizedHead(signal)
        next ??= Math.max(0, head.number - lifetime)
        // An expired transaction can no longer be included, however late the poll.
        const last = own ? Math.min(head.number, own.end) : head.number
        for (; next <= last; next++) {
          const outcome = await outcomeIn(node, next, hash, signal)
          if (outcome) return outcome
        }
        puzzles = 0
        // The expiry of another page's transaction is unknown.
        if (!own) throw new ChainError('CHAIN_UNAVAILABLE')
        if (next > own.end) return { status: 'expired' }
        if (!own.hasArrived)
          await submit(node, own, signal).catch(error => {
            // A transaction in a non-final block is refused like an invalid one; its expiry
            // decides.
            if (!(error instanceof RpcRefusal)) throw error
            own.hasArrived = true
          })
        return undefined
      }
      // Polling outlasts endpoints that are down for a while, and lagging ones, which return
      // nothing for a block that they lack.
      const isPassing = (error: unknown) =>
        isUnanswered(error) &&
        ((error as ChainError).code === 'CHAIN_UNAVAILABLE' || ++puzzles < mostPuzzles)
      return pollUntil(look, { everyMs: confirmationPollMs, isPassing, whenVisible }, signal)
    },
  }
}

// Consecutive malformed responses after which polling stops.
const mostPuzzles = 5

interface Sent {
  /** The number of the first block that may include it. */
  readonly birth: number
  /** The number of the last block that may include it. */
  readonly end: number
  /** Undefined: another page sent it. */
  readonly extrinsic: Uint8Array | undefined
  /** True after a node confirmed that it has the transaction. */
  hasArrived: boolean
}

/**
 * Submits a transaction. Without a response it may still be under way, and a person who reads of a
 * failure would pay twice, so this resolves, and `confirm` submits it again. Throws an RpcRefusal
 * where the node calls the transaction invalid.
 */
async function submit(node: SubstrateNode, own: Sent, signal: AbortSignal): Promise<void> {
  const { extrinsic } = own
  if (!extrinsic) return
  try {
    own.hasArrived = (await node.submit(extrinsic, signal)) === extrinsicHash(extrinsic)
  } catch (error) {
    if (signal.aborted || isInvalid(error) || !(isUnanswered(error) || error instanceof RpcRefusal))
      throw error
    own.hasArrived ||= isKnownAlready(error)
  }
}
/**
 * Codes by which a node says that the chain does not accept the transaction: it is invalid (1010),
 * or cannot be validated (1011). A full pool (1016) may have room later.
 */
const isInvalid = (error: unknown): boolean =>
  error instanceof RpcRefusal && [1010, 1011].includes(error.rpcCode) && !isKnownAlready(error)
/**
 * A lost response: the next node already has the transaction in its pool (1012, 1013), or in a
 * block, after which its nonce is used.
 */
const isKnownAlready = (error: unknown): boolean =>
  error instanceof RpcRefusal &&
  ([1012, 1013].includes(error.rpcCode) ||
    (error.rpcCode === 1010 && /outdated/i.test(error.message)))

/**
 * The error for a signed transaction that a node refused, or that all endpoints refused as those of
 * another network: one may have relayed it, and the person would pay twice.
 */
const unknownOutcome = (cause: ModalError) =>
  new ChainError('WALLET_OUTCOME', withValues(maybeSentMessage, { reason: cause.message }), {
    cause,
  })

const isAsDescribed = ({ from, call }: SignedTransaction, described: Description): boolean =>
  sameBytes(from, described.from) && hashOfCall(call) === described.callHash
/**
 * The last block that can include what was described in block `birth`, because it is signed a few
 * blocks later.
 */
const lastBlockOf = (birth: number): number => birth + 2 * lifetime
const draftKey = ({ id }: SubstrateNetwork, from: Uint8Array, call: Uint8Array) =>
  `${id} ${hexOf(from)} ${hashOfCall(call)}`

/**
 * Requests a signature from the wallet, which could send by itself: see `runSendRequest`. The
 * refusal texts of Polkadot wallets prove that nothing was sent, even where the same code of
 * another wallet does not.
 */
async function requestSignature<Answer>(
  request: () => Promise<unknown>,
  read: (answer: unknown) => Answer | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    return await runSendRequest(request, read)
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
/**
 * Validates another plugin's draft. Returns a copy, so a later change of the draft has no effect.
 */
function bodyOf(draft: Draft): Body {
  const { call, method, transfer, tip = 0n } = polkadotCall.read(draft) ?? {}
  const isAmount = (value: unknown): value is bigint =>
    typeof value === 'bigint' && value >= 0n && !(value >> 128n)
  if (call === undefined || !isAmount(tip)) throw new ChainError('WALLET_UNSUPPORTED')
  if (!transfer) return { call, tip, transfer: undefined }
  const { amount } = transfer
  const to = bytesOfHex(transfer.to)
  const kind = (['keepAlive', 'allowDeath'] as const).find(one => methods[one] === method)
  if (!to || !kind || !isAmount(amount)) throw new ChainError('WALLET_UNSUPPORTED')
  return { call, tip, transfer: { to, amount, kind } }
}
/**
 * Throws a TransferError TRANSFER_REFUSED where a transfer's call differs by the metadata that is
 * signed: a node may have described another runtime when the draft was made.
 */
function assertSaysTransfer(call: Uint8Array, { transfer }: Body, runtime: Runtime): void {
  if (transfer && !sameBytes(call, transferCall(runtime, transfer))) throw unchecked()
}

/** Returns the outcome of a transaction in a block. Undefined: the block does not have it. */
async function outcomeIn(
  node: SubstrateNode,
  number: number,
  hash: string,
  signal: AbortSignal,
): Promise<TransactionOutcome | undefined> {
  const at = await node.blockHash(number, signal)
  const place = (await node.extrinsics(at, signal)).findIndex(
    extrinsic => extrinsicHash(extrinsic) === hash,
  )
  if (place < 0) return undefined
  const { metadata } = await node.runtime(at, signal)
  const type = metadata.pallet('System')?.storage.get('Events')
  if (type === undefined) throw new ChainError('CHAIN_ANSWER')
  const verdict = verdictOf(decodeAll(metadata, type, await node.events(at, signal)), BigInt(place))
  return { status: verdict, block: BigInt(number) }
}
/** Finds the System event that ends every transaction. */
function verdictOf(events: Value, place: bigint): 'confirmed' | 'failed' {
  for (const { phase, event } of Array.isArray(events)
    ? (events as readonly Record<string, Value>[])
    : []) {
    const [index] =
      isChosen(phase) && phase.is === 'ApplyExtrinsic' ? (phase.with as readonly Value[]) : []
    const [inner] = isChosen(event) && event.is === 'System' ? (event.with as readonly Value[]) : []
    if (index !== place || !isChosen(inner)) continue
    if (inner.is === 'ExtrinsicSuccess') return 'confirmed'
    if (inner.is === 'ExtrinsicFailed') return 'failed'
  }
  throw new ChainError('CHAIN_ANSWER')
}

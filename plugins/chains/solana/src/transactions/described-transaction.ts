/**
 * Describes a wallet request as text, to find its transaction where the wallet returned no hash,
 * and to compare what was sent with the request.
 */
import type { TransactionComparison, Transactions } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { isUnanswered, pollUntilAbsent, RpcRefusal } from '@portico/kernel/rpc'
import { base64 } from '@scure/base'
import * as v from 'valibot'
import { readCount, readSignatures } from '../node/node-answers.js'
import { commitment, graceInBlocks, lifetime, type Rpc, type RpcOf } from '../node/rpc.js'
import type { SolanaSetup } from '../options.js'
import { movementsIn } from './movements.js'
import { type SentTransaction, transactionAt } from './sent-transaction.js'
import { holds, isOverpaid } from './signed-transaction.js'
import { readWire, type WireTransaction } from './transaction-wire.js'
import { bodyOf } from './transactions.js'

/**
 * Content of the description. A transaction has at most 1,232 bytes, so the text has less than 2
 * kB.
 */
interface Description {
  readonly requested: WireTransaction
  /**
   * The newest confirmed slot before the wallet request. Older transactions never match, even
   * where they do the same.
   */
  readonly slot: bigint
  readonly lastValidBlockHeight: bigint
}
const count = v.pipe(
  v.string(),
  v.regex(/^\d{1,20}$/),
  v.transform(digits => BigInt(digits)),
)
const written = v.object({
  version: v.literal(1),
  wire: v.pipe(v.string(), v.maxLength(1_700)),
  slot: count,
  lastValidBlockHeight: count,
})

/** Throws a ChainError CHAIN_ANSWER for text that `describe` did not write. */
function readDescription(text: string): Description {
  try {
    const { wire, ...rest } = v.parse(written, JSON.parse(text))
    const requested = readWire(base64.decode(wire))
    if (requested) return { requested, ...rest }
  } catch (error) {
    throw new ChainError('CHAIN_ANSWER', undefined, { cause: error })
  }
  throw new ChainError('CHAIN_ANSWER')
}

const pageSize = 100
// More signatures than that in a minute or two are spam. The oldest ones are closest to the
// request, so those are read.
const mostPages = 10
const mostLookedAt = 100
// Nothing is pending if the account has no transaction for this long after the wallet's response.
const quietMs = 300_000
const mostAnswered = 20

export function createDescribed(
  rpcOf: RpcOf,
  { confirmationPollMs }: Pick<SolanaSetup, 'confirmationPollMs'>,
): Required<Pick<Transactions, 'describe' | 'find' | 'compare'>> {
  /**
   * By description: the time and the final height of the first poll after the wallet's response.
   */
  const answered = new Map<string, { readonly at: number; readonly height: bigint }>()
  const sinceAnswer = (description: string, height: bigint) => {
    const since = answered.get(description) ?? { at: performance.now(), height }
    answered.set(description, since)
    for (const oldest of answered.keys()) if (answered.size > mostAnswered) answered.delete(oldest)
    return since
  }
  return {
    async describe(from, drafts, signal) {
      const [draft] = drafts
      if (!draft || drafts.length > 1) throw new ChainError('WALLET_UNSUPPORTED')
      const { wire, lastValidBlockHeight } = bodyOf(draft, from)
      const slot = await rpcOf(draft.network).request(
        'getSlot',
        [{ commitment }],
        readCount,
        signal,
      )
      return JSON.stringify({
        version: 1,
        wire: base64.encode(wire),
        slot: String(slot),
        lastValidBlockHeight: String(lastValidBlockHeight),
      })
    },

    async find(network, description, signal, known = [], hasAnswered = false) {
      const described = readDescription(description)
      const rpc = rpcOf(network)
      // Reads the height first, so the signatures include everything from blocks before it.
      const height = await rpc.request(
        'getBlockHeight',
        [{ commitment: 'finalized' }],
        readCount,
        signal,
      )
      const since = hasAnswered ? sinceAnswer(description, height) : undefined
      const hashes = await signaturesSince(rpc, described, signal)
      const oldest = hashes.slice(-mostLookedAt).reverse()
      const sent = await Promise.all(oldest.map(hash => readOrSkip(rpc, hash, signal)))
      const hash = oldest.find((one, at) => !known.includes(one) && isSame(sent[at], described))
      if (hash) return { status: 'found', hash }
      const hasSeenAll = hashes.length === oldest.length && sent.every(one => one)
      const [payer = ''] = described.requested.signers
      const isQuiet =
        since &&
        performance.now() - since.at >= quietMs &&
        !sent.some(one => one?.read.signers.includes(payer))
      const isOver =
        isImpossible(described, height) ||
        (isQuiet && isBeyond(height, described.lastValidBlockHeight, since.height))
      return { status: hasSeenAll && isOver ? 'impossible' : 'open' }
    },

    async compare(hash, network, description, signal, whenVisible) {
      const described = readDescription(description)
      const rpc = rpcOf(network)
      const look = async () => {
        const sent = await transactionAt(rpc, hash, signal)
        if (!sent) return undefined
        if (!isSame(sent, described)) return differenceOf(rpc, sent, described, signal)
        return {
          status: isOverpaid(sent.read, described.requested) ? 'different' : 'same',
        } as const
      }
      const isPassing = (error: unknown) => isUnanswered(error) || error instanceof RpcRefusal
      return (
        (await pollUntilAbsent(
          look,
          { everyMs: confirmationPollMs, isPassing, whenVisible },
          signal,
        )) ?? { status: 'absent' }
      )
    },
  }
}

/** Reads the account's signatures since the description, newest first. */
async function signaturesSince(
  rpc: Rpc,
  { requested, slot }: Description,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const hashes: string[] = []
  for (let page = 0; page < mostPages; page++) {
    const before = hashes.at(-1)
    const options = { limit: pageSize, commitment, ...(before && { before }) }
    const found = await rpc.request(
      'getSignaturesForAddress',
      [requested.signers[0], options],
      readSignatures,
      signal,
    )
    const newer = found.filter(one => one.slot >= slot)
    hashes.push(...newer.map(({ signature }) => signature))
    if (newer.length < pageSize) break
  }
  return hashes
}

/**
 * Undefined for a transaction that the endpoint does not return or that cannot be read: a newer
 * version, or too large. A third party's transaction like that must not hide the rest.
 */
async function readOrSkip(
  rpc: Rpc,
  hash: string,
  signal: AbortSignal,
): Promise<SentTransaction | undefined> {
  try {
    return (await transactionAt(rpc, hash, signal)) ?? undefined
  } catch (error) {
    if (
      error instanceof RpcRefusal ||
      (error instanceof ChainError && error.code === 'CHAIN_ANSWER')
    )
      return undefined
    throw error
  }
}

/**
 * The instructions name the sender. If another account paid the fee, it is the same payment, and
 * must not be made twice.
 */
const isSame = (sent: SentTransaction | undefined, { requested, slot }: Description): boolean =>
  !!sent && sent.slot >= slot && holds(sent.read, requested)

/**
 * Returns true when neither the request's blockhash nor one that the wallet inserted before its
 * response is valid. Waits twice the lifetime, because the newest block is ahead of the final one.
 */
const isBeyond = (height: bigint, lastValid: bigint, heightAtAnswer: bigint): boolean =>
  height > lastValid + graceInBlocks && height > heightAtAnswer + 2n * lifetime

/**
 * Returns true when no block can include the request any more. Wallets insert a newer blockhash
 * when the person approves, even minutes later, so the blockhash of a transaction that the person
 * alone signs does not limit its time. Where another account has signed already, the blockhash is
 * part of what it signed.
 */
function isImpossible({ requested, lastValidBlockHeight }: Description, height: bigint): boolean {
  const isSignedByOthers = requested.signatures
    .slice(1)
    .some(signature => signature.some(byte => byte !== 0))
  return isSignedByOthers && height > lastValidBlockHeight + graceInBlocks
}

/** Describes what the network has instead. Names only what differs. */
async function differenceOf(
  rpc: Rpc,
  { read }: SentTransaction,
  { requested }: Description,
  signal: AbortSignal,
): Promise<TransactionComparison> {
  const [wanted, moved] = await movementsIn(rpc, [requested, read], signal)
  const [from] = read.signers
  const other = moved?.find(
    one =>
      !wanted?.some(
        ({ to, asset, amount }) => to === one.to && asset === one.asset && amount === one.amount,
      ),
  )
  const asWanted =
    wanted?.find(({ to, asset }) => to === other?.to && asset === other.asset) ?? wanted?.[0]
  return {
    status: 'different',
    ...(from && from !== requested.signers[0] && { from }),
    ...(other && other.to !== asWanted?.to && { to: other.to }),
    // Another asset's amount would be shown with the decimals of the requested one.
    ...(other &&
      other.asset === asWanted?.asset &&
      other.amount !== asWanted.amount && { amount: other.amount }),
  }
}

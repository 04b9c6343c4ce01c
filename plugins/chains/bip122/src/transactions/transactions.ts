import {
  maybeSentMessage,
  type TransactionOutcome,
  type Transactions,
} from '@portico/kernel/capabilities'
import {
  bip122Psbt,
  ChainError,
  type Draft,
  type NetworkId,
  TransferError,
} from '@portico/kernel/chain'
import { type Connection, createShareInFlight } from '@portico/kernel/connector-kit'
import { isUnanswered, pollUntil, type Standing, watchOutcome } from '@portico/kernel/rpc'
import { message, withValues } from '@portico/kernel/text'
import { runSendRequest } from '@portico/kernel/wallet'
import { Transaction } from '@scure/btc-signer'
import type { BitcoinNetwork } from '../networks.js'
import { bytesOfBase64, hexOf, sameBytes } from '../node/bytes.js'
import type { Esplora } from '../node/esplora.js'
import type { Bip122Setup } from '../options.js'
import { handleOf } from '../wallets/handle.js'
import { type Output, transactionId } from './raw-transaction.js'

type Inputs = readonly { readonly txid: string; readonly vout: number }[]

// Parallel endpoints differ for a moment, so a transaction counts as dropped only after this many
// polls without it.
const looksBeforeDropped = 6
// Six confirmations, as is usual. A block takes ten minutes, so a confirmed transaction is polled
// less often than a pending one.
const deepEnough = 5n
const looksOfABlock = 6
// A recipient may use any script that nodes relay.
const unknownOutputs = { allowUnknownOutputs: true }

/**
 * The wallet signs and we broadcast, so that the wallet shows what it signs and the host's endpoint
 * is used.
 */
export function createTransactions(
  networkOf: (id: string) => BitcoinNetwork,
  esploraOf: (network: BitcoinNetwork) => Esplora,
  { confirmationPollMs, report }: Bip122Setup,
): Omit<Transactions, 'dialects'> {
  const join = createShareInFlight()
  const sent = new Map<string, Sent>()
  return {
    async estimate(_via, _from, draft) {
      const { fee, feeRate, psbt } = bodyOf(draft)
      expectFee(psbt, fee)
      return { kind: 'native', amount: fee, rate: { value: feeRate, unit: 'sat/vB' } }
    },
    async send(via, from, draft, signal) {
      signal.throwIfAborted()
      const body = bodyOf(draft)
      expectFee(body.psbt, body.fee)
      if (body.inputs.some(({ address }) => address !== from.address))
        throw new ChainError('WALLET_UNSUPPORTED')
      assertNetwork(via, draft.network)
      const esplora = esploraOf(networkOf(draft.network))
      const handle = handleOf(via)
      const sign = async (within: AbortSignal) => {
        const transaction = await runSendRequest(() => handle.signPsbt(body, within), readSigned)
        if (!isUnchanged(body.psbt, transaction)) throw changed()
        const own: Sent = { transaction, hasArrived: true }
        sent.set(transaction.id, own)
        const answer = await esplora.broadcast(transaction, within).catch(error => {
          if (within.aborted || !(error instanceof ChainError)) throw error
          if (!isUnanswered(error)) throw refusedByNode(error.message, error)
          // The payment may be under way, so it does not fail: `confirm` broadcasts it again and
          // reports the outcome.
          own.hasArrived = false
        })
        const isSent =
          !answer || answer.status === 'sent' || (await isKnown(transaction.id, esplora, within))
        if (!isSent)
          throw answer.status === 'spent' ? spentCoins(answer.reason) : refusedByNode(answer.reason)
        return { hash: transaction.id }
      }
      return join(handle, body.psbt, sign, signal)
    },
    async describe(from, drafts, signal) {
      signal.throwIfAborted()
      const [draft] = drafts
      if (!draft || drafts.length > 1) throw new ChainError('WALLET_UNSUPPORTED')
      const { writePaymentRecord } = await import('./payment-record.js')
      const transaction = readPsbt(bodyOf(draft).psbt)
      const payment = {
        inputs: inputsOf(transaction),
        outputs: outputsOf(transaction),
        fee: transaction.fee,
      }
      return writePaymentRecord(payment, from.address, networkOf(draft.network).addressFormat)
    },
    async find(network, description, signal) {
      signal.throwIfAborted()
      const { findPayment, readPaymentRecord } = await import('./payment-record.js')
      const { addressFormat } = networkOf(network)
      return findPayment(
        readPaymentRecord(description),
        addressFormat,
        esploraOf(networkOf(network)),
        signal,
      )
    },
    async compare(hash, network, description, signal, whenVisible) {
      signal.throwIfAborted()
      const { comparePayment, readPaymentRecord } = await import('./payment-record.js')
      const { addressFormat } = networkOf(network)
      return comparePayment(
        hash,
        readPaymentRecord(description),
        addressFormat,
        esploraOf(networkOf(network)),
        { everyMs: confirmationPollMs, whenVisible },
        signal,
      )
    },
    async confirm(hash, network, { signal, changed, whenVisible, said }) {
      const esplora = esploraOf(networkOf(network))
      const confirm = () => {
        const look = watcher(hash, sent.get(hash), esplora)
        // Polling outlasts endpoints that are down or malformed for a while, because a sent
        // transaction stays sent.
        return pollUntil(
          () => look(signal),
          { everyMs: confirmationPollMs, isPassing: isUnanswered, whenVisible },
          signal,
        )
      }
      const outcome = said ?? (await confirm())
      const pollOptions = {
        deepEnough,
        everyMs: confirmationPollMs * looksOfABlock,
        whenVisible,
        isOld: said !== undefined,
      }
      if (changed)
        watchOutcome(
          {
            outcome,
            changed,
            confirm,
            look: () => standing(hash, esplora, signal),
            ...pollOptions,
          },
          signal,
        ).catch(error => void (signal.aborted || report(error)))
      return outcome
    },
  }
}

/** Checks once whether a transaction that had an outcome still has it. */
async function standing(hash: string, esplora: Esplora, signal: AbortSignal): Promise<Standing> {
  const [known, head] = await Promise.all([esplora.transaction(hash, signal), esplora.head(signal)])
  return known?.height === undefined ? { head } : { status: 'confirmed', block: known.height, head }
}

/** A transaction that this page sent. */
interface Sent {
  readonly transaction: Transaction
  /** True after an endpoint confirmed that it has the transaction. */
  hasArrived: boolean
}

/** Returns a function that polls the outcome of a transaction once per call. */
function watcher(
  hash: string,
  own: Sent | undefined,
  esplora: Esplora,
): (signal: AbortSignal) => Promise<TransactionOutcome | undefined> {
  let inputs: Inputs = own ? inputsOf(own.transaction) : []
  let gone = 0
  return async signal => {
    const known = await esplora.transaction(hash, signal)
    if (known?.height !== undefined) return { status: 'confirmed', block: known.height }
    inputs = known?.inputs ?? inputs
    if (own && known) own.hasArrived = true
    if (own && !own.hasArrived)
      await esplora.broadcast(own.transaction, signal).catch(error => {
        // Refused: its coins are spent, or it is there after all. The next polls decide.
        if (signal.aborted || !(error instanceof ChainError)) throw error
      })
    // This page did not send it and no endpoint knows it, so its outcome cannot be recognised.
    if (!known && !inputs.length) throw new ChainError('CHAIN_UNAVAILABLE')
    gone = known ? 0 : gone + 1
    const replaced = gone ? await replacement(hash, inputs, esplora, signal) : undefined
    return replaced ?? (gone >= looksBeforeDropped ? { status: 'expired' } : undefined)
  }
}

function inputsOf(transaction: Transaction): Inputs {
  return Array.from({ length: transaction.inputsLength }, (_none, at) =>
    transaction.getInput(at),
  ).flatMap(({ txid, index: vout }) =>
    txid && vout !== undefined ? [{ txid: hexOf(txid), vout }] : [],
  )
}

function outputsOf(transaction: Transaction): readonly Output[] {
  return Array.from({ length: transaction.outputsLength }, (_none, at) =>
    transaction.getOutput(at),
  ).map(({ script = new Uint8Array(), amount = 0n }) => ({
    script,
    value: amount,
  }))
}

function bodyOf(draft: Draft) {
  const body = bip122Psbt.read(draft)
  if (!body) throw new ChainError('WALLET_UNSUPPORTED')
  return body
}
/**
 * Checks that the coins leave this fee to the miner and that their values are proved, because other
 * plugins make drafts too. The library compares a parent with the id in its input only where the
 * parent is signed, so that check is made here. Throws a TransferError.
 */
function expectFee(psbt: string, fee: bigint): void {
  try {
    const transaction = readPsbt(psbt)
    const inputs = Array.from({ length: transaction.inputsLength }, (_none, at) =>
      transaction.getInput(at),
    )
    if (transaction.fee === fee && inputs.every(hasProof)) return
  } catch (cause) {
    throw unsound({ cause })
  }
  throw unsound()
}
const hasProof = ({
  txid,
  nonWitnessUtxo: parent,
  witnessUtxo,
}: ReturnType<Transaction['getInput']>): boolean =>
  parent
    ? transactionId(parent) === hexOf(txid ?? new Uint8Array())
    : isTaprootScript(witnessUtxo?.script)
const isTaprootScript = (script: Uint8Array | undefined): boolean =>
  script?.length === 34 && script[0] === 0x51 && script[1] === 0x20
const unsound = (options?: { readonly cause: unknown }) =>
  new TransferError(
    'TRANSFER_REFUSED',
    message('bip122.draft', 'This payment does not match its description. Nothing was sent.'),
    options,
  )
function assertNetwork(via: Connection, network: NetworkId): void {
  if (via.network !== network) throw new ChainError('WALLET_NETWORK')
}

const readPsbt = (psbt: string): Transaction =>
  Transaction.fromPSBT(bytesOfBase64(psbt) ?? new Uint8Array(), unknownOutputs)
/**
 * Finalises the signed transaction. Undefined: the wallet returned no PSBT, or omitted a signature.
 */
function readSigned(psbt: unknown): Transaction | undefined {
  try {
    const transaction = readPsbt(String(psbt))
    if (!transaction.isFinal) transaction.finalize()
    return transaction
  } catch {
    return undefined
  }
}
/**
 * Returns true when the wallet signed the given payment: the same coins, outputs and sequence
 * numbers.
 */
const isUnchanged = (given: string, signed: Transaction): boolean =>
  sameBytes(readPsbt(given).unsignedTx, signed.unsignedTx)
const changed = () =>
  new ChainError(
    'WALLET_OUTCOME',
    message(
      'bip122.changed',
      'Your wallet signed a different payment from the one you saw. Check your wallet before you try again.',
    ),
  )

/**
 * Returns true when the network has the transaction. False where an endpoint does not respond, or
 * serves another network.
 */
const isKnown = (hash: string, esplora: Esplora, signal: AbortSignal): Promise<boolean> =>
  esplora.transaction(hash, signal).then(Boolean, error => {
    if (error instanceof ChainError && !signal.aborted) return false
    throw error
  })
const spentCoins = (reason: string) =>
  new ChainError(
    'WALLET_OUTCOME',
    message(
      'bip122.spent',
      'Another payment has used these coins: {reason}. Check your wallet before you try again.',
      { reason },
    ),
    { cause: reason },
  )
/**
 * The node may have relayed the payment before it refused it, and a person who reads that nothing
 * was sent would pay twice.
 */
const refusedByNode = (reason: string, cause: unknown = reason) =>
  new ChainError('WALLET_OUTCOME', withValues(maybeSentMessage, { reason }), { cause })

/** Finds the transaction that replaced a dropped one: the spender of its first coin. */
async function replacement(
  hash: string,
  inputs: Inputs,
  esplora: Esplora,
  signal: AbortSignal,
): Promise<TransactionOutcome | undefined> {
  const [first] = inputs
  const by = first && (await esplora.spender(first, signal))?.txid
  return by && by !== hash ? { status: 'replaced', by } : undefined
}

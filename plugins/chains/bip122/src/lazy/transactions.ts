import {
  askToSend,
  bip122Psbt,
  ChainError,
  type Connection,
  createJoin,
  type Draft,
  maybeSentMessage,
  message,
  type NetworkId,
  type TransactionOutcome,
  type Transactions,
  TransferError,
  withValues,
} from '@portico/kernel/contracts'
import { isUnanswered, lookUntil, type Standing, watchOutcome } from '@portico/kernel/rpc'
import { Transaction } from '@scure/btc-signer'
import type { BitcoinNetwork } from '../networks.js'
import type { Bip122Setup } from '../options.js'
import { bytesOfBase64, hexOf, sameBytes } from './bytes.js'
import type { Esplora } from './esplora.js'
import { portOf } from './port.js'
import { type Output, transactionId } from './raw-transaction.js'

type Inputs = readonly { readonly txid: string; readonly vout: number }[]

// Endpoints that stand side by side do not know the same at the same moment: only who is gone for so many looks is gone.
const looksBeforeDropped = 6
// Six confirmations, as is the custom. One block takes ten minutes: what is in one is looked at more rarely than what waits.
const deepEnough = 5n
const looksOfABlock = 6
// A recipient may be anything that a network passes on.
const unknownOutputs = { allowUnknownOutputs: true }

/** Signed by the wallet, sent by us: the wallet sees what it signs, and the host's endpoint broadcasts it. */
export function createTransactions(
  networkOf: (id: string) => BitcoinNetwork,
  esploraOf: (network: BitcoinNetwork) => Esplora,
  { confirmationPollMs, report }: Bip122Setup,
): Omit<Transactions, 'dialects'> {
  const join = createJoin()
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
      if (body.inputs.some(({ address }) => address !== from.address)) throw new ChainError('WALLET_UNSUPPORTED')
      refuseElsewhere(via, draft.network)
      const esplora = esploraOf(networkOf(draft.network))
      const port = portOf(via)
      const sign = async (within: AbortSignal) => {
        const transaction = await askToSend(() => port.signPsbt(body, within), readSigned)
        if (!isUnchanged(body.psbt, transaction)) throw changed()
        const own: Sent = { transaction, hasArrived: true }
        sent.set(transaction.id, own)
        const answer = await esplora.broadcast(transaction, within).catch(error => {
          if (within.aborted || !(error instanceof ChainError)) throw error
          if (!isUnanswered(error)) throw refusedByNode(error.message, error)
          // The payment may be on its way, so it does not fail: `confirm` sends it again and tells what became of it.
          own.hasArrived = false
        })
        const isSent = !answer || answer.status === 'sent' || (await isKnown(transaction.id, esplora, within))
        if (!isSent) throw answer.status === 'spent' ? spentCoins(answer.reason) : refusedByNode(answer.reason)
        return { hash: transaction.id }
      }
      return join(port, body.psbt, sign, signal)
    },
    async describe(from, drafts, signal) {
      signal.throwIfAborted()
      const [draft] = drafts
      if (!draft || drafts.length > 1) throw new ChainError('WALLET_UNSUPPORTED')
      const { writePaymentRecord } = await import('./payment-record.js')
      const transaction = readPsbt(bodyOf(draft).psbt)
      const payment = { inputs: inputsOf(transaction), outputs: outputsOf(transaction), fee: transaction.fee }
      return writePaymentRecord(payment, from.address, networkOf(draft.network).addressFormat)
    },
    async find(network, description, signal) {
      signal.throwIfAborted()
      const { findPayment, readPaymentRecord } = await import('./payment-record.js')
      const { addressFormat } = networkOf(network)
      return findPayment(readPaymentRecord(description), addressFormat, esploraOf(networkOf(network)), signal)
    },
    async compare(hash, network, description, signal, turn) {
      signal.throwIfAborted()
      const { comparePayment, readPaymentRecord } = await import('./payment-record.js')
      const { addressFormat } = networkOf(network)
      return comparePayment(hash, readPaymentRecord(description), addressFormat, esploraOf(networkOf(network)), { everyMs: confirmationPollMs, turn }, signal)
    },
    async confirm(hash, network, signal, changed, turn, said) {
      const esplora = esploraOf(networkOf(network))
      const confirm = () => {
        const look = watcher(hash, sent.get(hash), esplora)
        // Waiting outlives endpoints that are down or talk nonsense for a while: what was sent is sent, whatever they say of it.
        return lookUntil(() => look(signal), { everyMs: confirmationPollMs, isPassing: isUnanswered, turn }, signal)
      }
      const outcome = said ?? (await confirm())
      const ways = { deepEnough, everyMs: confirmationPollMs * looksOfABlock, turn, isOld: said !== undefined }
      if (changed)
        watchOutcome({ outcome, changed, confirm, look: () => standing(hash, esplora, signal), ...ways }, signal).catch(
          error => void (signal.aborted || report(error)),
        )
      return outcome
    },
  }
}

/** One look at a transaction that was told to have an end. */
async function standing(hash: string, esplora: Esplora, signal: AbortSignal): Promise<Standing> {
  const [known, head] = await Promise.all([esplora.transaction(hash, signal), esplora.head(signal)])
  return known?.height === undefined ? { head } : { status: 'confirmed', block: known.height, head }
}

/** A transaction that left from here. */
interface Sent {
  readonly transaction: Transaction
  /** An endpoint said that it has it. */
  hasArrived: boolean
}

/** One look after the other at what becomes of a transaction. */
function watcher(hash: string, own: Sent | undefined, esplora: Esplora): (signal: AbortSignal) => Promise<TransactionOutcome | undefined> {
  let inputs: Inputs = own ? inputsOf(own.transaction) : []
  let gone = 0
  return async signal => {
    const known = await esplora.transaction(hash, signal)
    if (known?.height !== undefined) return { status: 'confirmed', block: known.height }
    inputs = known?.inputs ?? inputs
    if (own && known) own.hasArrived = true
    if (own && !own.hasArrived)
      await esplora.broadcast(own.transaction, signal).catch(error => {
        // Refused: somebody spent its coins, or it is there after all. The next looks tell.
        if (signal.aborted || !(error instanceof ChainError)) throw error
      })
    // Sent by somebody else, and nobody has seen it: nothing tells when its end would come.
    if (!known && !inputs.length) throw new ChainError('CHAIN_UNAVAILABLE')
    gone = known ? 0 : gone + 1
    const replaced = gone ? await replacement(hash, inputs, esplora, signal) : undefined
    return replaced ?? (gone >= looksBeforeDropped ? { status: 'expired' } : undefined)
  }
}

function inputsOf(transaction: Transaction): Inputs {
  return Array.from({ length: transaction.inputsLength }, (_none, at) => transaction.getInput(at)).flatMap(({ txid, index: vout }) =>
    txid && vout !== undefined ? [{ txid: hexOf(txid), vout }] : [],
  )
}

function outputsOf(transaction: Transaction): readonly Output[] {
  return Array.from({ length: transaction.outputsLength }, (_none, at) => transaction.getOutput(at)).map(({ script = new Uint8Array(), amount = 0n }) => ({
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
 * Checks that the coins leave this fee to the miner, and that their values are proved: other plugins make drafts too. The library compares a parent with the id in its
 * input only where the parent is signed, so that is done here. Throws a TransferError.
 */
function expectFee(psbt: string, fee: bigint): void {
  try {
    const transaction = readPsbt(psbt)
    const inputs = Array.from({ length: transaction.inputsLength }, (_none, at) => transaction.getInput(at))
    if (transaction.fee === fee && inputs.every(hasProof)) return
  } catch (cause) {
    throw unsound({ cause })
  }
  throw unsound()
}
const hasProof = ({ txid, nonWitnessUtxo: parent, witnessUtxo }: ReturnType<Transaction['getInput']>): boolean =>
  parent ? transactionId(parent) === hexOf(txid ?? new Uint8Array()) : isTaprootScript(witnessUtxo?.script)
const isTaprootScript = (script: Uint8Array | undefined): boolean => script?.length === 34 && script[0] === 0x51 && script[1] === 0x20
const unsound = (options?: { readonly cause: unknown }) =>
  new TransferError('TRANSFER_REFUSED', message('bip122.draft', 'This payment is not what it says. Nothing was sent.'), options)
function refuseElsewhere(via: Connection, network: NetworkId): void {
  if (via.network !== network) throw new ChainError('WALLET_NETWORK')
}

const readPsbt = (psbt: string): Transaction => Transaction.fromPSBT(bytesOfBase64(psbt) ?? new Uint8Array(), unknownOutputs)
/** The transaction ready to be sent. Undefined: the wallet answered no PSBT, or left a signature out. */
function readSigned(psbt: unknown): Transaction | undefined {
  try {
    const transaction = readPsbt(String(psbt))
    if (!transaction.isFinal) transaction.finalize()
    return transaction
  } catch {
    return undefined
  }
}
/** Whether the wallet signed the payment that it was given: the same coins, outputs and sequence numbers. */
const isUnchanged = (given: string, signed: Transaction): boolean => sameBytes(readPsbt(given).unsignedTx, signed.unsignedTx)
const changed = () =>
  new ChainError('WALLET_OUTCOME', message('bip122.changed', 'Your wallet signed another payment than the one you saw. Check there before you try again.'))

/** Whether the network has the transaction. An endpoint that does not answer, or serves another network, has not said so. */
const isKnown = (hash: string, esplora: Esplora, signal: AbortSignal): Promise<boolean> =>
  esplora.transaction(hash, signal).then(Boolean, error => {
    if (error instanceof ChainError && !signal.aborted) return false
    throw error
  })
const spentCoins = (reason: string) =>
  new ChainError(
    'WALLET_OUTCOME',
    message('bip122.spent', 'Another payment has used these coins: {reason}. Check your wallet before you try again.', { reason }),
    { cause: reason },
  )
/** The node may have forwarded the payment before it refused it: a person who reads that nothing was sent would pay twice. */
const refusedByNode = (reason: string, cause: unknown = reason) => new ChainError('WALLET_OUTCOME', withValues(maybeSentMessage, { reason }), { cause })

/** A transaction that was known and is gone: whoever spent its first coin took its place. */
async function replacement(hash: string, inputs: Inputs, esplora: Esplora, signal: AbortSignal): Promise<TransactionOutcome | undefined> {
  const [first] = inputs
  const by = first && (await esplora.spender(first, signal))?.txid
  return by && by !== hash ? { status: 'replaced', by } : undefined
}

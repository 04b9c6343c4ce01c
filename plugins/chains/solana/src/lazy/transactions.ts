import { delay } from '@portico/kernel'
import {
  type Account,
  ChainError,
  createJoin,
  type Draft,
  ModalError,
  message,
  type SolanaTransaction,
  solanaTransaction,
  type TransactionOutcome,
  type Transactions,
  TransferError,
} from '@portico/kernel/contracts'
import { isUnanswered, lookUntil } from '@portico/kernel/rpc'
import { base64 } from '@scure/base'
import type { SolanaSetup } from '../options.js'
import { writeBase58 } from './keys.js'
import { accountsAt } from './node-accounts.js'
import { readCount, readSignature, readStatus, readTransactionBytes } from './node-answers.js'
import { portFor, type SolanaPort } from './port.js'
import { associatedTokenProgram } from './programs.js'
import { commitment, type Rpc, type RpcOf } from './rpc.js'
import { expectSigned, hasSigned, holds } from './signed-transaction.js'
import { feeOf, isAlreadyThere, refusedTransfer, simulate } from './simulation.js'
import { readWire, type WireTransaction } from './transaction-wire.js'

// Blocks in which a transaction can still come, after the last that was read.
const lifetime = 150n
// Nodes are not all at the same block.
const graceInBlocks = 20n
// How long a wallet that sends something else than it was given has until the network shows it.
const searchMs = 30_000
const mostRemembered = 100

/** A transaction that left from here: it is sent again until the network has it, or its time is over. */
interface Sent {
  readonly wire: Uint8Array
  /** Undefined: the wallet put another blockhash in, and nobody here knows how long that counts. */
  readonly lastValidBlockHeight: bigint | undefined
}

export function createTransactions(rpcOf: RpcOf, { confirmationPollMs }: SolanaSetup): Required<Pick<Transactions, 'estimate' | 'send' | 'confirm'>> {
  const join = createJoin()
  const sent = new Map<string, Sent>()
  const remember = (hash: string, transaction: Sent) => {
    sent.set(hash, transaction)
    for (const oldest of sent.keys()) if (sent.size > mostRemembered) sent.delete(oldest)
  }

  /** Signed by the wallet, checked, and sent by us: nothing leaves that was not asked for. */
  const signAndBroadcast = async (sign: NonNullable<SolanaPort['signTransaction']>, from: Account, draft: Draft, asked: Asked, signal: AbortSignal) => {
    const wire = await sign(from.address, asked.wire, draft.network, signal)
    const { signatures, blockhash } = expectSigned(asked.read, wire, from.address)
    signal.throwIfAborted()
    const hash = writeBase58(signatures[0] as Uint8Array)
    remember(hash, { wire, lastValidBlockHeight: blockhash === asked.read.blockhash ? asked.lastValidBlockHeight : undefined })
    await broadcast(rpcOf(draft.network), wire, hash, signal).catch(error => {
      // It may be on its way: whoever was told that it failed would pay twice. Who waits for it sends it again, and learns what became of it.
      if (signal.aborted || !isUnanswered(error)) throw error
    })
    return { hash }
  }
  /** Sent by the wallet: what it says that it sent is checked by its signature, or on the network where the wallet changed something. */
  const letWalletSend = async (send: NonNullable<SolanaPort['signAndSend']>, from: Account, draft: Draft, asked: Asked, signal: AbortSignal) => {
    const signature = await send(from.address, asked.wire, draft.network, signal)
    const hash = writeBase58(signature)
    const isAsked = hasSigned(from.address, asked.read.message, signature) || (await isOnChain(rpcOf(draft.network), hash, asked.read, from.address, signal))
    if (!isAsked)
      throw new ChainError(
        'WALLET_ANSWER',
        message('solana.error.elsewhere', 'The wallet names a transaction that is not this one. Look into the wallet before you try again.'),
      )
    return { hash }
  }

  return {
    async estimate(_via, from, draft, signal) {
      const rpc = rpcOf(draft.network)
      const { wire, read } = bodyOf(draft, from)
      const [fee, deposits] = await Promise.all([feeOf(rpc, wire, signal), depositsOf(rpc, wire, read, signal)])
      return { kind: 'native', amount: fee + deposits }
    },

    /** The same draft twice at once is one request to the wallet: a double click (situation R23). */
    async send(via, from, draft, signal) {
      const port = portFor(via, from)
      const run = async (own: AbortSignal) => {
        const asked = bodyOf(draft, from)
        // The cluster that it was made for, and no other: the person may have moved on since (threat S24).
        if (via.network !== draft.network) throw new ChainError('WALLET_NETWORK')
        if (port.signTransaction) return signAndBroadcast(port.signTransaction, from, draft, asked, own)
        if (port.signAndSend) return letWalletSend(port.signAndSend, from, draft, asked, own)
        throw new ChainError('WALLET_UNSUPPORTED')
      }
      return join(port, draft, run, signal)
    },

    async confirm(hash, network, signal, _changed, turn, said) {
      // It is told when it is final.
      if (said) return said
      const rpc = rpcOf(network)
      const own = sent.get(hash)
      let lastBlock = own?.lastValidBlockHeight

      const look = async (): Promise<TransactionOutcome | undefined> => {
        const [height, [status]] = await Promise.all([
          rpc.ask('getBlockHeight', [{ commitment }], readCount, signal),
          rpc.ask('getSignatureStatuses', [[hash], { searchTransactionHistory: true }], readStatus, signal),
        ])
        // A block that is only processed may be on a fork: neither its yes nor its no counts. Who believed the no would pay twice.
        if (status && status.confirmationStatus !== 'processed')
          return { status: status.err === null || status.err === undefined ? 'confirmed' : 'failed', block: status.slot }
        // Of one that did not leave from here nobody knows when its life ends: it is no longer than that.
        lastBlock ??= height + lifetime
        if (!status && height > lastBlock + graceInBlocks) return { status: 'expired' }
        if (!status && own) await broadcast(rpc, own.wire, hash, signal)
        return undefined
      }
      // Nobody answered, or would not take it again: the next look tells.
      return lookUntil(look, { everyMs: confirmationPollMs, isPassing: error => error instanceof ModalError, turn }, signal)
    },
  }
}

interface Asked extends SolanaTransaction {
  readonly read: WireTransaction
}
/** Reads a draft at the door: other plugins made it. A copy: what was checked is what is sent, whatever becomes of the draft. Throws a TransferError. */
function bodyOf(draft: Draft, { address }: Account): Asked {
  const { wire, lastValidBlockHeight } = solanaTransaction.read(draft) ?? {}
  const copy = wire instanceof Uint8Array ? wire.slice() : undefined
  const read = copy && readWire(copy)
  if (!copy || !read || typeof lastValidBlockHeight !== 'bigint')
    throw new TransferError('TRANSFER_REFUSED', message('solana.error.draft', 'This is no transaction that Solana knows.'))
  if (read.signers[0] !== address)
    throw new TransferError('TRANSFER_REFUSED', message('solana.error.payer', 'This transaction is for another account than the one that is to pay.'))
  return { wire: copy, lastValidBlockHeight, read }
}

/** Throws a TransferError when the network refuses it. */
async function broadcast(rpc: Rpc, wire: Uint8Array, hash: string, signal: AbortSignal): Promise<void> {
  const isIts = (answer: unknown) => (readSignature(answer) === hash ? hash : undefined)
  await rpc.ask('sendTransaction', [base64.encode(wire), { encoding: 'base64', preflightCommitment: commitment }], isIts, signal).catch(error => {
    // Asked at several nodes, or once more: the network had it already.
    if (!isAlreadyThere(error)) throw refusedTransfer(error)
  })
}

/** Whether the network has a transaction of this name in which everything stands that was asked. Waits for it for a while. */
async function isOnChain(rpc: Rpc, hash: string, asked: WireTransaction, address: string, signal: AbortSignal): Promise<boolean> {
  const options = { encoding: 'base64', commitment, maxSupportedTransactionVersion: 0 }
  const endsAt = performance.now() + searchMs
  for (; performance.now() < endsAt; await delay(1000, signal)) {
    const found = await rpc.ask('getTransaction', [hash, options], readTransactionBytes, signal).catch(error => {
      // Nobody to be asked now is no reason to say that nothing happened: the wallet has sent something.
      if (signal.aborted || !isUnanswered(error)) throw error
    })
    const read = found && readWire(found.transaction)
    // One with another blockhash may be an older one that did the same.
    if (read) return read.blockhash === asked.blockhash && holds(read, asked) && hasSigned(address, read.message, read.signatures[0] as Uint8Array)
  }
  return false
}

/** Lamports that stay in the accounts that a transaction opens for tokens. */
async function depositsOf(rpc: Rpc, wire: Uint8Array, { instructions }: WireTransaction, signal: AbortSignal): Promise<bigint> {
  const opened = instructions.flatMap(({ program, accounts }) => (program === associatedTokenProgram ? (accounts[1] ?? []) : []))
  if (!opened.length) return 0n
  const [before, { accounts }] = await Promise.all([accountsAt(rpc, opened, signal), simulate(rpc, wire, opened, signal)])
  return opened.reduce((sum, _, index) => sum + (before[index] ? 0n : (accounts?.[index]?.lamports ?? 0n)), 0n)
}

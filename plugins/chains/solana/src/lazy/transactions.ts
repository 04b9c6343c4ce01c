import { delay } from '@portico/kernel'
import {
  type Account,
  askToSend,
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
import { lookUntil } from '@portico/kernel/rpc'
import { base64 } from '@scure/base'
import { RpcRefusal } from '../errors.js'
import type { SolanaSetup } from '../options.js'
import { writeBase58 } from './keys.js'
import { accountsAt } from './node-accounts.js'
import { readCount, readSignature, readStatus } from './node-answers.js'
import { portFor, type SolanaPort } from './port.js'
import { associatedTokenProgram } from './programs.js'
import { commitment, graceInBlocks, lifetime, type Rpc, type RpcOf } from './rpc.js'
import { transactionAt } from './sent-transaction.js'
import { expectSigned, hasSigned } from './signed-transaction.js'
import { feeOf, isRefusal, simulate, unknownOutcome } from './simulation.js'
import { readWire, type WireTransaction } from './transaction-wire.js'

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

  /** The wallet signs, the signed transaction is checked and sent from here: nothing leaves that was not asked for. */
  const signAndBroadcast = async (sign: NonNullable<SolanaPort['signTransaction']>, from: Account, draft: Draft, asked: Asked, signal: AbortSignal) => {
    // What came back unreadable, altered or signed by another account may have been sent by the wallet all the same.
    const signed = await askToSend(
      () => sign(from.address, asked.wire, draft.network, signal),
      wire => ({ wire: wire as Uint8Array, ...expectSigned(asked.read, wire as Uint8Array, from.address) }),
    )
    signal.throwIfAborted()
    const hash = writeBase58(signed.signatures[0] as Uint8Array)
    remember(hash, { wire: signed.wire, lastValidBlockHeight: signed.blockhash === asked.read.blockhash ? asked.lastValidBlockHeight : undefined })
    await broadcast(rpcOf(draft.network), signed.wire, hash, signal).catch(error => {
      if (signal.aborted) throw error
      // A node may forward the transaction and then refuse it, so no answer proves that nothing was sent. Without a refusal `confirm` sends it again.
      if (error instanceof RpcRefusal && isRefusal(error)) throw unknownOutcome(error)
    })
    return { hash }
  }
  /** The wallet sends. The hash that it names is believed where its signature is over what was asked, or where the network has a transaction of that name: `compare` tells which. */
  const letWalletSend = async (send: NonNullable<SolanaPort['signAndSend']>, from: Account, draft: Draft, asked: Asked, signal: AbortSignal) => {
    const signature = await askToSend(
      () => send(from.address, asked.wire, draft.network, signal),
      answer => answer as Uint8Array,
    )
    const hash = writeBase58(signature)
    if (!hasSigned(from.address, asked.read.message, signature) && !(await isOnChain(rpcOf(draft.network), hash, signal)))
      throw new ChainError('WALLET_OUTCOME')
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
        // Throws where the host lists no endpoint, before the wallet is asked.
        rpcOf(draft.network)
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

export interface Asked extends SolanaTransaction {
  readonly read: WireTransaction
}
/** Reads a draft that another plugin made. A copy: what was checked is what is sent, also where the draft changes. Throws a TransferError. */
export function bodyOf(draft: Draft, { address }: Account): Asked {
  const { wire, lastValidBlockHeight } = solanaTransaction.read(draft) ?? {}
  const copy = wire instanceof Uint8Array ? wire.slice() : undefined
  const read = copy && readWire(copy)
  if (!copy || !read || typeof lastValidBlockHeight !== 'bigint')
    throw new TransferError('TRANSFER_REFUSED', message('solana.error.draft', 'This is no transaction that Solana knows.'))
  if (read.signers[0] !== address)
    throw new TransferError('TRANSFER_REFUSED', message('solana.error.payer', 'This transaction is for another account than the one that is to pay.'))
  return { wire: copy, lastValidBlockHeight, read }
}

/** Hands a signed transaction to the network. Throws an RpcRefusal where a node refuses it. */
async function broadcast(rpc: Rpc, wire: Uint8Array, hash: string, signal: AbortSignal): Promise<void> {
  const isIts = (answer: unknown) => (readSignature(answer) === hash ? hash : undefined)
  await rpc.ask('sendTransaction', [base64.encode(wire), { encoding: 'base64', preflightCommitment: commitment }], isIts, signal)
}

/** Whether the network has a transaction of this name. Waits for a while. */
async function isOnChain(rpc: Rpc, hash: string, signal: AbortSignal): Promise<boolean> {
  const endsAt = performance.now() + searchMs
  for (; performance.now() < endsAt; await delay(1000, signal)) {
    const found = await transactionAt(rpc, hash, signal).catch(error => {
      // The wallet may have sent it: an endpoint that does not answer, or refuses, proves nothing.
      if (signal.aborted) throw error
    })
    if (found) return true
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

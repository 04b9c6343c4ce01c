import { delay } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import type { TransactionOutcome, Transactions } from '@portico/kernel/capabilities'
import {
  ChainError,
  type Draft,
  type SolanaTransaction,
  solanaTransaction,
  TransferError,
} from '@portico/kernel/chain'
import { createShareInFlight } from '@portico/kernel/connector-kit'
import { pollUntil, RpcRefusal } from '@portico/kernel/rpc'
import { ModalError, message } from '@portico/kernel/text'
import { runSendRequest } from '@portico/kernel/wallet'
import { base64 } from '@scure/base'
import { writeBase58 } from '../messages/keys.js'
import { accountsAt } from '../node/node-accounts.js'
import { readCount, readSignature, readStatus } from '../node/node-answers.js'
import { commitment, graceInBlocks, lifetime, type Rpc, type RpcOf } from '../node/rpc.js'
import type { SolanaSetup } from '../options.js'
import { portFor, type SolanaHandle } from '../wallets/handle.js'
import { associatedTokenProgram } from './programs.js'
import { transactionAt } from './sent-transaction.js'
import { expectSigned, hasSigned } from './signed-transaction.js'
import { feeOf, isRefusal, simulate, unknownOutcome } from './simulation.js'
import { readWire, type WireTransaction } from './transaction-wire.js'

// How long the network may take to show a hash that differs from the expected one.
const searchMs = 30_000
const mostRemembered = 100

/** A transaction that this page sent. It is sent again until the network has it, or it expires. */
interface Sent {
  readonly wire: Uint8Array
  /** Undefined: the wallet inserted another blockhash, whose expiry is unknown here. */
  readonly lastValidBlockHeight: bigint | undefined
}

export function createTransactions(
  rpcOf: RpcOf,
  { confirmationPollMs }: SolanaSetup,
): Required<Pick<Transactions, 'estimate' | 'send' | 'confirm'>> {
  const join = createShareInFlight()
  const sent = new Map<string, Sent>()
  const remember = (hash: string, transaction: Sent) => {
    sent.set(hash, transaction)
    for (const oldest of sent.keys()) if (sent.size > mostRemembered) sent.delete(oldest)
  }

  /**
   * The wallet signs; the signed transaction is checked and sent from here, so nothing else can be
   * sent.
   */
  const signAndBroadcast = async (
    sign: NonNullable<SolanaHandle['signTransaction']>,
    from: Account,
    draft: Draft,
    requested: RequestedTransaction,
    signal: AbortSignal,
  ) => {
    // The wallet may have sent what it returned unreadable, altered or signed by another account.
    const signed = await runSendRequest(
      () => sign(from.address, requested.wire, draft.network, signal),
      wire => ({
        wire: wire as Uint8Array,
        ...expectSigned(requested.read, wire as Uint8Array, from.address),
      }),
    )
    signal.throwIfAborted()
    const hash = writeBase58(signed.signatures[0] as Uint8Array)
    remember(hash, {
      wire: signed.wire,
      lastValidBlockHeight:
        signed.blockhash === requested.read.blockhash ? requested.lastValidBlockHeight : undefined,
    })
    await broadcast(rpcOf(draft.network), signed.wire, hash, signal).catch(error => {
      if (signal.aborted) throw error
      // A node may relay the transaction and then refuse it, so no response proves that nothing was
      // sent. Without a refusal `confirm` sends it again.
      if (error instanceof RpcRefusal && isRefusal(error)) throw unknownOutcome(error)
    })
    return { hash }
  }
  /**
   * The wallet sends. Accepts its hash where that is a signature over the request, or where the
   * network has such a transaction; `compare` then checks which.
   */
  const letWalletSend = async (
    send: NonNullable<SolanaHandle['signAndSend']>,
    from: Account,
    draft: Draft,
    requested: RequestedTransaction,
    signal: AbortSignal,
  ) => {
    const signature = await runSendRequest(
      () => send(from.address, requested.wire, draft.network, signal),
      answer => answer as Uint8Array,
    )
    const hash = writeBase58(signature)
    if (
      !hasSigned(from.address, requested.read.message, signature) &&
      !(await isOnChain(rpcOf(draft.network), hash, signal))
    )
      throw new ChainError('WALLET_OUTCOME')
    return { hash }
  }

  return {
    async estimate(_via, from, draft, signal) {
      const rpc = rpcOf(draft.network)
      const { wire, read } = bodyOf(draft, from)
      const [fee, deposits] = await Promise.all([
        feeOf(rpc, wire, signal),
        depositsOf(rpc, wire, read, signal),
      ])
      return { kind: 'native', amount: fee + deposits }
    },

    /**
     * Sending the same draft twice at once makes one wallet request, for a double click (situation
     * R23).
     */
    async send(via, from, draft, signal) {
      const handle = portFor(via, from)
      const run = async (own: AbortSignal) => {
        const requested = bodyOf(draft, from)
        // Throws before the wallet request where the host lists no endpoint.
        rpcOf(draft.network)
        // Sends only on the draft's cluster, because the person may have switched since (threat
        // S24).
        if (via.network !== draft.network) throw new ChainError('WALLET_NETWORK')
        if (handle.signTransaction)
          return signAndBroadcast(handle.signTransaction, from, draft, requested, own)
        if (handle.signAndSend)
          return letWalletSend(handle.signAndSend, from, draft, requested, own)
        throw new ChainError('WALLET_UNSUPPORTED')
      }
      return join(handle, draft, run, signal)
    },

    async confirm(hash, network, { signal, whenVisible, said }) {
      // Returned once it is final.
      if (said) return said
      const rpc = rpcOf(network)
      const own = sent.get(hash)
      let lastBlock = own?.lastValidBlockHeight

      const look = async (): Promise<TransactionOutcome | undefined> => {
        const [height, [status]] = await Promise.all([
          rpc.request('getBlockHeight', [{ commitment }], readCount, signal),
          rpc.request(
            'getSignatureStatuses',
            [[hash], { searchTransactionHistory: true }],
            readStatus,
            signal,
          ),
        ])
        // A block that is only processed may be on a fork, so neither success nor failure counts: a
        // person who believed the failure would pay twice.
        if (status && status.confirmationStatus !== 'processed')
          return {
            status: status.err === null || status.err === undefined ? 'confirmed' : 'failed',
            block: status.slot,
          }
        // The expiry of a transaction that another page sent is unknown, but no later than this.
        lastBlock ??= height + lifetime
        if (!status && height > lastBlock + graceInBlocks) return { status: 'expired' }
        if (!status && own) await broadcast(rpc, own.wire, hash, signal)
        return undefined
      }
      // No node responded, or accepted it again. The next poll decides.
      return pollUntil(
        look,
        {
          everyMs: confirmationPollMs,
          isPassing: error => error instanceof ModalError,
          whenVisible,
        },
        signal,
      )
    },
  }
}

export interface RequestedTransaction extends SolanaTransaction {
  readonly read: WireTransaction
}
/**
 * Validates another plugin's draft. Returns a copy, so a later change of the draft has no effect.
 * Throws a TransferError.
 */
export function bodyOf(draft: Draft, { address }: Account): RequestedTransaction {
  const { wire, lastValidBlockHeight } = solanaTransaction.read(draft) ?? {}
  const copy = wire instanceof Uint8Array ? wire.slice() : undefined
  const read = copy && readWire(copy)
  if (!copy || !read || typeof lastValidBlockHeight !== 'bigint')
    throw new TransferError(
      'TRANSFER_REFUSED',
      message('solana.error.draft', 'This is not a valid Solana transaction.'),
    )
  if (read.signers[0] !== address)
    throw new TransferError(
      'TRANSFER_REFUSED',
      message('solana.error.payer', 'This transaction is paid by a different account.'),
    )
  return { wire: copy, lastValidBlockHeight, read }
}

/** Broadcasts a signed transaction. Throws an RpcRefusal where a node refuses it. */
async function broadcast(
  rpc: Rpc,
  wire: Uint8Array,
  hash: string,
  signal: AbortSignal,
): Promise<void> {
  const isIts = (answer: unknown) => (readSignature(answer) === hash ? hash : undefined)
  await rpc.request(
    'sendTransaction',
    [base64.encode(wire), { encoding: 'base64', preflightCommitment: commitment }],
    isIts,
    signal,
  )
}

/** Waits a while for the network to have a transaction of this hash. */
async function isOnChain(rpc: Rpc, hash: string, signal: AbortSignal): Promise<boolean> {
  const endsAt = performance.now() + searchMs
  for (; performance.now() < endsAt; await delay(1000, signal)) {
    const found = await transactionAt(rpc, hash, signal).catch(error => {
      // The wallet may have sent it: an endpoint that does not respond, or refuses, proves nothing.
      if (signal.aborted) throw error
    })
    if (found) return true
  }
  return false
}

/** Returns the rent that stays in the token accounts that a transaction opens. */
async function depositsOf(
  rpc: Rpc,
  wire: Uint8Array,
  { instructions }: WireTransaction,
  signal: AbortSignal,
): Promise<bigint> {
  const opened = instructions.flatMap(({ program, accounts }) =>
    program === associatedTokenProgram ? (accounts[1] ?? []) : [],
  )
  if (!opened.length) return 0n
  const [before, { accounts }] = await Promise.all([
    accountsAt(rpc, opened, signal),
    simulate(rpc, wire, opened, signal),
  ])
  return opened.reduce(
    (sum, _, index) => sum + (before[index] ? 0n : (accounts?.[index]?.lamports ?? 0n)),
    0n,
  )
}

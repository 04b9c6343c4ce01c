/**
 * Accounts, blocks and transactions: the virtual machine of real validators, and the little that it
 * leaves to the node around it.
 */
import { LiteSVM } from 'litesvm'
import { splToken, token2022 } from './accounts.js'
import { toBase58 } from './base58.js'
import { readMint, readTokenAccount } from './layouts.js'
import { LedgerRefusal } from './refusal.js'
import { feeOf, type LedgerTransaction, readTransaction } from './transaction.js'
import { transactionError } from './vm-error.js'

export interface LedgerAccount {
  readonly address: string
  readonly lamports: bigint
  readonly owner: string
  readonly data: Uint8Array
  readonly executable: boolean
}
export interface TokenBalance {
  readonly accountIndex: number
  readonly mint: string
  readonly owner: string
  readonly programId: string
  readonly amount: bigint
  readonly decimals: number
}
/** The balances before or after a transaction, in the order of its accounts. */
export interface Holdings {
  readonly lamports: readonly bigint[]
  readonly tokens: readonly TokenBalance[]
}
/** A transaction that is in a block. */
export interface LedgerRecord {
  readonly transaction: LedgerTransaction
  readonly slot: number
  /** Seconds since the epoch. */
  readonly time: number
  /** Null: it succeeded. */
  readonly error: unknown
  readonly logs: readonly string[]
  readonly units: bigint
  readonly fee: bigint
  readonly before: Holdings
  readonly after: Holdings
}
export interface Simulation {
  readonly error: unknown
  readonly logs: readonly string[]
  readonly units: bigint
  /** The accounts that it would leave behind, where it changed them. */
  readonly accounts: ReadonlyMap<string, LedgerAccount>
}
interface BankState {
  readonly machine: Uint8Array
  readonly records: ReadonlyMap<string, LedgerRecord>
}

const slotMs = 400
/** For so many slots a blockhash can be used. */
const blockhashLife = 150
const firstSlot = 1000

export type Bank = ReturnType<typeof createBank>

export function createBank() {
  const bornAt = performance.now()
  const listeners = new Set<(record: LedgerRecord) => void>()
  const state = {
    machine: prepared(new LiteSVM()),
    records: new Map<string, LedgerRecord>(),
    hashes: new Map<string, number>(),
    skipped: 0,
  }

  const slot = () => firstSlot + state.skipped + Math.floor((performance.now() - bornAt) / slotMs)
  const rotate = () => {
    state.machine.expireBlockhash()
    state.hashes.set(state.machine.latestBlockhash(), slot())
  }
  const isAlive = (blockhash: string) =>
    slot() - (state.hashes.get(blockhash) ?? Number.NEGATIVE_INFINITY) <= blockhashLife
  rotate()

  const account = (address: string): LedgerAccount | undefined => {
    const found = state.machine.getAccount(address as Address)
    return found.exists && (found.lamports > 0n || found.data.length)
      ? ledgerAccount(found as EncodedAccount)
      : undefined
  }
  const holdings = (accounts: readonly string[]): Holdings => {
    const all = accounts.map(account)
    const tokens = all.flatMap((one, accountIndex): readonly TokenBalance[] => {
      const held = one && isTokenProgram(one.owner) ? readTokenAccount(one.data) : undefined
      const mint = held && account(held.mint)
      const decimals = mint && readMint(mint.data)?.decimals
      return one && held && decimals !== undefined
        ? [
            {
              accountIndex,
              mint: held.mint,
              owner: held.owner,
              programId: one.owner,
              amount: held.amount,
              decimals,
            },
          ]
        : []
    })
    return { lamports: all.map(one => one?.lamports ?? 0n), tokens }
  }
  const simulate = (transaction: LedgerTransaction, checksSignatures: boolean): Simulation => {
    const { machine } = state
    machine.withSigverify(checksSignatures)
    try {
      const outcome = machine.simulateTransaction(forMachine(transaction))
      const meta = outcome.meta()
      const accounts = isFailure(outcome) ? [] : outcome.postAccounts().map(ledgerAccount)
      return {
        error: isFailure(outcome) ? transactionError(outcome) : null,
        logs: meta.logs(),
        units: meta.computeUnitsConsumed(),
        accounts: new Map(accounts.map(one => [one.address, one])),
      }
    } finally {
      machine.withSigverify(true)
    }
  }
  const preflight = (transaction: LedgerTransaction) => {
    if (!isAlive(transaction.blockhash)) throw failing('BlockhashNotFound', 'Blockhash not found')
    const { error, logs, units } = simulate(transaction, true)
    if (error === 'SignatureFailure')
      throw new LedgerRefusal(-32003, 'Transaction signature verification failure')
    if (error !== null)
      throw failing(error, JSON.stringify(error), { logs, unitsConsumed: Number(units) })
  }
  const record = (entry: LedgerRecord) => {
    state.records.set(entry.transaction.signature, entry)
    // The same transfer once more is another transaction only with another blockhash.
    rotate()
    for (const listener of listeners) listener(entry)
  }

  return {
    slot,
    account,
    skipSlots(count: number) {
      state.skipped += count
    },
    programAccounts: (program: string): readonly LedgerAccount[] =>
      state.machine.getProgramAccounts(program as Address).map(ledgerAccount),
    rentFor: (bytes: number): bigint => state.machine.minimumBalanceForRentExemption(BigInt(bytes)),
    latestBlockhash() {
      if (slot() > (state.hashes.get(state.machine.latestBlockhash()) ?? 0) + 20) rotate()
      return {
        blockhash: state.machine.latestBlockhash() as string,
        lastValidBlockHeight: slot() + blockhashLife,
      }
    },
    isAlive,
    put({ address, lamports, owner, data, executable }: LedgerAccount) {
      state.machine.setAccount({
        address,
        lamports,
        programAddress: owner,
        data,
        executable,
        space: BigInt(data.length),
      } as unknown as EncodedAccount)
    },

    /** @throws LedgerRefusal -32003 for a missing signature that had to be there */
    simulate(
      bytes: Uint8Array,
      options: { readonly sigVerify?: boolean; readonly replaceRecentBlockhash?: boolean },
    ): Simulation {
      const transaction = readTransaction(bytes)
      if (!options.replaceRecentBlockhash && !isAlive(transaction.blockhash))
        return { error: 'BlockhashNotFound', logs: [], units: 0n, accounts: new Map() }
      if (options.sigVerify && !isSigned(transaction))
        throw new LedgerRefusal(-32003, 'Transaction signature verification failure')
      return simulate(transaction, options.sigVerify ?? false)
    },

    /**
     * Answers its signature.
     * @throws LedgerRefusal -32002 when it would fail, -32003 for a missing signature
     */
    send(
      bytes: Uint8Array,
      { skipPreflight = false }: { readonly skipPreflight?: boolean },
    ): string {
      const transaction = readTransaction(bytes)
      const { signature, accounts, blockhash } = transaction
      if (!isSigned(transaction))
        throw new LedgerRefusal(-32003, 'Transaction signature verification failure')
      if (state.records.has(signature))
        throw failing('AlreadyProcessed', 'This transaction has already been processed')
      if (!skipPreflight) preflight(transaction)
      else if (!isAlive(blockhash)) return signature
      const before = holdings(accounts)
      const outcome = state.machine.sendTransaction(forMachine(transaction))
      const meta = 'meta' in outcome ? outcome.meta() : outcome
      record({
        transaction,
        slot: slot(),
        time: Math.floor(Date.now() / 1000),
        error: 'meta' in outcome ? transactionError(outcome) : null,
        logs: meta.logs(),
        units: meta.computeUnitsConsumed(),
        fee: feeOf(transaction),
        before,
        after: holdings(accounts),
      })
      return signature
    },

    /** Puts lamports into an account. Answers a signature of a transaction without a sender. */
    airdrop(address: string, lamports: bigint): string {
      const before = holdings([address])
      const outcome = state.machine.airdrop(address as Address, lamports as never)
      if (!outcome || 'meta' in outcome) throw new LedgerRefusal(-32603, 'airdrop request failed')
      const signature = toBase58(outcome.signature())
      const none = {
        version: 'legacy',
        instructions: [],
        signers: [],
        signatures: [],
        messageBytes: new Uint8Array(),
        encoded: '',
      } as const
      const header = {
        numRequiredSignatures: 0,
        numReadonlySignedAccounts: 0,
        numReadonlyUnsignedAccounts: 0,
      }
      const transaction = {
        ...none,
        header,
        signature,
        accounts: [address],
        blockhash: state.machine.latestBlockhash() as string,
      }
      const facts = {
        slot: slot(),
        time: Math.floor(Date.now() / 1000),
        error: null,
        logs: outcome.logs(),
        units: 0n,
        fee: 0n,
      }
      record({ transaction, ...facts, before, after: holdings([address]) })
      return signature
    },

    recordOf: (signature: string): LedgerRecord | undefined => state.records.get(signature),
    /** Newest first. */
    recordsOf: (address: string): readonly LedgerRecord[] =>
      [...state.records.values()]
        .filter(one => one.transaction.accounts.includes(address))
        .reverse(),
    count: () => state.records.size,
    /** Is called with each transaction that comes into a block. Answers the way to stop it. */
    watch(listener: (record: LedgerRecord) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    capture: (): BankState => ({
      machine: state.machine.toBytes(),
      records: new Map(state.records),
    }),
    restore({ machine, records }: BankState) {
      Object.assign(state, {
        machine: prepared(LiteSVM.fromBytes(machine)),
        records: new Map(records),
      })
      rotate()
    },
  }
}

type Machine = InstanceType<typeof LiteSVM>
type Address = Parameters<Machine['getAccount']>[0]
type EncodedAccount = Parameters<Machine['setAccount']>[0]
type MachineTransaction = Parameters<Machine['sendTransaction']>[0]
type Outcome = ReturnType<Machine['simulateTransaction']>

// The machine accepts its newest blockhash alone and forgets nothing; both are the node's affair.
const prepared = (machine: Machine): Machine =>
  machine.withBlockhashCheck(false).withTransactionHistory(0n)

const isTokenProgram = (program: string) => program === splToken || program === token2022

const isFailure = (outcome: Outcome): outcome is Extract<Outcome, { err(): unknown }> =>
  'err' in outcome && typeof outcome.err === 'function'

const isSigned = ({ signatures }: LedgerTransaction) =>
  signatures.every(signature => signature.some(byte => byte !== 0))

const failing = (error: unknown, words: string, rest: object = {}) =>
  new LedgerRefusal(-32002, `Transaction simulation failed: ${words}`, {
    err: error,
    logs: [],
    accounts: null,
    unitsConsumed: 0,
    ...rest,
  })

/** A transaction as the machine takes it. */
function forMachine({ messageBytes, signers, signatures }: LedgerTransaction): MachineTransaction {
  return {
    messageBytes,
    signatures: Object.fromEntries(signers.map((signer, index) => [signer, signatures[index]])),
  } as unknown as MachineTransaction
}

function ledgerAccount({
  address,
  lamports,
  programAddress,
  data,
  executable,
}: EncodedAccount): LedgerAccount {
  return { address, lamports, owner: programAddress, data: data as Uint8Array, executable }
}

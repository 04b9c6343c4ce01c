/** The JSON-RPC methods of a Solana node, over the bank. */
import { solanaGenesisHash, splToken, token2022 } from './accounts.js'
import type { Bank, Holdings, LedgerAccount, LedgerRecord } from './bank.js'
import { fromBase58, toBase58 } from './base58.js'
import { readMint, readTokenAccount } from './layouts.js'
import { LedgerRefusal } from './refusal.js'
import { feeOf, readAddress, readMessage } from './transaction.js'

type Method = (params: readonly unknown[]) => unknown
interface Config {
  readonly encoding?: string
  readonly limit?: number
  readonly before?: string
  readonly sigVerify?: boolean
  readonly skipPreflight?: boolean
  readonly replaceRecentBlockhash?: boolean
  readonly accounts?: { readonly addresses?: readonly unknown[]; readonly encoding?: string }
  readonly filters?: readonly {
    readonly dataSize?: number
    readonly memcmp?: { readonly offset: number; readonly bytes: string }
  }[]
}
/**
 * What recent transactions offered for their place, in millionths of a lamport for each compute
 * unit.
 */
export interface Market {
  priorityFee: number
}

const finalizedAfter = 31

export function createMethods(bank: Bank, market: Market): Readonly<Record<string, Method>> {
  const withContext = (value: unknown) => ({
    context: { apiVersion: '3.0.0', slot: bank.slot() },
    value,
  })
  const shape = (account: LedgerAccount | undefined, encoding: string | undefined) =>
    account && accountJson(bank, account, encoding)
  const holdersOf = (owner: unknown, filter: unknown) => {
    const { mint, programId } = (filter ?? {}) as {
      readonly mint?: unknown
      readonly programId?: unknown
    }
    const programs = programId === undefined ? [splToken, token2022] : [readAddress(programId)]
    const wanted = mint === undefined ? undefined : readAddress(mint)
    const address = readAddress(owner)
    return programs.flatMap(program =>
      bank.programAccounts(program).filter(({ data }) => {
        const held = readTokenAccount(data)
        return held?.owner === address && (wanted === undefined || held.mint === wanted)
      }),
    )
  }
  const tokenAccountAt = (address: unknown) => {
    const account = bank.account(readAddress(address))
    const held = account && readTokenAccount(account.data)
    if (!held) throw new LedgerRefusal(-32602, 'Invalid param: could not find account')
    return held
  }
  const decimalsOf = (mint: string) =>
    readMint(bank.account(mint)?.data ?? new Uint8Array())?.decimals ?? 0

  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': '3.0.0', 'feature-set': 1 }),
    getGenesisHash: () => solanaGenesisHash,
    getSlot: () => bank.slot(),
    getBlockHeight: () => bank.slot(),
    getBlockTime: () => Math.floor(Date.now() / 1000),
    getEpochInfo: () => ({
      absoluteSlot: bank.slot(),
      blockHeight: bank.slot(),
      epoch: 1,
      slotIndex: bank.slot(),
      slotsInEpoch: 432_000,
      transactionCount: bank.count(),
    }),
    getLatestBlockhash: () => withContext(bank.latestBlockhash()),
    isBlockhashValid: ([blockhash]) => withContext(bank.isAlive(String(blockhash))),
    getMinimumBalanceForRentExemption: ([bytes]) => Number(bank.rentFor(Number(bytes))),
    getRecentPrioritizationFees: () =>
      Array.from({ length: 20 }, (_, age) => ({
        slot: bank.slot() - age,
        prioritizationFee: market.priorityFee,
      })),
    getFeeForMessage: ([message]) =>
      withContext(Number(feeOf(readMessage(decode(message, 'base64'))))),

    getBalance: ([address]) =>
      withContext(Number(bank.account(readAddress(address))?.lamports ?? 0n)),
    getAccountInfo: ([address, config]) =>
      withContext(
        shape(bank.account(readAddress(address)), configOf(config).encoding ?? 'base58') ?? null,
      ),
    getMultipleAccounts: ([addresses, config]) =>
      withContext(
        listOf(addresses).map(
          address => shape(bank.account(readAddress(address)), configOf(config).encoding) ?? null,
        ),
      ),
    getProgramAccounts: ([program, config]) =>
      bank
        .programAccounts(readAddress(program))
        .filter(account =>
          (configOf(config).filters ?? []).every(filter => passes(account.data, filter)),
        )
        .map(account => ({
          pubkey: account.address,
          account: shape(account, configOf(config).encoding),
        })),
    getTokenAccountsByOwner: ([owner, filter, config]) =>
      withContext(
        holdersOf(owner, filter).map(account => ({
          pubkey: account.address,
          account: shape(account, configOf(config).encoding),
        })),
      ),
    getTokenAccountBalance([address]) {
      const { mint, amount } = tokenAccountAt(address)
      return withContext(uiAmount(amount, decimalsOf(mint)))
    },
    getTokenSupply([address]) {
      const mint = readMint(bank.account(readAddress(address))?.data ?? new Uint8Array())
      if (!mint) throw new LedgerRefusal(-32602, 'Invalid param: not a Token mint')
      return withContext(uiAmount(mint.supply, mint.decimals))
    },

    sendTransaction: ([text, config]) =>
      bank.send(decode(text, configOf(config).encoding), configOf(config)),
    simulateTransaction([text, config]) {
      const { accounts, ...options } = configOf(config)
      const {
        error,
        logs,
        units,
        accounts: left,
      } = bank.simulate(decode(text, options.encoding), options)
      const wanted = accounts?.addresses?.map(readAddress)
      return withContext({
        err: error,
        logs,
        unitsConsumed: Number(units),
        accounts:
          wanted?.map(address =>
            error === null
              ? (shape(left.get(address) ?? bank.account(address), 'base64') ?? null)
              : null,
          ) ?? null,
        returnData: null,
        innerInstructions: null,
        ...(options.replaceRecentBlockhash && { replacementBlockhash: bank.latestBlockhash() }),
      })
    },
    requestAirdrop: ([address, lamports]) =>
      bank.airdrop(readAddress(address), BigInt(Number(lamports))),

    getSignatureStatuses: ([signatures]) =>
      withContext(
        listOf(signatures).map(signature => statusJson(bank, bank.recordOf(String(signature)))),
      ),
    getSignaturesForAddress([address, config]) {
      const { limit = 1000, before } = configOf(config)
      const records = bank.recordsOf(readAddress(address))
      const from =
        before === undefined
          ? 0
          : records.findIndex(one => one.transaction.signature === before) + 1
      return records.slice(from, from + limit).map(({ transaction, slot, error, time }) => ({
        signature: transaction.signature,
        slot,
        err: error,
        memo: null,
        blockTime: time,
        confirmationStatus: bank.slot() - slot > finalizedAfter ? 'finalized' : 'confirmed',
      }))
    },
    getTransaction([signature, config]) {
      const record = bank.recordOf(String(signature))
      return record ? transactionJson(record, configOf(config).encoding) : null
    },
  }
}

const configOf = (value: unknown): Config =>
  typeof value === 'object' && value !== null
    ? (value as Config)
    : typeof value === 'string'
      ? { encoding: value }
      : {}
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function decode(text: unknown, encoding = 'base58'): Uint8Array {
  if (typeof text !== 'string') throw new LedgerRefusal(-32602, 'Invalid params: expected a string')
  return encoding === 'base64' ? new Uint8Array(Buffer.from(text, 'base64')) : fromBase58(text)
}

function passes(
  data: Uint8Array,
  { dataSize, memcmp }: NonNullable<Config['filters']>[number],
): boolean {
  if (dataSize !== undefined && data.length !== dataSize) return false
  const wanted = memcmp && fromBase58(memcmp.bytes)
  return (
    !wanted ||
    Buffer.compare(data.subarray(memcmp.offset, memcmp.offset + wanted.length), wanted) === 0
  )
}

/** An account as a node writes it. */
export function accountJson(
  bank: Bank,
  { lamports, owner, data, executable }: LedgerAccount,
  encoding = 'base64',
): object {
  const rest = {
    lamports: Number(lamports),
    owner,
    executable,
    rentEpoch: Number(2n ** 64n - 1n),
    space: data.length,
  }
  const parsed =
    encoding === 'jsonParsed' && (owner === splToken || owner === token2022)
      ? parsedJson(bank, data)
      : undefined
  if (parsed)
    return {
      ...rest,
      data: {
        program: owner === splToken ? 'spl-token' : 'spl-token-2022',
        space: data.length,
        parsed,
      },
    }
  return {
    ...rest,
    data:
      encoding === 'base58'
        ? [toBase58(data), 'base58']
        : [Buffer.from(data).toString('base64'), 'base64'],
  }
}

function parsedJson(bank: Bank, data: Uint8Array): object | undefined {
  const mint = readMint(data)
  if (mint) return { type: 'mint', info: { ...mint, supply: String(mint.supply) } }
  const held = readTokenAccount(data)
  if (!held) return undefined
  const decimals = readMint(bank.account(held.mint)?.data ?? new Uint8Array())?.decimals ?? 0
  const { isNative, mint: of, owner, state, amount } = held
  return {
    type: 'account',
    info: { isNative, mint: of, owner, state, tokenAmount: uiAmount(amount, decimals) },
  }
}

function uiAmount(amount: bigint, decimals: number): object {
  const digits = String(amount).padStart(decimals + 1, '0')
  const text =
    `${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`.replace(
      /\.?0*$/,
      '',
    )
  return { amount: String(amount), decimals, uiAmount: Number(text), uiAmountString: text }
}

function statusJson(bank: Bank, record: LedgerRecord | undefined): object | null {
  if (!record) return null
  const { slot, error } = record
  const age = bank.slot() - slot
  const isFinal = age > finalizedAfter
  return {
    slot,
    confirmations: isFinal ? null : age,
    err: error,
    status: error ? { Err: error } : { Ok: null },
    confirmationStatus: isFinal ? 'finalized' : 'confirmed',
  }
}

function transactionJson(
  { transaction, slot, time, error, logs, units, fee, before, after }: LedgerRecord,
  encoding = 'json',
): object {
  const { version, header, accounts, blockhash, instructions, signature, signatures, encoded } =
    transaction
  const message = {
    header,
    accountKeys: accounts,
    recentBlockhash: blockhash,
    instructions: instructions.map(({ programIdIndex, accounts: used, data }) => ({
      programIdIndex,
      accounts: used,
      data: toBase58(data),
      stackHeight: 1,
    })),
  }
  return {
    slot,
    blockTime: time,
    version,
    transaction:
      encoding === 'base64'
        ? [encoded, 'base64']
        : { signatures: signatures.length ? signatures.map(toBase58) : [signature], message },
    meta: {
      err: error,
      status: error ? { Err: error } : { Ok: null },
      fee: Number(fee),
      logMessages: logs,
      computeUnitsConsumed: Number(units),
      preBalances: before.lamports.map(Number),
      postBalances: after.lamports.map(Number),
      preTokenBalances: tokenBalancesJson(before),
      postTokenBalances: tokenBalancesJson(after),
      innerInstructions: [],
      loadedAddresses: { readonly: [], writable: [] },
      rewards: [],
    },
  }
}
const tokenBalancesJson = ({ tokens }: Holdings): readonly object[] =>
  tokens.map(({ accountIndex, mint, owner, programId, amount, decimals }) => ({
    accountIndex,
    mint,
    owner,
    programId,
    uiTokenAmount: uiAmount(amount, decimals),
  }))

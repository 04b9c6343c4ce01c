/** Serialises the calls of a wallet request for storage and compares transactions with them. */
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { ChainError, type Eip155Transaction, type Hex, type NetworkId } from '@portico/kernel/contracts'
import { type BatchCall, callsIn } from './batch-calldata.js'
import { checksumAddress } from './checksum.js'
import { readCount, readNativeAmount, type SentTransaction } from './node-answers.js'
import { readAccounts, readBytes, readHash } from './wallet-answers.js'

/** One call as it was described. */
export interface Call {
  /** Absent where a contract is created. */
  readonly to?: Hex
  readonly value: bigint
  /** The data, or its beginning where `digest` is there: the whole would not fit into storage. */
  readonly data: Hex
  /** Bytes of the whole data. */
  readonly size: number
  /** Keccak-256 of the whole data. */
  readonly digest?: Hex
}
export interface Description {
  readonly network: NetworkId
  readonly from: Hex
  /** At least one; several are one bundle (EIP-5792). */
  readonly calls: readonly Call[]
  /** The first nonce that was free before the request, with what was pending. */
  readonly nonce: bigint
  /** The newest block before the request. */
  readonly block: bigint
  /** The connection says that the account is a contract. */
  readonly isSmart: boolean
}

const mostCharacters = 4_096
const mostCalls = 12
/** Bytes of data that are kept of each call, so that all of them fit. Every ERC-20 transfer and approval is shorter, in a bundle of up to ten. */
const keptBytes = (calls: number): number => Math.floor((3_500 - 200 * calls) / (2 * calls))

/** Throws a ChainError WALLET_UNSUPPORTED for more calls than fit. */
export function writeDescription(
  transactions: readonly Eip155Transaction[],
  { nonce, block, ...where }: Pick<Description, 'network' | 'from' | 'nonce' | 'block' | 'isSmart'>,
): string {
  const { length } = transactions
  if (!length || length > mostCalls) throw new ChainError('WALLET_UNSUPPORTED')
  const calls = transactions.map(({ to, value = 0n, data = '0x' }) => {
    const bytes = data.toLowerCase() as Hex
    const size = (bytes.length - 2) / 2
    const most = keptBytes(length)
    return { ...(to && { to }), value: hexOf(value), data: bytes.slice(0, 2 + 2 * most), size, ...(size > most && { digest: digestOf(bytes) }) }
  })
  return JSON.stringify({ version: 2, ...where, calls, nonce: hexOf(nonce), block: hexOf(block) })
}
const hexOf = (number: bigint) => `0x${number.toString(16)}`

/** Throws a ChainError for a text that is no description, or one of another network: it may come from storage (threat S13). */
export function readDescription(text: string, network: NetworkId): Description {
  const description = text.length <= mostCharacters ? parse(text) : undefined
  if (!description || description.network !== network) throw new ChainError('CHAIN_ANSWER')
  return description
}
function parse(text: string): Description | undefined {
  const { version, network, from, calls: list, nonce, block, isSmart } = objectIn(text)
  const [sender] = readAccounts([from]) ?? []
  const [free, height] = [readCount(nonce), readCount(block)]
  if (version !== 2 || typeof network !== 'string' || typeof isSmart !== 'boolean' || !sender || free === undefined || height === undefined) return undefined
  if (!Array.isArray(list) || !list.length || list.length > mostCalls) return undefined
  const calls = list.flatMap(one => parseCall(Object(one), keptBytes(list.length)) ?? [])
  if (calls.length !== list.length) return undefined
  return { network: network as NetworkId, from: sender, calls, nonce: free, block: height, isSmart }
}
function parseCall({ to, value, data, size, digest }: Readonly<Record<string, unknown>>, most: number): Call | undefined {
  const [receiver] = readAccounts([to]) ?? []
  const bytes = readBytes(data, most)
  const amount = readNativeAmount(value)
  const whole = readHash(digest)
  const isWhole = typeof size === 'number' && Number.isSafeInteger(size) && bytes !== undefined && (bytes.length - 2) / 2 === Math.min(size, most)
  if (!isWhole || amount === undefined || (to !== undefined && !receiver)) return undefined
  if ((digest === undefined) !== size <= most || (digest !== undefined && !whole)) return undefined
  return { ...(receiver && { to: receiver }), value: amount, data: bytes.toLowerCase() as Hex, size, ...(whole && { digest: whole }) }
}
function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Whether a call is the one that was described. Gas, fees, nonce, type and access list are the wallet's choice. */
export const isCall = ({ to, value, input }: Pick<SentTransaction, 'to' | 'value' | 'input'>, call: Call): boolean =>
  to === call.to && value === call.value && (isSameData(input, call) || isLowerApproval(input, call))

function isSameData(input: Hex, { data, size, digest }: Call): boolean {
  return (input.length - 2) / 2 === size && (digest ? digestOf(input) === digest : input.toLowerCase() === data)
}
/** Wallets let a person lower the amount of an approval. That is no difference to warn of. */
function isLowerApproval(input: Hex, { data }: Call): boolean {
  const [asked, given] = [callIn(data, approveSelector), callIn(input, approveSelector)]
  return asked !== undefined && given !== undefined && given.address === asked.address && given.amount <= asked.amount
}

/** The calls of a bundle that the account sends to itself (EIP-7702), where they are encoded in a known form. */
export const ownCallsIn = ({ from, to, input }: SentTransaction, account: Hex): readonly BatchCall[] | undefined =>
  from === account && to === account ? callsIn(input) : undefined

/**
 * Whether a transaction of the account does all that was described and nothing else. False also where the data of a bundle cannot be read. A single call may stand in a
 * bundle with others: some wallets let a person sign the requests of several pages at once.
 */
export function isAsDescribed(transaction: SentTransaction, { from, calls }: Description): boolean {
  if (transaction.from !== from) return false
  const [first] = calls
  const inside = ownCallsIn(transaction, from) ?? [transaction]
  if (first && calls.length === 1) return inside.some(one => isCall(one, first))
  return inside.length === calls.length && calls.every((call, at) => isCall(inside[at] as BatchCall, call))
}

/** Whether a transaction of the account moves nothing and has the nonce of what was described, or one after it. */
export function isCancel({ from, to, value, input, setsCode, nonce }: SentTransaction, description: Description): boolean {
  const isEmpty = from === description.from && to === from && value === 0n && input === '0x' && !setsCode
  // Calls that a wallet sent before the cancelled one stand.
  return isEmpty && (description.calls.length === 1 ? nonce >= description.nonce : nonce === description.nonce)
}

// Each is hashed, so data in which the beginning is repeated would keep the page busy for minutes.
const mostPlaces = 16

/** Whether the described call stands in other data: a bundle, or the order of a smart account. `bytes` of a call stand in it as they are, numbers in words of 32 bytes. */
export function containsCall(input: Hex, { to = '0x', value, data, size, digest }: Call): boolean {
  const text = input.slice(2).toLowerCase()
  if (!text.includes(to.slice(2).toLowerCase())) return false
  if (value > 0n && !text.includes(wordOf(value))) return false
  const head = data.slice(2)
  let places = 0
  for (let at = text.indexOf(head); at >= 0 && places < mostPlaces; at = text.indexOf(head, at + 1)) {
    if (!digest) return true
    places++
    if (digestOf(`0x${text.slice(at, at + 2 * size)}`) === digest) return true
  }
  return containsLowerApproval(text, data)
}
function containsLowerApproval(text: string, data: Hex): boolean {
  const asked = callIn(data, approveSelector)
  const head = data.slice(2, 74)
  for (let at = asked ? text.indexOf(head) : -1; at >= 0; at = text.indexOf(head, at + 1)) {
    const word = text.slice(at + 72, at + 136)
    if (asked && word.length === 64 && BigInt(`0x${word}`) <= asked.amount) return true
  }
  return false
}

export interface Movement {
  /** Its contract; absent for the native coin. */
  readonly token?: Hex
  readonly to?: Hex
  readonly amount: bigint
}
/** Who gets what: of an ERC-20 transfer the tokens, else the value. */
export function movementOf({ to, value, data }: { readonly to?: Hex; readonly value: bigint; readonly data: Hex }): Movement {
  const transfer = callIn(data, '0xa9059cbb')
  return to && transfer ? { token: to, to: transfer.address, amount: transfer.amount } : { ...(to && { to }), amount: value }
}
/** Parses the spender and amount of an ERC-20 approve call. */
export const approvalOf = ({ data }: Pick<Call, 'data'>) => callIn(data, approveSelector)

const approveSelector = '0x095ea7b3'
const wordOf = (number: bigint) => number.toString(16).padStart(64, '0')

/** The arguments of a call whose only ones are an address and a number. */
function callIn(data: Hex, selector: Hex): { readonly address: Hex; readonly amount: bigint } | undefined {
  const isCall = data.length === 138 && data.toLowerCase().startsWith(`${selector}${'0'.repeat(24)}`)
  return isCall ? { address: checksumAddress(data.slice(34, 74)), amount: BigInt(`0x${data.slice(74)}`) } : undefined
}

function digestOf(data: Hex): Hex | undefined {
  return data.length % 2 ? undefined : `0x${bytesToHex(keccak_256(hexToBytes(data.slice(2).toLowerCase())))}`
}

/** What a transaction was meant to do, as text for storage, and whether another one does the same. */
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { ChainError, type Eip155Transaction, type Hex, type NetworkId } from '@portico/kernel/contracts'
import { checksumAddress } from './checksum.js'
import { readCount, readNativeAmount, type SentTransaction } from './node-answers.js'
import { readAccounts, readBytes, readHash } from './wallet-answers.js'

export interface Description {
  readonly network: NetworkId
  readonly from: Hex
  /** Absent where a contract is created. */
  readonly to?: Hex
  readonly value: bigint
  /** The data, or its beginning where `digest` is there: the whole would not fit into storage. */
  readonly data: Hex
  /** Bytes of the whole data. */
  readonly size: number
  /** Keccak-256 of the whole data. */
  readonly digest?: Hex
  /** The first nonce that was free before the request, with what was pending. */
  readonly nonce: bigint
  /** The newest block before the request. */
  readonly block: bigint
  /** The connection says that the account is a contract. */
  readonly isSmart: boolean
}

// 4 kB at most with everything else. Every ERC-20 transfer and approval is shorter.
const mostBytes = 1_600

export function writeDescription(
  { to, value = 0n, data = '0x' }: Eip155Transaction,
  { nonce, block, ...where }: Pick<Description, 'network' | 'from' | 'nonce' | 'block' | 'isSmart'>,
): string {
  const bytes = data.toLowerCase() as Hex
  const size = (bytes.length - 2) / 2
  const numbers = { value, nonce, block }
  return JSON.stringify({
    version: 1,
    ...where,
    ...(to && { to }),
    data: bytes.slice(0, 2 + 2 * mostBytes),
    size,
    ...(size > mostBytes && { digest: digestOf(bytes) }),
    ...Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, `0x${number.toString(16)}`])),
  })
}

/** Throws a ChainError for a text that is no description, or one of another network: it may come from storage (threat S13). */
export function readDescription(text: string, network: NetworkId): Description {
  const description = text.length <= 4096 ? parse(text) : undefined
  if (!description || description.network !== network) throw new ChainError('CHAIN_ANSWER')
  return description
}
function parse(text: string): Description | undefined {
  const { version, network, from, to, value, data, size, digest, nonce, block, isSmart } = objectIn(text)
  const [sender] = readAccounts([from]) ?? []
  const [receiver] = readAccounts([to]) ?? []
  const bytes = readBytes(data, mostBytes)
  const [amount, free, height] = [readNativeAmount(value), readCount(nonce), readCount(block)]
  const whole = readHash(digest)
  const isWhole = typeof size === 'number' && Number.isSafeInteger(size) && bytes !== undefined && (bytes.length - 2) / 2 === Math.min(size, mostBytes)
  if (version !== 1 || typeof network !== 'string' || typeof isSmart !== 'boolean' || !sender || (to !== undefined && !receiver)) return undefined
  if (!isWhole || (digest === undefined) !== size <= mostBytes || (digest !== undefined && !whole)) return undefined
  if (amount === undefined || free === undefined || height === undefined) return undefined
  return {
    network: network as NetworkId,
    from: sender,
    ...(receiver && { to: receiver }),
    value: amount,
    data: bytes.toLowerCase() as Hex,
    size,
    ...(whole && { digest: whole }),
    nonce: free,
    block: height,
    isSmart,
  }
}
function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Whether a transaction of the same sender does what was described. Gas, fees, nonce, type and access list are the wallet's choice. */
export const isAsDescribed = (transaction: SentTransaction, description: Description): boolean =>
  transaction.from === description.from &&
  transaction.to === description.to &&
  transaction.value === description.value &&
  (isSameData(transaction.input, description) || isLowerApproval(transaction.input, description))

function isSameData(input: Hex, { data, size, digest }: Description): boolean {
  return (input.length - 2) / 2 === size && (digest ? digestOf(input) === digest : input.toLowerCase() === data)
}
/** Wallets let a person lower the amount of an approval. That is no difference to warn of. */
function isLowerApproval(input: Hex, { data }: Description): boolean {
  const [asked, given] = [callIn(data, '0x095ea7b3'), callIn(input, '0x095ea7b3')]
  return asked !== undefined && given !== undefined && given.address === asked.address && given.amount <= asked.amount
}

// Each is hashed, so data in which the beginning is repeated would keep the page busy for minutes.
const mostPlaces = 16

/** Whether the described call stands in other data: a bundle, or the order of a smart account. `bytes` of a call stand in it as they are, numbers in words of 32 bytes. */
export function containsCall(input: Hex, { to = '0x', value, data, size, digest }: Description): boolean {
  const text = input.slice(2).toLowerCase()
  if (!text.includes(to.slice(2).toLowerCase())) return false
  if (value > 0n && !text.includes(value.toString(16).padStart(64, '0'))) return false
  const head = data.slice(2)
  let places = 0
  for (let at = text.indexOf(head); at >= 0 && places < mostPlaces; at = text.indexOf(head, at + 1)) {
    if (!digest) return true
    places++
    if (digestOf(`0x${text.slice(at, at + 2 * size)}`) === digest) return true
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

/** The arguments of a call whose only ones are an address and a number. */
function callIn(data: Hex, selector: Hex): { readonly address: Hex; readonly amount: bigint } | undefined {
  const isCall = data.length === 138 && data.toLowerCase().startsWith(`${selector}${'0'.repeat(24)}`)
  return isCall ? { address: checksumAddress(data.slice(34, 74)), amount: BigInt(`0x${data.slice(74)}`) } : undefined
}

function digestOf(data: Hex): Hex | undefined {
  return data.length % 2 ? undefined : `0x${bytesToHex(keccak_256(hexToBytes(data.slice(2).toLowerCase())))}`
}

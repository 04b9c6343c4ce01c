/** Serialises the calls of a wallet request for storage and compares transactions with them. */
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { ChainError, type Eip155Transaction, type Hex, type NetworkId } from '@portico/kernel/chain'
import { encodeWord, wordAt } from '@portico/signatures/abi'
import { checksumAddress } from '../addresses/checksum.js'
import { readCount, readNativeAmount, type SentTransaction } from '../node/node-answers.js'
import { readAccounts, readBytes, readHash } from '../wallets/wallet-answers.js'
import { type BatchCall, callsIn } from './batch-calldata.js'

/** One call as described before the request. */
export interface Call {
  /** Absent: the call creates a contract. */
  readonly to?: Hex
  readonly value: bigint
  /**
   * The data, or its beginning when `digest` is set, because the whole would not fit into storage.
   */
  readonly data: Hex
  /** Size of the whole data in bytes. */
  readonly size: number
  /** Keccak-256 of the whole data. */
  readonly digest?: Hex
}
export interface Description {
  readonly network: NetworkId
  readonly from: Hex
  /** At least one. Several are one bundle (EIP-5792). */
  readonly calls: readonly Call[]
  /** The first free nonce before the request, counting pending transactions. */
  readonly nonce: bigint
  /** The newest block before the request. */
  readonly block: bigint
  /** True when the connection reports a contract account. */
  readonly isSmart: boolean
}

const mostCharacters = 4_096
const mostCalls = 12
/**
 * Bytes of data kept per call, so that all calls fit. Every ERC-20 transfer and approval is
 * shorter, in a bundle of up to ten.
 */
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
    return {
      ...(to && { to }),
      value: hexOf(value),
      data: bytes.slice(0, 2 + 2 * most),
      size,
      ...(size > most && { digest: digestOf(bytes) }),
    }
  })
  return JSON.stringify({ version: 2, ...where, calls, nonce: hexOf(nonce), block: hexOf(block) })
}
const hexOf = (number: bigint) => `0x${number.toString(16)}`

/**
 * Throws a ChainError for malformed text, or for a description of another network: it may come from
 * tampered storage (threat S13).
 */
export function readDescription(text: string, network: NetworkId): Description {
  const description = text.length <= mostCharacters ? parse(text) : undefined
  if (!description || description.network !== network) throw new ChainError('CHAIN_ANSWER')
  return description
}
function parse(text: string): Description | undefined {
  const { version, network, from, calls: list, nonce, block, isSmart } = objectIn(text)
  const [sender] = readAccounts([from]) ?? []
  const [free, height] = [readCount(nonce), readCount(block)]
  if (
    version !== 2 ||
    typeof network !== 'string' ||
    typeof isSmart !== 'boolean' ||
    !sender ||
    free === undefined ||
    height === undefined
  )
    return undefined
  if (!Array.isArray(list) || !list.length || list.length > mostCalls) return undefined
  const calls = list.flatMap(one => parseCall(Object(one), keptBytes(list.length)) ?? [])
  if (calls.length !== list.length) return undefined
  return { network: network as NetworkId, from: sender, calls, nonce: free, block: height, isSmart }
}
function parseCall(
  { to, value, data, size, digest }: Readonly<Record<string, unknown>>,
  most: number,
): Call | undefined {
  const [receiver] = readAccounts([to]) ?? []
  const bytes = readBytes(data, most)
  const amount = readNativeAmount(value)
  const whole = readHash(digest)
  const isWhole =
    typeof size === 'number' &&
    Number.isSafeInteger(size) &&
    bytes !== undefined &&
    (bytes.length - 2) / 2 === Math.min(size, most)
  if (!isWhole || amount === undefined || (to !== undefined && !receiver)) return undefined
  if ((digest === undefined) !== size <= most || (digest !== undefined && !whole)) return undefined
  return {
    ...(receiver && { to: receiver }),
    value: amount,
    data: bytes.toLowerCase() as Hex,
    size,
    ...(whole && { digest: whole }),
  }
}
function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

type SentCall = Pick<SentTransaction, 'to' | 'value' | 'input'>

/**
 * Compares a call with a description. The wallet may choose gas, fees, nonce, type and access list.
 */
export const isCall = ({ to, value, input }: SentCall, call: Call): boolean =>
  to === call.to &&
  value === call.value &&
  (isSameData(input, call) || isLowerApproval(input, call))

function isSameData(input: Hex, { data, size, digest }: Call): boolean {
  return (
    (input.length - 2) / 2 === size &&
    (digest ? digestOf(input) === digest : input.toLowerCase() === data)
  )
}
/** Wallets let a person lower an approval, so a lower amount raises no warning. */
function isLowerApproval(input: Hex, { data }: Call): boolean {
  const [described, sent] = [callIn(data, approveSelector), callIn(input, approveSelector)]
  const isOneSpender =
    input.length === data.length && input.slice(0, 74).toLowerCase() === data.slice(0, 74)
  return (
    described !== undefined &&
    sent !== undefined &&
    data.length === 138 &&
    isOneSpender &&
    sent.amount <= described.amount
  )
}

/**
 * Decodes the calls of a bundle that the account sent to itself (EIP-7702), in a known encoding.
 * Sent by another account, the same data may do nothing.
 */
export const ownCallsIn = ({
  from,
  to,
  input,
}: SentTransaction): readonly BatchCall[] | undefined => (to === from ? callsIn(input) : undefined)

/**
 * Returns the calls sent besides the described ones. Undefined where a described call is missing or
 * out of order.
 */
export function addedTo<Sent extends SentCall>(
  calls: readonly Call[],
  sent: readonly Sent[],
): readonly Sent[] | undefined {
  let found = 0
  const added = sent.filter(one => {
    const next = calls[found]
    const isNext = next !== undefined && isCall(one, next)
    if (isNext) found++
    return !isNext
  })
  return found === calls.length ? added : undefined
}

/**
 * Returns true for an empty transaction of the account with the described nonce, or with a later
 * one.
 */
export function isCancel(
  { from, to, value, input, setsCode, nonce }: SentTransaction,
  description: Description,
): boolean {
  const isEmpty =
    from === description.from && to === from && value === 0n && input === '0x' && !setsCode
  // The calls sent before the cancelled one remain valid.
  return (
    isEmpty &&
    (description.calls.length === 1 ? nonce >= description.nonce : nonce === description.nonce)
  )
}

// Each match is hashed, so data that repeats the beginning would block the page for minutes.
const mostPlaces = 16

/**
 * Returns true when other data contains the described call: a bundle, or a smart account's order.
 * `bytes` of a call are contained unchanged, numbers as 32-byte words. This proves nothing: a thief
 * can put the described call into data that is never executed.
 */
export function containsCall(input: Hex, { to = '0x', value, data, size, digest }: Call): boolean {
  const text = input.slice(2).toLowerCase()
  if (!text.includes(to.slice(2).toLowerCase())) return false
  if (value > 0n && !text.includes(encodeWord(value))) return false
  const head = data.slice(2)
  let places = 0
  for (
    let at = text.indexOf(head);
    at >= 0 && places < mostPlaces;
    at = text.indexOf(head, at + 1)
  ) {
    if (!digest) return true
    places++
    if (digestOf(`0x${text.slice(at, at + 2 * size)}`) === digest) return true
  }
  return containsLowerApproval(text, data)
}
function containsLowerApproval(text: string, data: Hex): boolean {
  const described = callIn(data, approveSelector)
  const head = data.slice(2, 74)
  for (let at = described ? text.indexOf(head) : -1; at >= 0; at = text.indexOf(head, at + 1)) {
    const word = text.slice(at + 72, at + 136)
    if (described && word.length === 64 && BigInt(`0x${word}`) <= described.amount) return true
  }
  return false
}

export interface Movement {
  /** The token contract; absent for the native coin. */
  readonly token?: Hex
  readonly to?: Hex
  readonly amount: bigint
}
/** Returns recipient and amount of a call: the tokens of an ERC-20 transfer, else the value. */
export function movementOf({
  to,
  value,
  data,
}: {
  readonly to?: Hex
  readonly value: bigint
  readonly data: Hex
}): Movement {
  const transfer = callIn(data, '0xa9059cbb')
  return to && transfer
    ? { token: to, to: transfer.address, amount: transfer.amount }
    : { ...(to && { to }), amount: value }
}
/** Parses the spender and amount of an ERC-20 approve call. */
export const approvalOf = ({ data }: Pick<Call, 'data'>) => callIn(data, approveSelector)

const approveSelector = '0x095ea7b3'
/** Calls that grant an allowance, with the argument positions of spender and amount. */
const approvals: Readonly<Record<string, readonly [spender: number, amount: number]>> = {
  [approveSelector]: [0, 1],
  // increaseAllowance and increaseApproval of ERC-20.
  '0x39509351': [0, 1],
  '0xd73dd623': [0, 1],
  // setApprovalForAll of ERC-721 and ERC-1155: 1 is true.
  '0xa22cb465': [0, 1],
  // approve(token, spender, amount, expiration) of Permit2.
  '0x87517c45': [1, 2],
}
/**
 * Returns the spender that this call approves. Undefined for a call that grants no allowance above
 * 0.
 */
export function spenderOf({ input }: Pick<SentCall, 'input'>): Hex | undefined {
  const selector = input.slice(0, 10).toLowerCase()
  const [at, amountAt] = (Object.hasOwn(approvals, selector) && approvals[selector]) || []
  const [spender, amount] = [at, amountAt].map(position =>
    position === undefined ? undefined : argumentIn(input, position),
  )
  return spender !== undefined && amount ? addressIn(spender) : undefined
}

/** `transferFrom` of ERC-20 and ERC-721, `safeTransferFrom` of ERC-721. */
const takingSelectors: readonly string[] = ['0x23b872dd', '0x42842e0e']
/**
 * Returns true when a call by the account gives away coins, tokens or an allowance, as far as its
 * data shows.
 */
export function givesAway(call: BatchCall, account: Hex): boolean {
  const { token, to, amount } = movementOf({ ...call, data: call.input })
  const owner = takingSelectors.includes(call.input.slice(0, 10).toLowerCase())
    ? argumentIn(call.input, 0)
    : undefined
  return (
    (amount > 0n && to !== account) ||
    (token !== undefined && call.value > 0n) ||
    spenderOf(call) !== undefined ||
    (owner !== undefined && addressIn(owner) === account)
  )
}

/**
 * Returns an argument's word. Contracts ignore data behind the last argument, so longer data is the
 * same call.
 */
const argumentIn = (data: Hex, position: number): bigint | undefined =>
  wordAt(data.slice(10), position)
const addressIn = (word: bigint): Hex => checksumAddress(encodeWord(word).slice(24))

/** Decodes the arguments of a call that begin with an address and a number. */
function callIn(
  data: Hex,
  selector: Hex,
): { readonly address: Hex; readonly amount: bigint } | undefined {
  const [address, amount] = data.toLowerCase().startsWith(selector)
    ? [argumentIn(data, 0), argumentIn(data, 1)]
    : []
  return address !== undefined && amount !== undefined
    ? { address: addressIn(address), amount }
    : undefined
}

function digestOf(data: Hex): Hex | undefined {
  return data.length % 2
    ? undefined
    : `0x${bytesToHex(keccak_256(hexToBytes(data.slice(2).toLowerCase())))}`
}

export const containsAll = ({ input }: SentTransaction, { calls }: Description): boolean =>
  calls.every(call => containsCall(input, call))
export const mentions = ({ to, input }: SentTransaction, account: Hex): boolean =>
  to === account || input.toLowerCase().includes(account.slice(2).toLowerCase())

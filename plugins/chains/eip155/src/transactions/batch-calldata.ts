/** Decodes the calls in the calldata of batch contracts. */
import type { Hex } from '@portico/kernel/chain'
import { type AbiShape, decodeAbi, wordAt } from '@portico/signatures/abi'
import { checksumAddress } from '../addresses/checksum.js'

export interface BatchCall {
  readonly to: Hex
  readonly value: bigint
  readonly input: Hex
}

const mostCalls = 256
/** `(address to, uint256 value, bytes data)`. */
const callShapes = ['address', 'word', 'bytes'] as const

/**
 * Byte 0 of the mode: 1 is a batch. Bytes 6 to 9: no selector, or the ERC-7821 selector for calls
 * with extra data behind the list.
 */
const batchMode = /^01.{10}(?:0{8}|78210001)/

/**
 * Decodes the calls of `execute((address,uint256,bytes)[])`,
 * `executeBatch((address,uint256,bytes)[])` or `execute(bytes32,bytes)` in the batch mode of
 * ERC-7579 and ERC-7821.
 * Returns undefined for another function, or for data that contracts would decode differently.
 */
export function callsIn(input: Hex): readonly BatchCall[] | undefined {
  const [selector, body] = parts(input)
  if (selector === '0x3f707e6b' || selector === '0x34fcd5be') return readCalls(body)
  if (selector !== '0xe9ae5c53' || !batchMode.test(body)) return undefined
  const [, inner] = decode(['word', 'bytes'], body) ?? []
  return inner && readCalls(inner)
}

/**
 * MultiSend and MultiSendCallOnly of Safe 1.1.1, 1.3.0, 1.4.1 and 1.5.0, including the deployments
 * with replay protection (EIP-155) and on zkSync. Any other delegatecall target may do anything.
 * Source: https://github.com/safe-global/safe-deployments/tree/main/src/assets
 */
const multiSends: readonly string[] = [
  '0x8d29be29923b68abfdd21e541b9374737b49cdad',
  '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761',
  '0x998739bfdaadde7c933b942a68053933098f9eda',
  '0x0dfcccb95225ffb03c6fbb2559b530c2b7c8a912',
  '0x40a2accbd92bca938b02010e17a5b8929b49130d',
  '0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b',
  '0xf220d3b4dfb23c4ade8c88e526c1353abacbc38f',
  '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526',
  '0x309d0b190fecca8e1d5d8309a16f7e3cb133e885',
  '0x9641d764fc13c8b624c04430c7356c1c7c8102e2',
  '0x0408ef011960d02349d50286d20531229bcef773',
  '0x218543288004cd07832472d464648173c77d7eb7',
  '0xa83c336b20401af773b6219ba5027174338d1836',
]

export interface SafeOrder {
  readonly calls: readonly BatchCall[]
  /** The Safe also refunds gas, at the price that the order names. */
  readonly hasRefund: boolean
}
/**
 * Decodes the calls of a Safe's `execTransaction`: one call, or those of `multiSend(bytes)`.
 * Returns undefined for another function, a delegatecall to another contract, or data that the Safe
 * would decode differently.
 */
export function safeOrderIn(input: Hex): SafeOrder | undefined {
  const [selector, body] = parts(input)
  const order =
    selector === '0x6a761202'
      ? decode([...callShapes, 'word', 'word', 'word', 'word'], body)
      : undefined
  if (!order) return undefined
  const [to, value, data, operation, , , gasPrice] = order
  if (operation > 1n) return undefined
  const isDelegated = operation === 1n
  const call = callOf([to, value, data])
  const calls = isDelegated ? multiSendCalls(call) : [call]
  return calls && { calls, hasRefund: gasPrice > 0n }
}
function multiSendCalls({ to, input }: BatchCall): readonly BatchCall[] | undefined {
  const [selector, body] = parts(input)
  if (selector !== '0x8d80ff0a' || !multiSends.includes(to.toLowerCase())) return undefined
  const [packed] = decode(['bytes'], body) ?? []
  return packed && readPacked(packed.slice(2))
}
/**
 * Layout of each packed call: operation (1 byte), recipient (20), value (32), data length (32),
 * data.
 */
function readPacked(text: string): readonly BatchCall[] | undefined {
  const calls: BatchCall[] = []
  for (let at = 0; at < text.length; ) {
    const [operation, to, words] = [
      text.slice(at, at + 2),
      text.slice(at + 2, at + 42),
      text.slice(at + 42),
    ]
    const [value, size] = [wordAt(words, 0), wordAt(words, 1)]
    // In some Safe versions the zero address means the Safe itself.
    if (
      operation !== '00' ||
      value === undefined ||
      size === undefined ||
      /^0+$/.test(to) ||
      calls.length === mostCalls
    )
      return undefined
    const end = 128 + 2 * Number(size)
    if (end > words.length) return undefined
    calls.push({ to: checksumAddress(to), value, input: `0x${words.slice(128, end)}` })
    at += 42 + end
  }
  return calls
}

/**
 * EntryPoint 0.6, 0.7, 0.8 and 0.9 of ERC-4337. Source:
 * https://github.com/eth-infinitism/account-abstraction/releases
 */
const entryPoints: readonly string[] = [
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  '0x433709009b8330fda32311df1c2afa402ed8d009',
]
/**
 * Decodes the calls of an account's operation in `handleOps` (ERC-4337). Returns undefined for
 * another contract or function, for no or several operations of the account, or for an operation in
 * an unknown form.
 */
export function operationCallsIn(
  { to, input }: { readonly to?: Hex; readonly input: Hex },
  account: Hex,
): readonly BatchCall[] | undefined {
  const [selector, body] = parts(input)
  const isHandleOps = selector === '0x1fad948c' || selector === '0x765e827f'
  if (!to || !entryPoints.includes(to.toLowerCase()) || !isHandleOps) return undefined
  // Sender, nonce, init code, calldata for the account. The fields after these differ by version.
  const [operations = []] = decode([{ list: ['address', 'word', 'bytes', 'bytes'] }], body) ?? []
  const [operation, second] = operations.filter(([sender]) => checksumAddress(sender) === account)
  return operation && !second ? accountCallsIn(operation[3]) : undefined
}
/** A batch, or `execute(address,uint256,bytes)`. */
function accountCallsIn(data: Hex): readonly BatchCall[] | undefined {
  const [selector, body] = parts(data)
  if (selector !== '0xb61d27f6') return callsIn(data)
  const call = decode(callShapes, body)
  return call && [callOf(call)]
}

const parts = (input: Hex) =>
  [input.slice(0, 10).toLowerCase(), input.slice(10).toLowerCase()] as const
/** Decodes leniently, as contracts do: ignores data behind the arguments. */
const decode = <const Shapes extends readonly AbiShape[]>(shapes: Shapes, body: string) =>
  decodeAbi(shapes, body, { isExact: false }).values
const callOf = ([to, value, input]: readonly [Hex, bigint, Hex]): BatchCall => ({
  to: checksumAddress(to),
  value,
  input,
})

/** An ABI-encoded list of `(address,uint256,bytes)`. */
function readCalls(body: string): readonly BatchCall[] | undefined {
  const [calls] = decode([{ list: callShapes }], body) ?? []
  return calls && calls.length <= mostCalls ? calls.map(callOf) : undefined
}

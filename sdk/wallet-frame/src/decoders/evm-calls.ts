/** Decodes transactions and bundles of eip155: transfers and approvals, each byte accounted for. */
import { type EvmTransaction, evmCallsSchema } from '@portico/plugin-embedded/protocol'
import * as v from 'valibot'
import { type Action, type Amount, type Reading, reading, refused, unreadable } from './reading.js'

/** Uniswap's Permit2, at the same address on every network. */
export const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/** Amounts from 2^95 on are more than any token has, and mean "all". Some tokens have 96 bits. */
const unlimitedFrom = 1n << 95n
export const amountOf = (value: bigint): Amount => (value >= unlimitedFrom ? 'unlimited' : value)

/** Kinds of arguments. A number is one with so many bits; bytes are known only without content. */
type Argument = 'address' | 'bool' | 'empty-bytes' | number
type Values = readonly (string | bigint | boolean)[]
interface Call {
  readonly arguments: readonly Argument[]
  /** `contract`: the called address. `self`: the account that signs. */
  action(values: Values, contract: string, self: string): Action | undefined
}

const text = (values: Values, index: number) => values[index] as string
const number = (values: Values, index: number) => values[index] as bigint

const sendItem =
  (count: (values: Values) => bigint) =>
  (values: Values, collection: string, self: string): Action | undefined =>
    text(values, 0) === self
      ? {
          kind: 'item-transfer',
          collection,
          item: number(values, 2),
          to: text(values, 1),
          count: count(values),
        }
      : undefined

/** By selector. `transferFrom` is not here: the same call moves a token or an item. */
const calls: ReadonlyMap<string, Call> = new Map<string, Call>([
  [
    '0xa9059cbb', // transfer(address,uint256)
    {
      arguments: ['address', 256],
      action: (values, token) => ({
        kind: 'transfer',
        asset: { token },
        to: text(values, 0),
        amount: number(values, 1),
        orItem: number(values, 1),
      }),
    },
  ],
  [
    '0x095ea7b3', // approve(address,uint256)
    {
      arguments: ['address', 256],
      action: (values, token) => ({
        kind: 'approval',
        token,
        spender: text(values, 0),
        amount: amountOf(number(values, 1)),
        orItem: number(values, 1),
      }),
    },
  ],
  [
    '0xa22cb465', // setApprovalForAll(address,bool)
    {
      arguments: ['address', 'bool'],
      action: (values, collection) => ({
        kind: 'collection-approval',
        collection,
        operator: text(values, 0),
        isAllowed: values[1] === true,
      }),
    },
  ],
  [
    '0x42842e0e', // safeTransferFrom(address,address,uint256)
    { arguments: ['address', 'address', 256], action: sendItem(() => 1n) },
  ],
  [
    '0xf242432a', // safeTransferFrom(address,address,uint256,uint256,bytes)
    {
      arguments: ['address', 'address', 256, 256, 'empty-bytes'],
      action: sendItem(values => number(values, 3)),
    },
  ],
  [
    '0x87517c45', // approve(address,address,uint160,uint48) of Permit2
    {
      arguments: ['address', 'address', 160, 48],
      action: (values, contract) =>
        contract === permit2
          ? {
              kind: 'approval',
              token: text(values, 0),
              spender: text(values, 1),
              amount: amountOf(number(values, 2)),
              until: number(values, 3),
            }
          : undefined,
    },
  ],
])

/** Reads a transaction. `chainId`: the network of the request, such as `eip155:1`. */
export function readEvmTransaction(
  transaction: EvmTransaction,
  chainId: string,
  self: string,
): Reading {
  const { data, input, value, gas, gasPrice, maxFeePerGas } = transaction
  const wrong = refusalOf(transaction, chainId, self)
  if (wrong) return wrong
  if (data !== undefined && input !== undefined && data.toLowerCase() !== input.toLowerCase())
    return refused('contradiction')
  const action = readCall({ to: transaction.to, data: data ?? input, value }, self)
  const price = maxFeePerGas ?? gasPrice
  if (!action) return unreadable
  return reading([action], {
    ...(gas !== undefined && price !== undefined && { fee: BigInt(gas) * BigInt(price) }),
  })
}

/** Reads the parameters of `wallet_sendCalls`. One unreadable call makes all of it unreadable. */
export function readEvmCalls(params: unknown, chainId: string, self: string): Reading {
  const found = v.safeParse(v.strictTuple([evmCallsSchema]), params)
  if (!found.success) return unreadable
  const [bundle] = found.output
  const wrong = refusalOf(bundle, chainId, self)
  if (wrong) return wrong
  const actions = bundle.calls.map(call => readCall(call, self))
  return actions.every(action => action !== undefined) ? reading(actions) : unreadable
}

function refusalOf(
  request: { readonly chainId?: string | undefined; readonly from?: string | undefined },
  chainId: string,
  self: string,
): Reading | undefined {
  const [, reference = ''] = /^eip155:([1-9]\d{0,15})$/.exec(chainId) ?? []
  if (!reference) return refused('chain')
  if (request.chainId !== undefined && BigInt(request.chainId) !== BigInt(reference))
    return refused('chain')
  return request.from !== undefined && request.from.toLowerCase() !== self.toLowerCase()
    ? refused('other-account')
    : undefined
}

function readCall(
  call: {
    readonly to?: string | undefined
    readonly data?: string | undefined
    readonly value?: string | undefined
  },
  self: string,
): Action | undefined {
  const to = call.to?.toLowerCase()
  const data = (call.data ?? '0x').toLowerCase()
  const value = BigInt(call.value ?? '0x0')
  // A transaction without a recipient creates a contract.
  if (!to) return undefined
  if (data === '0x') return { kind: 'transfer', asset: 'native', to, amount: value }
  const known = calls.get(data.slice(0, 10))
  // None of these calls takes coins, so nothing explains coins beside them.
  if (!known || value > 0n) return undefined
  const values = decode(known.arguments, data.slice(10))
  return values && known.action(values, to, self.toLowerCase())
}

/** Decodes arguments, and returns undefined unless exactly these bytes encode them. */
function decode(kinds: readonly Argument[], hex: string): Values | undefined {
  const hasBytes = kinds.includes('empty-bytes')
  const words = hex.match(/.{64}/g) ?? []
  if (hex.length !== 64 * (kinds.length + (hasBytes ? 1 : 0))) return undefined
  const values = kinds.map((kind, index) => decodeWord(kind, words[index] ?? '', kinds.length))
  // The content of bytes is after the arguments: its length, which has to be 0.
  const isEmpty = !hasBytes || BigInt(`0x${words[kinds.length]}`) === 0n
  return isEmpty && values.every(value => value !== undefined) ? values : undefined
}
function decodeWord(
  kind: Argument,
  word: string,
  count: number,
): string | bigint | boolean | undefined {
  const value = BigInt(`0x${word}`)
  if (kind === 'address') return value < 1n << 160n ? `0x${word.slice(24)}` : undefined
  if (kind === 'bool') return value > 1n ? undefined : value === 1n
  if (kind === 'empty-bytes') return value === BigInt(32 * count) ? value : undefined
  return value < 1n << BigInt(kind) ? value : undefined
}

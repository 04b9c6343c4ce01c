/** Simulates a swap on the network before the wallet gets a request. */
import type { SwapStep } from '@portico/kernel/capabilities'
import type { Hex } from '@portico/kernel/chain'
import { message } from '@portico/kernel/text'
import { decodeAbi, encodeCall, wordAt } from '@portico/signatures/abi'
import { SwapError } from '../../errors.js'
import type { Shown } from './check.js'
import { multicall3, type Node, type Trial } from './node.js'
import { bodyOf } from './route-steps.js'

/** `balanceOf(address)` of a token. */
export const balanceOf = (owner: Hex): Hex => encodeCall('0x70a08231', ['address'], [owner])
/** `allowance(address,address)` of a token. */
export const allowanceOf = (owner: Hex, spender: Hex): Hex =>
  encodeCall('0xdd62ed3e', ['address', 'address'], [owner, spender])
/** `getEthBalance(address)` of Multicall3. */
export const coinsOf = (owner: Hex): Hex => encodeCall('0x4d2301cc', ['address'], [owner])

/**
 * Whether the network tried it and everything arrived; false where the node cannot try. Throws a
 * SwapError when it fails, and when less arrives than was exchanged: no minimum on the chain
 * protects from a token that takes its part afterwards.
 */
export async function tryIt(
  node: Node,
  shown: Shown,
  before: readonly SwapStep[],
  swap: SwapStep,
  signal: AbortSignal,
): Promise<boolean> {
  const { account, to } = shown
  const look: Trial =
    to === 'native'
      ? { from: account, to: multicall3, data: coinsOf(account) }
      : { from: account, to, data: balanceOf(account) }
  const acts = [...before, swap].map((step): Trial => ({ from: account, ...bodyOf(step) }))
  const tried = await node.tryAll([look, ...acts, look], signal)
  if (!tried) return false
  const failed = tried.find(one => one.failure !== undefined)
  if (failed) throw new SwapError('SWAP_FAILS', { reason: failed.failure })
  const arrived = numberOf(tried[tried.length - 1]?.answer) - numberOf(tried[0]?.answer)
  // The output by the router, before the token deducts a transfer fee.
  const exchanged = exchangedBy(tried[tried.length - 2]?.answer)
  if (arrived < exchanged || arrived < shown.minimum) throw keepsPart()
  return true
}
/**
 * Reads the output of an exchange from SwapRouter02's answer; 0n for another call. The other calls
 * of an order (a permit, an unwrapping, a refund) return nothing.
 */
export function exchangedBy(answer: Hex | undefined): bigint {
  const [results] = decodeAbi([{ list: 'bytes' }], answer ?? '', { isExact: false }).values ?? []
  return numberOf(results?.find(result => result !== '0x'))
}
export const keepsPart = (): SwapError =>
  new SwapError('SWAP_TOLL', {
    sentence: message(
      'swap.error.toll',
      'This token keeps a part of what is sent, so the amount that you get is not certain.',
    ),
  })
/**
 * Whether a token takes a new allowance over an old one: most do, and need no reset. Undefined
 * where the node cannot try.
 */
export async function takesOver(
  node: Node,
  account: Hex,
  approve: SwapStep,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const tried = await node.tryAll([{ from: account, ...bodyOf(approve) }], signal)
  return tried && tried[0]?.failure === undefined
}
/** The first word of an answer. */
export const numberOf = (answer: Hex | undefined): bigint => wordAt(answer ?? '', 0) ?? 0n

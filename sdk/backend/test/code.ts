/** Contracts of the tests, put together byte by byte: no compiler has to run. */

import { encodeAbiParameters } from 'viem'

export type Hex = `0x${string}`

const hex = (value: number, bytes: number) => value.toString(16).padStart(bytes * 2, '0')

/**
 * A contract that answers each selector with the same bytes, and does something else for every
 * other: refuses, where nothing was said.
 */
export function contractAnswering(
  answers: Readonly<Record<Hex, Hex>>,
  otherwise: Hex = '0x5f5ffd',
): Hex {
  const all = Object.entries(answers).map(([selector, data]) => ({
    selector: selector.slice(2),
    data: data.slice(2),
  }))
  // PUSH0 CALLDATALOAD PUSH1 224 SHR, then for each: DUP1 PUSH4 EQ PUSH2 JUMPI, then the rest, then
  // the branches, then what they answer.
  const [head, test, rest, branch] = [5, 11, (otherwise.length - 2) / 2, 14]
  const firstBranch = head + test * all.length + rest
  const tests = all.map(
    ({ selector }, index) => `8063${selector}1461${hex(firstBranch + branch * index, 2)}57`,
  )
  const firstData = firstBranch + branch * all.length
  const branches = all.map(({ data }, index) => {
    const at = all.slice(0, index).reduce((sum, before) => sum + before.data.length / 2, firstData)
    const size = hex(data.length / 2, 2)
    return `5b61${size}61${hex(at, 2)}5f3961${size}5ff3`
  })
  return `0x5f3560e01c${tests.join('')}${otherwise.slice(2)}${branches.join('')}${all.map(({ data }) => data).join('')}`
}

const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * A contract that emits as many ERC-20 transfers of 1 as its first word says, from the caller to
 * the accounts whose numbers follow its second word.
 */
export const transferEmitter: Hex = `0x60015f525f355b8015603e578060203501337f${transferTopic}60205fa3600190036006565b00`

/**
 * A contract that emits an event of the first four words as its topics, with the rest as its data.
 */
export const logEmitter: Hex = '0x608036038060805f376060356040356020355f35608036035fa400'

/** A token that says of every transfer that it went to this account, whatever the call names. */
export const tokenPaying = (account: Hex): Hex =>
  `0x6024355f5273${account.slice(2)}337f${transferTopic}60205fa300`

/** As Chainlink's aggregators answer. */
export const aggregator = (answer: bigint, updatedAt: bigint): Hex =>
  contractAnswering({
    '0x313ce567': encodeAbiParameters([{ type: 'uint8' }], [8]),
    '0xfeaf968c': encodeAbiParameters(
      [
        { type: 'uint80' },
        { type: 'int256' },
        { type: 'uint256' },
        { type: 'uint256' },
        { type: 'uint80' },
      ],
      [1n, answer, updatedAt, updatedAt, 1n],
    ),
  })

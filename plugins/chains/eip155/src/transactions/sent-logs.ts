import type { Hex } from '@portico/kernel/chain'
import { encodeAddress, wordAt } from '@portico/signatures/abi'
import { type Log, readLogs, readReceiptOf, readWord } from '../node/node-answers.js'
import { readAccounts } from '../wallets/wallet-answers.js'
import type { Movement } from './sent-description.js'

/** `Transfer(address,address,uint256)` of ERC-20. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** `Approval(address,address,uint256)` of ERC-20. */
export const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
/**
 * `UserOperationEvent` of ERC-4337. Its second topic is the sender, the second word of its data the
 * success.
 */
const operationTopic = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
/** `ExecutionFailure` of a Safe. */
const failureTopic = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'
export const topicOf = (address: Hex): Hex => `0x${encodeAddress(address)}`

/** Returns whether an operation of the account succeeded. Undefined: another event. */
export const succeededOf = ({ topics, data }: Log, account: Hex): boolean | undefined =>
  topics[0] === operationTopic && topics[2] === topicOf(account)
    ? wordAt(data, 1) === 1n
    : undefined
/** Returns true when the order failed within a successful transaction. */
export const hasFailedInside = (logs: readonly Log[], account: Hex): boolean =>
  logs.some(
    log =>
      (log.topics[0] === failureTopic && log.address === account) ||
      succeededOf(log, account) === false,
  )

/** Decodes a transfer of this token from the account. */
export function transferOf(
  { address, topics, data }: Log,
  token: Hex,
  account: Hex,
): Movement | undefined {
  const [kind, from, to] = topics
  const amount = readWord(data)
  if (
    address !== token ||
    kind !== transferTopic ||
    from !== topicOf(account) ||
    !to ||
    amount === undefined
  )
    return undefined
  const [receiver] = readAccounts([`0x${to.slice(26)}`]) ?? []
  return receiver && { token, to: receiver, amount }
}

export const readReceiptWithLogs = (hash: string) => (answer: unknown) => {
  const receipt = readReceiptOf(hash)(answer)
  const logs = receipt ? readLogs(Object(answer).logs) : []
  return receipt === undefined || logs === undefined ? undefined : ([receipt, logs] as const)
}

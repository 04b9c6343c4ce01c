/** Says what a transaction did in one sentence: "Swapped 1 ETH for 2,990 USDC". */
import type { ActivityEntry, ActivityTransfer } from '@portico/kernel/capabilities'
import {
  displayQuantityIn,
  displayText,
  type Message,
  message,
  shortenAddress,
  withValues,
} from '@portico/kernel/text'
import { counterpartOf, sidesOf } from '../rules.js'
import { verbOf } from './verbs.js'

export const collectibleMessage = /* @__PURE__ */ message('history.collectible', 'Collectible')

/** What the sentences need of the page that shows them. */
export interface Wording {
  readonly t: (text: Message) => string
  readonly language: string
  /** Shown in place of every quantity while the person hides their amounts. */
  readonly hidden?: string | undefined
  /** Shortens an address as its chain does. */
  readonly shorten?: ((address: string) => string) | undefined
}

// By language: making one takes longer than the rest of a row.
const formats = /* @__PURE__ */ new Map<string, ReturnType<typeof createFormats>>()
const createFormats = (language: string) => ({
  quantity: displayQuantityIn(language),
  list: new Intl.ListFormat(language, { type: 'conjunction' }),
})
function formatsOf(language: string) {
  const known = formats.get(language) ?? createFormats(language)
  formats.set(language, known)
  return known
}

/** The amounts that one side of a sentence names; the others are counted. */
const mostNamed = 2

// Around each amount and address. Text from outside has none of them (`displayText`), and no view
// shows them.
export const marks = /[\u2068\u2069]/
const isolated = (text: string): string => `\u2068${text}\u2069`

function amountOf(
  { nft_info: nft, fungible_info: token, quantity: { numeric } }: ActivityTransfer,
  { t, language, hidden }: Wording,
): string {
  const quantity = hidden ?? formatsOf(language).quantity(numeric)
  if (!nft) return [quantity, displayText(token?.symbol, 24)].join(' ').trim()
  const name = displayText(nft.name) ?? t(collectibleMessage)
  return numeric === '1' ? name : `${quantity} ${name}`
}
/**
 * The allowance, without its figure while the person hides amounts; "unlimited" does not reveal a
 * balance.
 */
function allowedIn({ approved }: ActivityEntry, { hidden }: Wording): string | undefined {
  const text = displayText(approved, 80)
  if (text === undefined) return undefined
  const isShown = hidden === undefined || text.startsWith('∞')
  return isolated(isShown ? text : `${hidden} ${text.split(' ').at(-1)}`)
}
function amountsOf(moves: readonly ActivityTransfer[], wording: Wording): string | undefined {
  if (!moves.length) return undefined
  const named = moves.slice(0, mostNamed).map(move => isolated(amountOf(move, wording)))
  const others = moves.length - named.length
  const all = others
    ? [...named, wording.t(message('history.others', '{count} more', { count: others }))]
    : named
  return formatsOf(wording.language).list.format(all)
}

type Status = ActivityEntry['metadata']['status']
interface Said {
  /** What left the account; of operations in one direction, all that moved. */
  readonly amount: string | undefined
  /** What came in return. */
  readonly got: string | undefined
  readonly address: string | undefined
  /** Of an approval. */
  readonly approved: string | undefined
}
type Sentence = (said: Said, status: Status) => Message | undefined
const withAmount =
  (text: Message<'amount'>): Sentence =>
  ({ amount }) =>
    amount === undefined ? undefined : withValues(text, { amount })

function sent({ amount, address }: Said, status: Status): Message | undefined {
  if (amount === undefined) return undefined
  const values = { amount, address: address ?? '' }
  if (status === 'pending')
    return address
      ? message('history.said.sending', 'Sending {amount} to {address}', values)
      : message('history.said.sendingAmount', 'Sending {amount}', { amount })
  if (status === 'failed')
    return address
      ? message('history.said.notSent', 'Did not send {amount} to {address}', values)
      : message('history.said.notSentAmount', 'Did not send {amount}', { amount })
  return address
    ? message('history.said.sent', 'Sent {amount} to {address}', values)
    : message('history.said.sentAmount', 'Sent {amount}', { amount })
}
function received({ amount, address }: Said, status: Status): Message | undefined {
  if (amount === undefined) return undefined
  const values = { amount, address: address ?? '' }
  if (status === 'pending')
    return address
      ? message('history.said.receiving', 'Receiving {amount} from {address}', values)
      : message('history.said.receivingAmount', 'Receiving {amount}', { amount })
  return address
    ? message('history.said.received', 'Received {amount} from {address}', values)
    : message('history.said.receivedAmount', 'Received {amount}', { amount })
}
function swapped({ amount, got }: Said, status: Status): Message | undefined {
  if (amount === undefined || got === undefined) return undefined
  const values = { amount, got }
  if (status === 'pending')
    return message('history.said.swapping', 'Swapping {amount} for {got}', values)
  return status === 'failed'
    ? message('history.said.notSwapped', 'Did not swap {amount} for {got}', values)
    : message('history.said.swapped', 'Swapped {amount} for {got}', values)
}
function called({ amount, got, address }: Said): Message | undefined {
  if (amount !== undefined && got !== undefined)
    return message('history.said.exchanged', 'Contract call: gave {amount}, got {got}', {
      amount,
      got,
    })
  if (amount !== undefined)
    return message('history.said.gave', 'Contract call: gave {amount}', { amount })
  if (got !== undefined) return message('history.said.got', 'Contract call: got {got}', { got })
  return address
    ? message('history.said.called', 'Contract call to {address}', { address })
    : undefined
}
function approved({ approved: allowed, address }: Said, status: Status): Message | undefined {
  if (allowed === undefined)
    return address === undefined
      ? undefined
      : message('history.said.approvedToken', 'Approved spending of the token {address}', {
          address,
        })
  const values = { amount: allowed }
  if (status === 'pending')
    return message('history.said.approving', 'Approving spending of {amount}', values)
  return status === 'failed'
    ? message('history.said.notApproved', 'Did not approve spending of {amount}', values)
    : message('history.said.approved', 'Approved spending of {amount}', values)
}
const revoked: Sentence = ({ approved: allowed }) =>
  allowed === undefined
    ? undefined
    : message('history.said.revoked', 'Revoked the approval of {amount}', { amount: allowed })
/**
 * The sentences by operation. An operation without a sentence, or without amounts, shows its verb.
 */
const sentences: { readonly [Operation in string]?: Sentence } = {
  send: sent,
  receive: received,
  trade: swapped,
  execute: called,
  approve: approved,
  revoke: revoked,
  bought: withAmount(message('history.said.bought', 'Bought {amount}')),
  borrow: withAmount(message('history.said.borrowed', 'Borrowed {amount}')),
  burn: withAmount(message('history.said.burnt', 'Burnt {amount}')),
  claim: withAmount(message('history.said.claimed', 'Claimed {amount}')),
  deposit: withAmount(message('history.said.deposited', 'Deposited {amount}')),
  mint: withAmount(message('history.said.minted', 'Minted {amount}')),
  repay: withAmount(message('history.said.repaid', 'Repaid {amount}')),
  stake: withAmount(message('history.said.staked', 'Staked {amount}')),
  unstake: withAmount(message('history.said.unstaked', 'Unstaked {amount}')),
  withdraw: withAmount(message('history.said.withdrew', 'Withdrew {amount}')),
}

/**
 * Returns the host's description, else the sentence, else the verb of the operation, with `marks`
 * around amounts and addresses.
 */
export function sentenceOf(entry: ActivityEntry, wording: Wording): string {
  const description = displayText(entry.description, 200)
  if (description !== undefined) return description
  const { t, shorten = shortenAddress } = wording
  const { operationType, status, sentTo } = entry.metadata
  // An approval is a call of the token.
  const other = /^(?:execute|approve)$/.test(operationType) ? sentTo : counterpartOf(entry.metadata)
  const { out, got } = sidesOf(entry)
  const said = {
    amount: amountsOf(out, wording),
    got: amountsOf(got, wording),
    approved: allowedIn(entry, wording),
    address: other ? isolated(shorten(displayText(other) ?? '')) : undefined,
  }
  const sentence = Object.hasOwn(sentences, operationType) ? sentences[operationType] : undefined
  return t(sentence?.(said, status) ?? verbOf(operationType))
}

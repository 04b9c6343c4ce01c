/** Sends transactions of the host by the outbox: one request, stored and followed. */
import type { Account } from '@portico/kernel/account'
import { type Draft, type NetworkId, namespaceOf } from '@portico/kernel/chain'
import { activeAccount } from '@portico/kernel/session'
import {
  appKind,
  outboxService,
  type StoredData,
  type Submitted,
} from '@portico/kernel/transactions'
import { SdkError } from '../errors.js'
import type { Portico } from '../portico.js'
import { noAccount, walletError } from './signer.js'

export interface SendTransactionOptions {
  /**
   * In the words of its chain: `eip155Transaction.draft('eip155:1', { to, value })`. Several are
   * one request that the wallet carries out as a whole (EIP-5792).
   */
  readonly draft: Draft | readonly Draft[]
  /** The sender. Default: the active account of the draft's namespace. */
  readonly account?: Account
  /** What kind of transaction it is, for `useTransactions(kind)`. Default `app`. */
  readonly kind?: string
  /** Plain data that is stored with the transaction: at most 2,000 characters as JSON. */
  readonly data?: StoredData
  /**
   * Sends although an earlier transaction of this kind may have been sent. Ask the person first.
   */
  readonly beside?: boolean
}
export interface SentTransactionData {
  readonly hash: string
  readonly network: NetworkId
}

/**
 * Asks the wallet once. Resolves when the transaction is stored and followed: `useTransactions`
 * says what becomes of it, also after a reload.
 *
 * Rejects with what the wallet threw where nothing was sent, and with an SdkError: `DECLINED`,
 * `TRANSACTION_OPEN` (it may have been sent; the account is watched), `TRANSACTION_GUARDED` (an
 * earlier one of this kind may have been sent, and the wallet was not asked), `NO_ACCOUNT`, or
 * `NO_TRANSACTIONS` without the plugin `transactions()`.
 */
export async function sendTransaction(
  { kernel }: Pick<Portico, 'kernel'>,
  { draft, account: given, kind = appKind, data = null, beside }: SendTransactionOptions,
): Promise<SentTransactionData> {
  const outbox = kernel.find(outboxService)
  if (!outbox)
    throw new SdkError(
      'NO_TRANSACTIONS',
      'No plugin sends transactions. Add `transactions()` of @portico/plugin-transactions to the plugins.',
    )
  const network = [draft].flat()[0]?.network
  const account = given ?? (network && activeAccount(kernel, namespaceOf(network)))
  if (!network || !account) throw noAccount(`send on ${network ?? 'an unnamed network'}`)
  const submitted = await outbox.submit({
    kind,
    data,
    account,
    draft,
    ...(beside !== undefined && { beside }),
  })
  if (submitted.status === 'sent') return { hash: submitted.hash, network }
  throw reasonOf(submitted, kind)
}

function reasonOf(submitted: Exclude<Submitted, { status: 'sent' }>, kind: string): Error {
  switch (submitted.status) {
    case 'open':
      return new SdkError(
        'TRANSACTION_OPEN',
        'The wallet may have sent the transaction. Do not send it again before you know.',
        submitted.error,
      )
    case 'guarded':
      return new SdkError(
        'TRANSACTION_GUARDED',
        `An earlier transaction of the kind "${kind}" may have been sent. Ask the person, then pass \`beside: true\`.`,
      )
    case 'dropped':
      return new DOMException('The page stopped waiting before the wallet was asked.', 'AbortError')
    default:
      return walletError(submitted.error)
  }
}

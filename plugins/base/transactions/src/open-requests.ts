/**
 * Wallet requests without an answer: they guard against paying twice (threat S23), also after a
 * reload, until the chain says what became of them.
 */
import type { Account } from '@portico/kernel/account'
import { connectedAccount } from '@portico/kernel/session'
import { visibilityOf } from '@portico/kernel/shell'
import {
  type OutboxRequest,
  outboxEntries,
  requestEndedEvent,
  watchRequests,
} from '@portico/kernel/transactions'
import { announceChange } from './announce.js'
import { record } from './follow.js'
import { requestLog } from './outbox.js'
import type { OutboxContext } from './refs.js'

/**
 * Looks for the transactions of open requests. `sender`: an account that has just sent one, and may
 * have disconnected since.
 */
export function watchOpen(context: OutboxContext, sender?: Account): void {
  const payerOf = ({ from, network }: OutboxRequest) =>
    sender?.address === from ? sender : connectedAccount(context, network, from)
  watchRequests(context, requestLog(context), {
    isHere: request => payerOf(request) !== undefined,
    known: () => outboxEntries(context).map(({ hash }) => hash),
    found(request, hash) {
      const { network, at } = request
      const account = payerOf(request)
      if (!account) return
      // What the wallet did not name may be another transaction than the one that was shown.
      const isNew = record(context, account, { ...entryOf(request), hash, network, at })
      if (isNew) announceChange(context, 'started', { ...request.subject, network })
      context.emit(requestEndedEvent, { request, hash })
    },
    impossible(request, by) {
      const { network, at, subject } = request
      const account = payerOf(request)
      // Another transaction of the account took its place. It is compared with what was shown, and
      // announced without what it does.
      if (by && account)
        record(
          context,
          account,
          { ...entryOf(request), hash: by, network, at },
          { whenVisible: visibilityOf(context), activity: {} },
        )
      else announceChange(context, 'notSent', { ...subject, network })
      context.emit(requestEndedEvent, { request })
    },
  })
}
const entryOf = ({ subject, description }: OutboxRequest) => ({
  ...subject,
  ...(description !== undefined && { description }),
})

import type { Read } from '@portico/kernel'
import { leftApprovals, readLog } from '../log.js'
import { placeOf } from '../select.js'
import type { LeftApproval } from '../swap.js'

/** What the active account allowed here and did not use; not what a swap on its way is about to use. */
export function leftOf(read: Read): readonly LeftApproval[] {
  const place = placeOf(read)
  if (!place) return []
  const pending = readLog(read).filter(({ kind, status }) => kind === 'swap' && status === 'pending')
  return leftApprovals(read, place.network, place.account.address).filter(
    ({ token, route, isOther }) => isOther || !pending.some(({ approval }) => approval?.token === token && approval.route === route),
  )
}

import type { Read } from '@portico/kernel'
import { readLog, unusedApprovals } from '../execution/sent-swaps.js'
import { placeOf } from '../select.js'
import type { UnusedApproval } from '../swap.js'

/**
 * What the active account allowed here and did not use; not what a swap is about to use, or may
 * have used while the network gave no answer.
 */
export function leftOf(read: Read): readonly UnusedApproval[] {
  const place = placeOf(read)
  if (!place) return []
  const pending = readLog(read).filter(
    ({ kind, status }) => kind === 'swap' && (status === 'pending' || status === 'unknown'),
  )
  return unusedApprovals(read, place.network, place.account.address).filter(
    ({ token, route, isOther }) =>
      isOther ||
      !pending.some(({ approval }) => approval?.token === token && approval.route === route),
  )
}

import type { Read } from '@portico/kernel'
import { message } from '@portico/kernel/text'
import { guardingRequests, transactionState } from '@portico/kernel/transactions'
import { Button, Note, useRead, useTranslate, useViews } from '@portico/ui'
import { useState } from 'react'
import { type OpenSwap, openSwaps, readLog } from '../execution/sent-swaps.js'
import { recordedIn } from '../quoting/format-amount.js'
import { swapPreviewView } from '../refs.js'
import { placeOf, routesOf } from '../select.js'
import type { SentSwap, UnusedApproval } from '../swap.js'
import { isAlike, leftId, routeNameOf, unansweredId } from './swap-texts.js'
import { leftOf } from './unused-approvals.js'
import { useSwap } from './use-swap.js'

/**
 * Lists open requests and unused approvals, with buttons to revoke them. New entries are announced.
 */
export default function UnusedApprovals() {
  const left = useRead(leftOf, isAlike)
  const t = useTranslate()
  const { phase } = useSwap().state
  const open = useRead(openSwaps)
  const place = useRead(placeOf, isAlike)
  const waiting = useRead(waitingSwaps)
  const recorded = useRead(recordedIn)
  const isReview = useViews().at(-1)?.id === swapPreviewView.id
  const problem = 'problem' in phase ? phase.problem?.id : undefined
  return (
    <>
      {place &&
        phase.name !== 'executing' &&
        guardingRequests(open, place.network, place.account.address).map(request => (
          // Announced as the result of a swap attempt, which then shows no toast.
          <div
            key={request.open}
            role={problem === unansweredId && !isReview ? 'alert' : undefined}
          >
            <Note kind={problem === unansweredId && isReview ? 'bad' : 'warn'}>
              {t(openMessageOf(request), {
                wallet: request.wallet,
                sold: recorded(request.subject.sold),
                bought: recorded(request.subject.bought),
              })}
            </Note>
          </div>
        ))}
      {phase.name !== 'executing' &&
        waiting.map(({ hash, sold }) => (
          <Note key={hash} kind="warn">
            {t(
              message(
                'swap.open.waiting',
                'The other owners of your wallet have to sign your request of {sold}. Do not swap it again, or you swap twice.',
              ),
              {
                sold: recorded(sold),
              },
            )}
          </Note>
        ))}
      {left.map(approval => (
        <Left
          key={`${approval.token} ${approval.spender}`}
          approval={approval}
          kind={problem === leftId ? 'bad' : 'warn'}
        />
      ))}
    </>
  )
}

/** Returns the swaps that other owners of the active account have to sign first. */
function waitingSwaps(read: Read): readonly SentSwap[] {
  const place = placeOf(read)
  const isOwn = ({ network, from }: SentSwap) =>
    network === place?.network && from === place.account.address
  return readLog(read).filter(one => transactionState(one) === 'waiting' && isOwn(one))
}

const openMessages = {
  requested: message(
    'swap.open.asked',
    '{wallet} may still ask you to swap {sold}. Decline it there before you swap again, or you swap twice.',
  ),
  requestedApproval: message(
    'swap.open.askedApproval',
    '{wallet} may still ask you for an approval of {sold}. Decline it there before you swap again.',
  ),
  unknown: message(
    'swap.open.unknown',
    '{wallet} may have swapped {sold} for {bought}. We are watching your account. Check {wallet} before you swap again, or you may swap twice.',
  ),
  unwatched: message(
    'swap.open.unwatched',
    '{wallet} may have swapped {sold} for {bought}. Check {wallet} before you swap again, or you may swap twice.',
  ),
  approval: message(
    'swap.open.approval',
    '{wallet} may have sent your approval of {sold}. Check {wallet} before you swap again.',
  ),
  permit: message(
    'swap.open.permit',
    '{wallet} may still ask you for a signature. A signature alone moves nothing. Decline it there before you swap again.',
  ),
}
/** Returns the message about an open request of the wallet. */
function openMessageOf({ status, subject: { kind }, description }: OpenSwap) {
  if (kind === 'permit') return openMessages.permit
  if (status === 'asked')
    return kind === 'swap' ? openMessages.requested : openMessages.requestedApproval
  if (kind !== 'swap') return openMessages.approval
  return description === undefined ? openMessages.unwatched : openMessages.unknown
}

function Left({
  approval,
  kind,
}: {
  readonly approval: UnusedApproval
  readonly kind: 'bad' | 'warn'
}) {
  const t = useTranslate()
  const { swap, state, call } = useSwap()
  const recorded = useRead(recordedIn)
  const [isAsking, ask] = useState(false)
  const route = useRead(read =>
    routeNameOf(
      routesOf(read).find(({ id }) => id === approval.route)?.value ?? { name: approval.route },
    ),
  )
  const take = () => {
    ask(true)
    call(swap.revoke(approval).finally(() => ask(false)))
  }
  if (state.phase.name === 'executing') return null
  return (
    <Note kind={kind}>
      {approval.isOther
        ? t(
            message('swap.leftOther', 'You did not confirm this: {spender} may take your tokens.'),
            { spender: approval.spender },
          )
        : t(
            message(
              'swap.left',
              'You allowed {route} to take {amount}, but you have not swapped it.',
            ),
            { route, amount: recorded(approval.amount) },
          )}{' '}
      <Button variant="plain" busy={isAsking || approval.revoking} onClick={take}>
        {t(message('swap.revoke', 'Revoke'))}
      </Button>
    </Note>
  )
}

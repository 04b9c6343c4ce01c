import type { Read } from '@portico/kernel'
import { guardingRequests } from '@portico/kernel/contracts'
import { Button, Note, useRead, useText, useViews } from '@portico/ui'
import { useState } from 'react'
import { type OpenSwap, openSwaps, readLog, stateOf } from '../log.js'
import { swapPreviewView } from '../refs.js'
import { placeOf, routesOf } from '../select.js'
import { recordedIn } from '../spoken.js'
import type { LeftApproval, SentSwap } from '../swap.js'
import { leftWords } from '../text/left-words.js'
import { leftOf } from './left.js'
import { isAlike, leftId, routeNameOf, unansweredId } from './read.js'
import { useSwap } from './use-swap.js'

/** What a wallet may have done, or may still ask; what was allowed here and not used: said, and taken back where the person wants that. Announced where it has just come to that. */
export default function LeftApprovals() {
  const left = useRead(leftOf, isAlike)
  const t = useText(leftWords)
  const { phase } = useSwap().state
  const open = useRead(openSwaps, isAlike)
  const place = useRead(placeOf, isAlike)
  const waiting = useRead(waitingSwaps, isAlike)
  const recorded = useRead(recordedIn)
  const isReview = useViews().at(-1)?.id === swapPreviewView.id
  const problem = 'problem' in phase ? phase.problem?.id : undefined
  return (
    <>
      {place &&
        phase.name !== 'executing' &&
        guardingRequests(open, place.network, place.account.address).map(request => (
          // Announced where it is the answer to a swap that was just tried: no toast says it then.
          <div key={request.open} role={problem === unansweredId && !isReview ? 'alert' : undefined}>
            <Note kind={problem === unansweredId && isReview ? 'bad' : 'warn'}>
              {t(`swap.open.${wordsOf(request)}`, { wallet: request.wallet, sold: recorded(request.subject.sold), bought: recorded(request.subject.bought) })}
            </Note>
          </div>
        ))}
      {phase.name !== 'executing' &&
        waiting.map(({ hash, sold }) => (
          <Note key={hash} kind="warn">
            {t('swap.open.waiting', { sold: recorded(sold) })}
          </Note>
        ))}
      {left.map(approval => (
        <Left key={`${approval.token} ${approval.spender}`} approval={approval} kind={problem === leftId ? 'bad' : 'warn'} />
      ))}
    </>
  )
}

/** What other owners of the active account have to sign first. */
function waitingSwaps(read: Read): readonly SentSwap[] {
  const place = placeOf(read)
  const isOwn = ({ network, approval, got }: SentSwap) => network === place?.network && (approval ?? got)?.owner === place.account.address
  return readLog(read).filter(one => stateOf(one) === 'waiting' && isOwn(one))
}

/** Which sentence says what the wallet may have done, or may still ask. */
function wordsOf({ status, subject: { kind }, description }: OpenSwap) {
  if (kind === 'permit') return 'permit'
  if (status === 'asked') return kind === 'swap' ? 'asked' : 'askedApproval'
  if (kind !== 'swap') return 'approval'
  return description === undefined ? 'unwatched' : 'unknown'
}

function Left({ approval, kind }: { readonly approval: LeftApproval; readonly kind: 'bad' | 'warn' }) {
  const t = useText(leftWords)
  const { swap, state, call } = useSwap()
  const recorded = useRead(recordedIn)
  const [isAsking, ask] = useState(false)
  const route = useRead(read => routeNameOf(routesOf(read).find(({ id }) => id === approval.route)?.value ?? { name: approval.route }))
  const take = () => {
    ask(true)
    call(swap.revoke(approval).finally(() => ask(false)))
  }
  if (state.phase.name === 'executing') return null
  return (
    <Note kind={kind}>
      {approval.isOther ? t('swap.leftOther', { spender: approval.spender }) : t('swap.left', { route, amount: recorded(approval.amount) })}{' '}
      <Button variant="plain" busy={isAsking || approval.revoking} onClick={take}>
        {t('swap.revoke')}
      </Button>
    </Note>
  )
}

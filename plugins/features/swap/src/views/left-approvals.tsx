import { Button, Note, useRead, useText } from '@portico/ui'
import { useState } from 'react'
import { openRequests } from '../asked.js'
import { routesOf } from '../select.js'
import type { LeftApproval } from '../swap.js'
import { leftWords } from '../text/left-words.js'
import { leftOf } from './left.js'
import { isAlike, leftId, routeNameOf, unansweredId } from './read.js'
import { useSwap } from './use-swap.js'

/** What a wallet may still ask; what was allowed here and not used: said, and taken back where the person wants that. Announced where it has just come to that. */
export default function LeftApprovals() {
  const left = useRead(leftOf, isAlike)
  const t = useText(leftWords)
  const { phase } = useSwap().state
  const unanswered = useRead(openRequests)
  const problem = 'problem' in phase ? phase.problem?.id : undefined
  return (
    <>
      {unanswered && phase.name !== 'executing' ? <Note kind={problem === unansweredId ? 'bad' : 'warn'}>{t(unansweredId)}</Note> : null}
      {left.map(approval => (
        <Left key={`${approval.token} ${approval.spender}`} approval={approval} kind={problem === leftId ? 'bad' : 'warn'} />
      ))}
    </>
  )
}

function Left({ approval, kind }: { readonly approval: LeftApproval; readonly kind: 'bad' | 'warn' }) {
  const t = useText(leftWords)
  const { swap, state, call } = useSwap()
  const [isAsking, ask] = useState(false)
  const route = useRead(read => routeNameOf(routesOf(read).find(({ id }) => id === approval.route)?.value ?? { name: approval.route }))
  const take = () => {
    ask(true)
    call(swap.revoke(approval).finally(() => ask(false)))
  }
  if (state.phase.name === 'executing') return null
  return (
    <Note kind={kind}>
      {t('swap.left', { route, amount: approval.amount })}{' '}
      <Button variant="plain" busy={isAsking || approval.revoking} onClick={take}>
        {t('swap.revoke')}
      </Button>
    </Note>
  )
}

import { guardingRequests } from '@portico/kernel/contracts'
import { Note, useKernel, useRead, useSay, useSlice } from '@portico/ui'
import { openPayments, openSentence } from '../open.js'
import { sendSlice } from '../refs.js'
import { placeOf } from '../select.js'

/** Payments of this account that may have been sent: what to check before another one. Announced when the wallet has just failed. */
export function OpenNote() {
  const say = useSay()
  const kernel = useKernel()
  const payments = useRead(openPayments)
  const place = useRead(placeOf)
  const { phase } = useSlice(sendSlice)
  if (!place || phase.name === 'signing') return null
  return guardingRequests(payments, place.network, place.account.address).map(payment => (
    <Note key={payment.open} kind={phase.name === 'review' ? 'bad' : 'warn'}>
      {say(openSentence(kernel, payment))}
    </Note>
  ))
}

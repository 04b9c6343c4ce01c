import type { NetworkId } from '@portico/kernel/chain'
import { guardingRequests } from '@portico/kernel/transactions'
import { Note, useKernel, useRead, useSlice, useTranslate } from '@portico/ui'
import { sendSlice } from '../refs.js'
import { placeOf } from '../select.js'
import {
  openPayments,
  openSentence,
  sentTransfers,
  waitingSentence,
  waitingTransfers,
} from '../sent-transfers.js'

/**
 * Payments of this account that may have been sent, or that other owners still have to sign.
 * Announced when the wallet has just failed.
 */
export function OpenNote() {
  const t = useTranslate()
  const kernel = useKernel()
  const payments = useRead(openPayments)
  // Renders again when a transfer changes.
  useRead(sentTransfers)
  const place = useRead(placeOf)
  const { phase } = useSlice(sendSlice)
  if (!place || phase.name === 'signing') return null
  const of: [NetworkId, string] = [place.network, place.account.address]
  return (
    <>
      {guardingRequests(payments, ...of).map(payment => (
        <Note key={payment.open} kind={phase.name === 'review' ? 'bad' : 'warn'}>
          {t(openSentence(kernel, payment))}
        </Note>
      ))}
      {waitingTransfers(kernel, ...of).map(transfer => (
        <Note key={transfer.hash} kind="warn">
          {t(waitingSentence(kernel, transfer))}
        </Note>
      ))}
    </>
  )
}

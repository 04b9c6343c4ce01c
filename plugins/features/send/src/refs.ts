import { type ContextOf, defineService, defineSlice, defineView, type Read, type ServiceRef, type ViewRef } from '@portico/kernel'
import { connection, type NetworkId, shell, toasts } from '@portico/kernel/contracts'
import { initialSend, type Send, type SendParams, type SendState } from './send.js'

export const sendService: ServiceRef<Send> = /* @__PURE__ */ defineService<Send>('send')
export const methods = ['begin', 'selectToken', 'setAmount', 'setMax', 'setRecipient', 'setSpeed', 'review', 'edit', 'confirm', 'acknowledge'] as const
export const sendSlice = /* @__PURE__ */ defineSlice<SendState>({ id: 'send', initial: initialSend })

/** What was sent here, exactly as it was found in storage. `readSent` gives it its shape wherever it is used, so that nothing unsound gets further. */
export interface SentState {
  readonly found: unknown
}
export const sentSlice = /* @__PURE__ */ defineSlice<SentState>({
  id: 'sent',
  initial: () => ({ found: undefined }),
  persist: { version: 1, pick: state => state.found, restore: found => ({ found }) },
})
/** What was told after this, milliseconds since the epoch, may still be taken back by its chain: no chain takes two hours to be sure of its blocks. */
export const mayChangeSince = (): number => Date.now() - 72e5
/** Whether there is a transfer whose end nobody has seen yet, or was told after `since`. Asked on each change of an open modal: a look at what was found, no more. */
export function hasUnseen({ state }: Read, since = Infinity): boolean {
  const { found } = state(sentSlice)
  return Array.isArray(found) && found.some(sent => sent?.seen === false || sent?.endedAt > since)
}

export const sendView: ViewRef<SendParams | undefined> = /* @__PURE__ */ defineView<SendParams | undefined>('Send')
export const sendSelectTokenView = /* @__PURE__ */ defineView('SendSelectToken')
export const sendPreviewView = /* @__PURE__ */ defineView('SendPreview')
/** How far a transfer is, and its receipt. */
export const sendReceiptView: ViewRef<{ readonly hash: string; readonly network: NetworkId }> = /* @__PURE__ */ defineView('SendReceipt')

/** What Send may use and write. */
export const access = { needs: [connection, toasts], wants: [shell], owns: [sendSlice, sentSlice], provides: [sendService] } as const
export type SendContext = ContextOf<typeof access>

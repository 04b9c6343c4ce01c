import {
  type ContextOf,
  defineService,
  defineSlice,
  defineView,
  type ServiceRef,
  type ViewRef,
} from '@portico/kernel'
import { connectionService } from '@portico/kernel/session'
import { shellService, toastsService } from '@portico/kernel/shell'
import { outboxService } from '@portico/kernel/transactions'
import { initialSend, type Send, type SendParams, type SendState } from './send.js'

export const sendService: ServiceRef<Send> = /* @__PURE__ */ defineService<Send>('send')
export const methods = [
  'begin',
  'selectToken',
  'setAmount',
  'setMax',
  'setRecipient',
  'setSpeed',
  'review',
  'edit',
  'confirm',
] as const
export const sendSlice = /* @__PURE__ */ defineSlice<SendState>({
  id: 'send',
  initial: initialSend,
})

export const sendView: ViewRef<SendParams | undefined> = /* @__PURE__ */ defineView<
  SendParams | undefined
>('Send')
export const sendSelectTokenView = /* @__PURE__ */ defineView('SendSelectToken')
export const sendPreviewView = /* @__PURE__ */ defineView('SendPreview')

/** The refs that Send may use and write. */
export const access = {
  needs: [connectionService, toastsService, outboxService],
  wants: [shellService],
  owns: [sendSlice],
  provides: [sendService],
} as const
export type SendContext = ContextOf<typeof access>
/**
 * Awaited by every view of transfers, because an open payment blocks the next one from the start.
 */
export const restoreTransfers = (context: Pick<SendContext, 'use'>): Promise<void> =>
  context.use(outboxService).restore()

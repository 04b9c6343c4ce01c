export { SendError, type SendErrorCode } from './errors.js'
export type { SendOptions } from './options.js'
export { send } from './plugin.js'
export { sendPreviewView, sendSelectTokenView, sendService, sendSlice, sendView } from './refs.js'
export { type SendFacts, sendFacts } from './select.js'
export type {
  Holdings,
  KnownRecipient,
  Recipient,
  Review,
  Send,
  SendParams,
  SendPhase,
  SendState,
  SentTransfer,
  Speed,
} from './send.js'
export { recents, sentTransfers } from './sent-transfers.js'

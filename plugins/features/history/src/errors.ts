import { ModalError, message } from '@portico/kernel/text'

/** The activity of an account could not be loaded. */
export class HistoryError extends ModalError<'HISTORY'> {
  constructor(code: HistoryError['code'], options?: { readonly cause?: unknown }) {
    super(code, {
      userMessage: message('history.error.unavailable', 'Failed to fetch transactions'),
      ...options,
    })
  }
}

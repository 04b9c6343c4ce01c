import { ModalError } from '../text/errors.js'
import { type Message, message } from '../text/text.js'

export type HttpErrorCode =
  | 'HTTP_STATUS'
  | 'HTTP_UNREACHABLE'
  | 'HTTP_TIMEOUT'
  | 'HTTP_TOO_LARGE'
  | 'HTTP_ADDRESS'
/**
 * Why a service gave no answer. Does not contain the requested URL: its query may carry an account
 * or a key. Thrown by `http`.
 */
export class HttpError extends ModalError<HttpErrorCode> {
  /** Absent when no answer came. */
  readonly status: number | undefined
  /** What came with the status: JSON where it is that, else text; at most 16 KiB of it. */
  readonly response: unknown
  /** Milliseconds that the service wants to be left alone (Retry-After). */
  readonly retryInMs: number | undefined

  constructor(
    code: HttpErrorCode,
    options: {
      readonly status?: number
      readonly response?: unknown
      readonly retryInMs?: number
      readonly cause?: unknown
    } = {},
  ) {
    super(code, {
      userMessage: httpSentences(options.status ?? 0)[code],
      ...('cause' in options && { cause: options.cause }),
    })
    this.status = options.status
    this.response = options.response
    this.retryInMs = options.retryInMs
  }
}
const httpSentences = (status: number): Record<HttpErrorCode, Message> => ({
  HTTP_STATUS: message('http.error.status', 'The service answered with an error ({status}).', {
    status,
  }),
  HTTP_UNREACHABLE: message('http.error.unreachable', 'The service cannot be reached right now.'),
  HTTP_TIMEOUT: message('http.error.timeout', 'The service did not answer in time.'),
  HTTP_TOO_LARGE: message(
    'http.error.large',
    'The service sent too much data. Nothing was changed.',
  ),
  HTTP_ADDRESS: message('http.error.address', 'The address of this service is not safe.'),
})

/** An answer that the schema refuses. Thrown by `http`; the schema's own error is the cause. */
export class HttpAnswerError extends ModalError<'HTTP_ANSWER'> {
  constructor(options?: { readonly cause?: unknown }) {
    super('HTTP_ANSWER', {
      userMessage: message(
        'http.error.answer',
        'The service sent an invalid answer. Nothing was changed.',
      ),
      ...options,
    })
  }
}

import { type Message, ModalError, message } from '@portico/kernel/text'
import type { ErrorCode } from './protocol/error-codes.js'
import { sentenceOfCode } from './protocol/sentences.js'

export type EmbeddedErrorCode =
  /** Answered by the frame. */
  | ErrorCode
  /** The frame did not load, or its page does not answer. */
  | 'UNLOADED'
  /** The page stopped waiting. */
  | 'STOPPED'
  /** The frame did not answer in time. */
  | 'TIMEOUT'
  /** 32 requests are open already. */
  | 'BUSY'

const stoppedMessage = /* @__PURE__ */ message('embedded.error.STOPPED', 'Something went wrong')
const unloadedMessage = /* @__PURE__ */ message(
  'embedded.error.UNLOADED',
  'Unable to load email login dependency',
)
const busyMessage = /* @__PURE__ */ message(
  'embedded.error.BUSY',
  'The wallet has too many open requests. Answer those first.',
)

/** Rejects a request to the frame of the embedded wallet. `seconds`: the rest of a cool-down. */
export class EmbeddedError extends ModalError<EmbeddedErrorCode> {
  readonly seconds: number | undefined
  constructor(
    code: EmbeddedErrorCode,
    options: { readonly seconds?: number | undefined; readonly cause?: unknown } = {},
  ) {
    const { seconds } = options
    super(code, {
      userMessage: sentenceOf(code, seconds),
      ...('cause' in options && { cause: options.cause }),
    })
    this.seconds = seconds
  }
}

function sentenceOf(code: EmbeddedErrorCode, seconds: number | undefined): Message {
  switch (code) {
    case 'UNLOADED':
      return unloadedMessage
    case 'STOPPED':
    case 'TIMEOUT':
      return stoppedMessage
    case 'BUSY':
      return busyMessage
    default:
      return sentenceOfCode(code, seconds)
  }
}

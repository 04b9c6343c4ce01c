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
  /** The frame has no address. Reported once, and nothing is shown. */
  | 'UNCONFIGURED'

const stoppedMessage = /* @__PURE__ */ message('embedded.error.STOPPED', 'Something went wrong')
const unloadedMessage = /* @__PURE__ */ message(
  'embedded.error.UNLOADED',
  'Unable to load email login dependency',
)
/** What a person reads of a method outside of the list; the error's own text names the call. */
const actionRefusedMessage = /* @__PURE__ */ message('embedded.error.action', 'Action not allowed')
const busyMessage = /* @__PURE__ */ message(
  'embedded.error.BUSY',
  'The wallet has too many open requests. Answer those first.',
)

const unconfiguredMessage = /* @__PURE__ */ message(
  'embedded.error.UNCONFIGURED',
  'The embedded wallet is included without the address of its frame, so it is not shown.',
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
    if (code === 'NOT_ALLOWED') this.message = sentenceOfCode(code).en
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
    case 'NOT_ALLOWED':
      return actionRefusedMessage
    case 'UNCONFIGURED':
      return unconfiguredMessage
    default:
      return sentenceOfCode(code, seconds)
  }
}

/** The person declined in the frame: 4001, as wallets of all chains say it. */
export class FrameDecline extends Error {
  override readonly name = 'FrameDecline'
  readonly code = 4001
  constructor(cause: EmbeddedError) {
    super(cause.message, { cause })
  }
}

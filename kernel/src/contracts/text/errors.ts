/** Errors with a sentence for people. */
import { fill, type Message, message } from './text.js'

/** Shown by every flow in which a wallet returned an unreadable answer. */
export const walletAnswerMessage = /* @__PURE__ */ message(
  'wallet.error.answer',
  'The wallet sent an invalid answer. Nothing was changed.',
)

/**
 * An error of a flow: `code` for programs, `userMessage` for the person in front of it. Each plugin
 * extends it with its own codes.
 */
export class ModalError<Code extends string = string> extends Error {
  readonly code: Code
  readonly userMessage: Message
  constructor(code: Code, options: { readonly userMessage: Message; readonly cause?: unknown }) {
    super(
      fill(options.userMessage.en, options.userMessage.values),
      'cause' in options ? { cause: options.cause } : undefined,
    )
    // Bundlers shorten the name of the class.
    this.name = 'ModalError'
    this.code = code
    this.userMessage = options.userMessage
  }
}

/** What a person reads of a failure, with what to do next. */
import { type Message, message } from '@portico/kernel/text'
import { sentenceOfCode } from '@portico/plugin-embedded/protocol'
import { FrameRefusal } from '../../frame/errors.js'
import { codeOfKeys } from '../../frame/serve-page.js'
import { KeyError, type KeyErrorCode } from '../../keys/errors.js'
import { PasskeyError, type PasskeyFailure } from '../errors.js'

const passkeySentences: Readonly<Record<PasskeyFailure, Message>> = {
  PASSKEY_UNUSED: message(
    'frame.problem.PASSKEY_UNUSED',
    'No passkey was used. Try again, or use a recovery code.',
  ),
  PASSKEY_UNSUITABLE: message(
    'frame.problem.PASSKEY_UNSUITABLE',
    'This passkey cannot keep a part of your wallet. Use a recovery code.',
  ),
}
const keySentences: Partial<Record<KeyErrorCode, Message>> = {
  CODE_MISTYPED: message(
    'frame.problem.CODE_MISTYPED',
    'This code has a typing mistake. Compare it with your copy.',
  ),
  RECOVERY_WRONG: message(
    'frame.problem.RECOVERY_WRONG',
    'This does not open your wallet. Use your newest code, or another passkey.',
  ),
  SHARE_OUTDATED: message(
    'frame.problem.SHARE_OUTDATED',
    'Your wallet was changed on another device meanwhile. Try again.',
  ),
  WALLET_EXISTS: message(
    'frame.problem.WALLET_EXISTS',
    'This browser has another wallet of yours. Nothing was changed. Tell this app about it.',
  ),
}

export function sentenceOfFailure(error: unknown): Message {
  if (error instanceof PasskeyError) return passkeySentences[error.code]
  if (error instanceof FrameRefusal) return sentenceOfCode(error.code, error.seconds)
  if (error instanceof KeyError)
    return keySentences[error.code] ?? sentenceOfCode(codeOfKeys[error.code] ?? 'FAILED')
  return sentenceOfCode('FAILED')
}

/** True for what ends a screen: the person closed it, or the page is gone. */
export const endsScreen = (error: unknown): boolean =>
  error instanceof FrameRefusal && (error.code === 'DECLINED' || error.code === 'ABORTED')

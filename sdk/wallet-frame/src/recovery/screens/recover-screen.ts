/** Makes the wallet of this browser from the server's share and a recovery code or passkey. */
import { type Message, message } from '@portico/kernel/text'
import { FrameRefusal } from '../../frame/errors.js'
import type { Recovering } from '../wallet-recovery.js'
import { endsScreen, sentenceOfFailure } from './failure-sentence.js'
import type { ScreenParts } from './screen-parts.js'
import type { Answer } from './view.js'

const titleMessage = message('frame.recover.title', 'Recover your wallet')
const introMessage = message(
  'frame.recover.intro',
  'Your wallet is not in this browser yet. Your recovery code or passkey brings it here.',
)
const noneMessage = message(
  'frame.recover.none',
  'This wallet has no recovery code and no passkey. Open it on the device on which you made it, and set up recovery there.',
)
const noPasskeysMessage = message(
  'frame.recover.noPasskeys',
  'This wallet has no recovery code, and this browser cannot use its passkey. Use another browser, or the device on which you made it.',
)
const codeMessage = message('frame.recover.code', 'Recovery code')
const recoverMessage = message('frame.recover.submit', 'Recover')
const passkeyMessage = message('frame.recover.passkey', 'Use a passkey')
const againMessage = message('frame.recover.again', 'Try again')

export async function recoverInFrame(parts: ScreenParts): Promise<void> {
  const { view, recovery, fresh, signal } = parts
  let from: Recovering | undefined
  let problem: Message | undefined
  for (;;) {
    try {
      from ??= await fresh.with(() => recovery.begin(signal))
      const answer = await view.ask({ ...question(parts, from), problem })
      await recover(parts, from, answer)
      return
    } catch (error) {
      if (endsScreen(error)) throw error
      problem = sentenceOfFailure(error)
      // Wrong answers are tried on what is here; everything else begins anew.
      if (!isWrongAnswer(error)) {
        from = undefined
        await view.ask({
          title: titleMessage,
          buttons: [{ name: 'again', label: againMessage }],
          problem,
        })
        problem = undefined
      }
    }
  }
}

const isWrongAnswer = (error: unknown): boolean =>
  ['CODE_MISTYPED', 'RECOVERY_WRONG', 'PASSKEY_UNUSED', 'PASSKEY_UNSUITABLE'].includes(
    String((error as { readonly code?: unknown }).code),
  )

function question({ view, passkeys }: ScreenParts, { blobs }: Recovering) {
  const has = (wanted: 'code' | 'prf') => blobs.some(({ kind }) => kind === wanted)
  const [byCode, byPasskey] = [has('code'), has('prf') && passkeys.isOffered]
  const intro = byCode || byPasskey ? introMessage : blobs.length ? noPasskeysMessage : noneMessage
  return {
    title: titleMessage,
    content: [view.element('p', intro)],
    fields: byCode ? [{ name: 'code', label: codeMessage }] : [],
    buttons: [
      ...(byCode ? [{ name: 'code', label: recoverMessage }] : []),
      ...(byPasskey ? [{ name: 'passkey', label: passkeyMessage }] : []),
    ],
  }
}

async function recover(
  { recovery, signal }: ScreenParts,
  from: Recovering,
  answer: Answer,
): Promise<void> {
  if (answer.button !== 'code' && answer.button !== 'passkey') throw new FrameRefusal('DECLINED')
  const secret =
    answer.button === 'passkey'
      ? await recovery.askPasskey(from, signal)
      : ({ kind: 'code', code: answer.value('code') } as const)
  await recovery.recover(from, secret, signal)
}

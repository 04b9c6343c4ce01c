/** Shows how a wallet can be recovered, and adds a code or a passkey. */
import { type Message, message, withValues } from '@portico/kernel/text'
import { isProtected } from '../../keys/recovery.js'
import type { RecoveryMethod } from '../recovery-api.js'
import type { NewCode } from '../wallet-recovery.js'
import { endsScreen, sentenceOfFailure } from './failure-sentence.js'
import { bar, copyButton, downloadLink, printButton } from './keep-text.js'
import { fileText } from './recovery-texts.js'
import type { ScreenParts } from './screen-parts.js'

const titleMessage = message('frame.recovery.title', 'Recovery')
const protectedMessage = message(
  'frame.recovery.protected',
  'Protected: you can open your wallet without this device.',
)
const unprotectedMessage = message(
  'frame.recovery.unprotected',
  'Not protected yet: without this device your wallet would be lost. Keep a recovery code, or add two passkeys.',
)
const codeMessage = message('frame.recovery.code', 'Recovery code')
const passkeyMessage = message('frame.recovery.passkey', 'Passkey')
const newCodeMessage = message('frame.recovery.newCode', 'Get a recovery code')
const otherCodeMessage = message(
  'frame.recovery.otherCode',
  'Get another recovery code, which ends the old one',
)
const addPasskeyMessage = message('frame.recovery.addPasskey', 'Add a passkey')
const closeMessage = message('frame.close', 'Close')

export async function showRecovery(parts: ScreenParts): Promise<void> {
  const { view, recovery, fresh, passkeys, signal } = parts
  const list = () => fresh.with(() => recovery.methods(signal))
  let methods = await list()
  let problem: Message | undefined
  for (;;) {
    const hasCode = methods.some(({ kind }) => kind === 'code')
    const { button } = await view.ask({
      title: titleMessage,
      content: describe(parts, methods),
      buttons: [
        { name: 'code', label: hasCode ? otherCodeMessage : newCodeMessage },
        ...(passkeys.isOffered ? [{ name: 'passkey', label: addPasskeyMessage }] : []),
      ],
      problem,
      close: closeMessage,
    })
    if (button === 'close') return
    problem = undefined
    try {
      if (button === 'passkey') await fresh.with(() => recovery.addPasskey(signal))
      else await keepNewCode(parts)
      methods = await list()
    } catch (error) {
      if (endsScreen(error) && signal.aborted) throw error
      // A person who closes the code comes back to the list.
      if (!endsScreen(error)) problem = sentenceOfFailure(error)
    }
  }
}

function describe({ view, translate }: ScreenParts, methods: readonly RecoveryMethod[]): Node[] {
  const status = view.element('p', isProtected(methods) ? protectedMessage : unprotectedMessage)
  status.className = isProtected(methods) ? 'protected' : 'warning'
  if (!methods.length) return [status]
  const items = methods.map(({ kind, createdAt }) =>
    view.element(
      'li',
      `${translate(kind === 'code' ? codeMessage : passkeyMessage)}, ${new Date(createdAt).toLocaleDateString()}`,
    ),
  )
  return [status, view.element('ul', ...items)]
}

const yourCodeMessage = message('frame.code.title', 'Your recovery code')
const keepMessage = message(
  'frame.code.keep',
  'Keep it on paper, away from this device. Anyone who has it and your mailbox can open your wallet. It is shown once.',
)
const keptMessage = message('frame.code.kept', 'I have kept it')
const checkMessage = message('frame.code.check', 'Type a part of your code')
const checkIntroMessage = message(
  'frame.code.checkIntro',
  'So it is sure that your copy is right. The code has seven groups.',
)
const groupMessage = message('frame.code.group', 'Group {n}')
const checkedMessage = message('frame.code.checked', 'Confirm the code')
const backMessage = message('frame.code.back', 'Show the code again')
const differsMessage = message(
  'frame.code.differs',
  'That is another text than in your code. Look at your copy, or at the code again.',
)

/** Stored only after the person has typed a part of it back. */
async function keepNewCode(parts: ScreenParts): Promise<void> {
  const { recovery, fresh, signal } = parts
  const made = await fresh.with(() => recovery.newCode(signal))
  let isKept = false
  while (!isKept) {
    await showCode(parts, made)
    isKept = await checkCopy(parts, made.code)
  }
  await fresh.with(() => recovery.keepCode(made, signal))
}

async function showCode({ view, translate }: ScreenParts, { code, wrapped }: NewCode) {
  const shown = view.element('p', code)
  shown.className = 'code'
  shown.dir = 'ltr'
  const file = fileText(translate, { code, blobs: [wrapped.blob] })
  await view.ask({
    title: yourCodeMessage,
    content: [
      view.element('p', keepMessage),
      shown,
      bar(
        view,
        copyButton(view, code),
        downloadLink(view, { text: file, name: 'recovery-code.txt' }),
        printButton(view),
      ),
    ],
    buttons: [{ name: 'kept', label: keptMessage }],
  })
}

/** Asks for two groups of the code; false when the person wants to see it again. */
async function checkCopy({ view }: ScreenParts, code: string): Promise<boolean> {
  const groups = code.split('-')
  const asked = twoOf(groups.length)
  let problem: Message | undefined
  for (;;) {
    const answer = await view.ask({
      title: checkMessage,
      content: [view.element('p', checkIntroMessage)],
      fields: asked.map(at => ({
        name: String(at),
        label: withValues(groupMessage, { n: at + 1 }),
      })),
      buttons: [
        { name: 'check', label: checkedMessage },
        { name: 'back', label: backMessage },
      ],
      problem,
    })
    if (answer.button === 'back') return false
    if (asked.every(at => asLetters(answer.value(String(at))) === groups[at])) return true
    problem = differsMessage
  }
}

/** Two different places of `count`, in order. */
function twoOf(count: number): readonly number[] {
  const [first = 0, step = 0] = crypto.getRandomValues(new Uint8Array(2))
  const one = first % count
  const other = (one + 1 + (step % (count - 1))) % count
  return [one, other].toSorted((a, b) => a - b)
}

/** As the code itself is read: O is 0, I and L are 1. */
const asLetters = (typed: string) =>
  typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

/** Shows the words and keys of the wallet, after a recent login and a typed word. */
import { type Message, message, withValues } from '@portico/kernel/text'
import { endsScreen, sentenceOfFailure } from './failure-sentence.js'
import { bar, copyButton, downloadLink } from './keep-text.js'
import { fileText } from './recovery-texts.js'
import type { ScreenParts } from './screen-parts.js'

const titleMessage = message('frame.export.title', 'Show the words of your wallet')
const warningMessage = message(
  'frame.export.warning',
  'Anyone who has these words can spend everything. This app never asks for them. Make sure that nobody sees your screen.',
)
const typeMessage = message('frame.export.type', 'Type {word} to go on')
const wordMessage = message('frame.export.word', 'SHOW')
const showMessage = message('frame.export.show', 'Show the words')
const otherWordMessage = message('frame.export.otherWord', 'That is another word. Type {word}.')
const wordsMessage = message('frame.export.words', 'Your words')
const wordsIntroMessage = message(
  'frame.export.wordsIntro',
  'In this order they open your wallet in every other wallet.',
)
const keysMessage = message('frame.export.keys', 'Keys of single accounts')
const fileMessage = message('frame.export.file', 'Download the recovery file')
const partsMessage = message('frame.export.parts', 'Download the parts for it')
const fileIntroMessage = message(
  'frame.export.fileIntro',
  'The recovery file gives the words without a network and without this app, of two of three parts.',
)
const doneMessage = message('frame.done', 'Done')

export async function showExport(parts: ScreenParts): Promise<void> {
  const { view, translate, recovery, fresh, signal } = parts
  const word = translate(wordMessage)
  const warning = view.element('p', warningMessage)
  warning.className = 'warning'
  let problem: Message | undefined
  for (;;) {
    const answer = await view.ask({
      title: titleMessage,
      content: [warning],
      fields: [{ name: 'word', label: withValues(typeMessage, { word }) }],
      buttons: [{ name: 'show', label: showMessage }],
      problem,
    })
    if (answer.value('word').toLocaleUpperCase() !== word.toLocaleUpperCase()) {
      problem = withValues(otherWordMessage, { word })
      continue
    }
    try {
      await fresh.with(() => recovery.allowExport(signal))
      return await showWords(parts)
    } catch (error) {
      if (endsScreen(error)) throw error
      problem = sentenceOfFailure(error)
    }
  }
}

async function showWords({ view, translate, keys, recovery, signal }: ScreenParts): Promise<void> {
  const [words, evmKey, solanaKey, device] = [
    await keys.exportWords(),
    await keys.exportKey('eip155'),
    await keys.exportKey('solana'),
    await keys.exportDeviceShare(),
  ]
  const blobs = (await recovery.blobs(signal)).flatMap(({ kind, blob }) =>
    kind === 'code' ? [blob] : [],
  )
  const list = view.element('ol', ...words.split(' ').map(word => view.element('li', word)))
  list.className = 'words'
  list.dir = 'ltr'
  list.translate = false
  const secretOf = (name: string, key: string) => [
    view.element('dt', name),
    view.element('dd', key, bar(view, copyButton(view, key))),
  ]
  const single = view.element(
    'details',
    view.element('summary', keysMessage),
    view.element('dl', ...secretOf('Ethereum', evmKey), ...secretOf('Solana', solanaKey)),
  )
  const file = view.element('a', fileMessage)
  file.className = 'button'
  file.href = './recovery.html'
  file.download = 'recovery.html'
  const text = fileText(translate, { device, blobs })
  await view.ask({
    title: wordsMessage,
    content: [
      view.element('p', wordsIntroMessage),
      list,
      bar(view, copyButton(view, words)),
      single,
      view.element('p', fileIntroMessage),
      bar(view, file, downloadLink(view, { text, name: 'wallet-parts.txt', label: partsMessage })),
    ],
    close: doneMessage,
  })
}

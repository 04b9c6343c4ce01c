/** The script of the recovery file: reads its fields, and shows the words or what is wrong. */
import { KeyError } from '../keys/errors.js'
import { recoverWords } from './recover-words.js'

const element = (id: string): HTMLElement => document.getElementById(id) ?? document.body
const textOf = (id: string): string => {
  const field = element(id)
  return field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement
    ? field.value
    : ''
}

async function showWords(): Promise<void> {
  const [words, problem] = [element('words'), element('problem')]
  words.textContent = ''
  problem.textContent = ''
  try {
    words.textContent = await recoverWords({
      device: textOf('device'),
      server: textOf('server'),
      code: textOf('code'),
      blob: textOf('blob'),
    })
  } catch (error) {
    problem.textContent =
      error instanceof KeyError ? error.message : 'This browser cannot read the parts.'
  }
}

element('form').addEventListener('submit', event => {
  event.preventDefault()
  void showWords()
})

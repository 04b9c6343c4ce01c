/**
 * The page that the mail about a new device leads to. It removes this device only after a click: a
 * program that looks at the links of mails removes nothing.
 */
import { message } from '@portico/kernel/text'
import { createLoginApi } from '../login/login-api.js'
import { createAppearance } from '../page/appearance.js'
import { sentenceOfFailure } from '../recovery/screens/failure-sentence.js'

const titleMessage = message('frame.stop.title', 'Remove the new device')
const introMessage = message(
  'frame.stop.intro',
  'Somebody logged in to your wallet on another device. If this was not you, remove that device. It also has your mailbox, so change the password of your e-mail.',
)
const removeMessage = message('frame.stop.remove', 'Remove the device')
const removedMessage = message(
  'frame.stop.removed',
  'The device is removed and logged out. Change the password of your e-mail now.',
)
const nothingMessage = message(
  'frame.stop.nothing',
  'This address names no device. Open the link of the mail again.',
)

const appearance = createAppearance(document)
const { translate } = appearance
const api = createLoginApi((path, init) => fetch(path, init))
const token = location.hash.slice(1)
history.replaceState(null, '', location.pathname)

const element = <Name extends keyof HTMLElementTagNameMap>(name: Name, text: string) => {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

function show(): void {
  const note = element('p', translate(token ? introMessage : nothingMessage))
  note.setAttribute('role', 'status')
  const remove = element('button', translate(removeMessage))
  remove.className = 'approve'
  const stay = new AbortController()
  remove.addEventListener('click', () => {
    remove.disabled = true
    api.stopDevice(token, stay.signal).then(
      () => {
        note.textContent = translate(removedMessage)
        remove.remove()
      },
      (error: unknown) => {
        note.textContent = translate(sentenceOfFailure(error))
        remove.disabled = false
      },
    )
  })
  const root = element('main', '')
  root.append(element('h1', translate(titleMessage)), note, ...(token ? [remove] : []))
  document.body.replaceChildren(root)
}

appearance
  .setLanguage(navigator.language)
  // Its file did not come: English is better than nothing.
  .catch(() => undefined)
  .then(show)

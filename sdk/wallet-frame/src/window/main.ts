/**
 * The wallet's own window. It knows one id, which the frame gave it in its address, asks one
 * question, and closes.
 */
import { message } from '@portico/kernel/text'
import * as v from 'valibot'
import { FrameRefusal } from '../frame/errors.js'
import { createAppearance } from '../page/appearance.js'
import { createConfirmationScreen } from '../page/confirmation-screen.js'
import { channelName, type FromWindow, toWindowSchema } from './window-messages.js'

/** Milliseconds after which no frame needs this window. */
const unusedMs = 5_000

const appearance = createAppearance(document)
const { translate } = appearance
const say = (text: string) => {
  const note = document.createElement('p')
  note.setAttribute('role', 'status')
  note.textContent = text
  const root = document.createElement('main')
  root.append(note)
  document.body.replaceChildren(root)
}

function serveWindow(id: string): void {
  const channel = new BroadcastChannel(channelName)
  const ending = new AbortController()
  let isAsked = false
  const post = (type: FromWindow['type']) => channel.postMessage({ type, id })
  const end = (type?: FromWindow['type']) => {
    if (ending.signal.aborted) return
    ending.abort(new FrameRefusal('ABORTED'))
    clearTimeout(timer)
    if (type) post(type)
    channel.close()
    say(translate(message('frame.window.done', 'You can close this window.')))
    window.close()
  }
  const timer = setTimeout(end, unusedMs)
  const confirm = createConfirmationScreen({ document, showFrame: () => undefined, translate })
  channel.addEventListener('message', ({ data }) => {
    const found = v.safeParse(toWindowSchema, data)
    if (!found.success || found.output.id !== id) return
    if (found.output.type === 'END') return end()
    if (isAsked) return
    isAsked = true
    clearTimeout(timer)
    const { confirmation, language, mode } = found.output
    appearance.setMode(mode)
    appearance
      .setLanguage(language)
      // Its file did not come: English is better than nothing.
      .catch(() => undefined)
      .then(() => confirm(confirmation, ending.signal))
      .then(
        () => end('APPROVED'),
        error =>
          end(error instanceof FrameRefusal && error.code === 'DECLINED' ? 'DECLINED' : 'FAILED'),
      )
  })
  window.addEventListener('pagehide', () => end('CLOSED'))
  post('READY')
}

// In a frame another page could cover it.
if (window.top === window) {
  const id = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  serveWindow(id)
}

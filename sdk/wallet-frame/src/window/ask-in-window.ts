/**
 * Asks the person in a window of the wallet, where the page cannot cover anything. For browsers
 * that cannot tell whether the page covers the frame: all but those that are built on Chromium.
 */
import { type Message, message } from '@portico/kernel/text'
import { createId } from '@portico/plugin-embedded/protocol'
import * as v from 'valibot'
import { FrameRefusal } from '../frame/errors.js'
import type { Appearance } from '../page/appearance.js'
import type { Confirm, Confirmation } from '../signing/sign-request.js'
import { channelName, fromWindowSchema, type ToWindow } from './window-messages.js'

/** Milliseconds after which a window that said nothing was blocked. */
const blockedMs = 4_000

const askMessage = message(
  'frame.window.ask',
  'Read and confirm in a window of your wallet. This browser cannot tell whether a page covers it here.',
)
const openedMessage = message(
  'frame.window.opened',
  'Read and confirm in the window of your wallet.',
)
const closedMessage = message('frame.window.closed', 'The window was closed. Nothing was signed.')
const blockedMessage = message(
  'frame.window.blocked',
  'No window opened. Allow pop-up windows for this site, then try again.',
)
const openMessage = message('frame.window.open', 'Open window')
const openAgainMessage = message('frame.window.openAgain', 'Open again')

export interface AskInWindowOptions {
  readonly document: Document
  /** Asks the page to show the frame, or to hide it. */
  showFrame(isShown: boolean): void
  /** Of the frame, which the window takes over. */
  readonly appearance: Pick<Appearance, 'translate'>
  /** Opens the wallet's window. It is called inside of the person's click. */
  open(url: string): void
}

/**
 * Creates a `Confirm` that asks in a window. The person opens it by a button of the frame, as often
 * as they like; only the last one counts.
 */
export const createWindowConfirm =
  ({ document, showFrame, appearance: { translate }, open }: AskInWindowOptions): Confirm =>
  async (confirmation, signal) => {
    signal.throwIfAborted()
    const screen = render(document, translate)
    document.body.replaceChildren(screen.root)
    showFrame(true)
    try {
      await decision(screen, confirmation, signal, translate, open)
    } finally {
      document.body.replaceChildren()
      showFrame(false)
    }
  }

/** What the appearance wrote on the document. */
type Mode = 'light' | 'dark' | undefined

interface Screen {
  readonly root: HTMLElement
  readonly note: HTMLElement
  readonly open: HTMLButtonElement
  readonly decline: HTMLButtonElement
}

function decision(
  screen: Screen,
  confirmation: Confirmation,
  signal: AbortSignal,
  translate: (message: Message) => string,
  open: (url: string) => void,
): Promise<void> {
  const channel = new BroadcastChannel(channelName)
  const ending = new AbortController()
  const options = { signal: ending.signal }
  let id: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const post = (message: ToWindow) => channel.postMessage(message)
  const say = (text: Message) => {
    screen.note.textContent = translate(text)
  }
  const endWindow = () => {
    clearTimeout(timer)
    if (id) post({ type: 'END', id })
    id = undefined
  }
  const ask = (window: string) => {
    clearTimeout(timer)
    say(openedMessage)
    const { lang: language, dataset } = screen.root.ownerDocument.documentElement
    const mode = dataset.mode as Mode
    post({ type: 'ASK', id: window, language, confirmation, ...(mode && { mode }) })
  }
  return new Promise<void>((resolve, reject) => {
    screen.open.addEventListener(
      'click',
      () => {
        endWindow()
        id = createId()
        open(`window.html#${id}`)
        screen.open.textContent = translate(openAgainMessage)
        say(openedMessage)
        timer = setTimeout(() => say(blockedMessage), blockedMs)
      },
      options,
    )
    channel.addEventListener(
      'message',
      ({ data }) => {
        const found = v.safeParse(fromWindowSchema, data)
        if (!found.success || found.output.id !== id) return
        const { type } = found.output
        if (type === 'READY') return ask(found.output.id)
        id = undefined // the window has ended by itself
        if (type === 'APPROVED') resolve()
        else if (type === 'CLOSED') say(closedMessage)
        else reject(new FrameRefusal(type))
      },
      options,
    )
    const decline = () => reject(new FrameRefusal('DECLINED'))
    screen.decline.addEventListener('click', decline, options)
    screen.root.ownerDocument.addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Escape') decline()
      },
      options,
    )
    signal.addEventListener('abort', () => reject(signal.reason), options)
    screen.open.focus({ preventScroll: true })
  }).finally(() => {
    endWindow()
    ending.abort()
    channel.close()
  })
}

function render(document: Document, translate: (message: Message) => string): Screen {
  const root = document.createElement('main')
  const heading = document.createElement('h1')
  heading.textContent = translate(message('frame.window.title', 'Your confirmation is needed'))
  const note = document.createElement('p')
  note.setAttribute('role', 'status')
  note.textContent = translate(askMessage)
  const footer = document.createElement('footer')
  const open = document.createElement('button')
  open.className = 'approve'
  open.textContent = translate(openMessage)
  const decline = document.createElement('button')
  decline.textContent = translate(message('frame.decline', 'Decline'))
  footer.append(decline, open)
  root.append(heading, note, footer)
  return { root, note, open, decline }
}

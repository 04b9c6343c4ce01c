/** Creates the frame of the embedded wallet, and hands it the only port. */
import * as v from 'valibot'
import { EmbeddedError } from '../errors.js'
import { createId, protocolVersion, readySchema } from '../protocol/envelope.js'
import { readyMs } from '../protocol/requests.js'

/** Milliseconds after `load` in which a page that is a wallet frame has answered. */
const answerMs = 5_000

export interface FrameElement {
  readonly port: MessagePort
  /** True while the element shows the page that answered the bootstrap message. */
  isIntact(): boolean
  /** Shows the frame above everything, or hides it. */
  show(isShown: boolean): void
  remove(): void
}
export interface FrameElementOptions {
  readonly url: URL
  readonly page: Window
  /** The accessible name of the frame. */
  readonly title: string
  /** Called once, when the page in the frame is not the one that answered any more. */
  onLost(): void
  /** Called when the person presses Escape beside the frame that is shown. */
  onCancel(): void
  readonly signal: AbortSignal
}

/**
 * Adds the frame to the page, and resolves when it has answered. Throws an EmbeddedError `UNLOADED`
 * if it does not, after removing it.
 */
export async function openFrame(options: FrameElementOptions): Promise<FrameElement> {
  const { url, page, title, onLost, onCancel, signal } = options
  const { document } = page
  const dialog = document.createElement('dialog')
  const element = document.createElement('iframe')
  dialog.style.cssText =
    'border:0;padding:0;margin:auto;width:min(360px,100vw);height:min(600px,100dvh);background:none'
  element.style.cssText = 'border:0;width:100%;height:100%;color-scheme:normal'
  element.title = title
  element.referrerPolicy = 'origin'
  element.allow = `publickey-credentials-get ${url.origin}; publickey-credentials-create ${url.origin}; clipboard-write ${url.origin}`
  element.src = url.href
  dialog.append(element)

  const channel = new MessageChannel()
  const ending = new AbortController()
  let isLost = false
  const lose = () => {
    if (isLost || ending.signal.aborted) return
    isLost = true
    onLost()
  }
  const remove = () => {
    ending.abort()
    // The page may have moved the frame out of the dialog.
    element.remove()
    dialog.remove()
  }
  try {
    await bootstrap(element, () => document.body.append(dialog), channel.port2, options)
  } catch (cause) {
    remove()
    channel.port1.close()
    throw signal.aborted ? new EmbeddedError('STOPPED') : new EmbeddedError('UNLOADED', { cause })
  }
  const answered = element.contentWindow
  const cancel = (event: Event) => {
    event.preventDefault()
    onCancel()
  }
  dialog.addEventListener('cancel', cancel, { signal: ending.signal })
  // A second load is a page that has not got the port.
  element.addEventListener('load', lose, { signal: ending.signal })
  // Only newer browsers report that the other side is gone; older ones wait for the time limit.
  channel.port1.addEventListener('close', lose, { signal: ending.signal })

  return {
    port: channel.port1,
    isIntact: () =>
      !isLost &&
      element.isConnected &&
      element.parentNode === dialog &&
      element.src === url.href &&
      !element.hasAttribute('srcdoc') &&
      answered !== null &&
      element.contentWindow === answered,
    show(isShown) {
      if (isShown && !dialog.open) dialog.showModal()
      else if (!isShown && dialog.open) dialog.close()
    },
    remove,
  }
}

/** Resolves when the window at the frame's exact origin has answered with the id of the message. */
function bootstrap(
  element: HTMLIFrameElement,
  append: () => void,
  port: MessagePort,
  { url, page, signal }: FrameElementOptions,
): Promise<void> {
  const id = createId()
  const ending = new AbortController()
  return new Promise<void>((resolve, reject) => {
    let timer = setTimeout(() => reject(new EmbeddedError('TIMEOUT')), readyMs)
    ending.signal.addEventListener('abort', () => clearTimeout(timer))
    const options = { signal: ending.signal }
    const receive = ({ source, origin, data }: MessageEvent) => {
      if (source !== element.contentWindow || origin !== url.origin) return
      const ready = v.safeParse(readySchema, data)
      if (ready.success && ready.output.id === id) resolve()
    }
    const send = () => {
      clearTimeout(timer)
      timer = setTimeout(() => reject(new EmbeddedError('TIMEOUT')), answerMs)
      const message = { type: 'portico-embedded/BOOTSTRAP', version: protocolVersion, id }
      element.contentWindow?.postMessage(message, url.origin, [port])
    }
    page.addEventListener('message', receive, options)
    element.addEventListener('load', send, { ...options, once: true })
    element.addEventListener('error', () => reject(new EmbeddedError('UNLOADED')), options)
    signal.addEventListener('abort', () => reject(signal.reason), options)
    if (signal.aborted) reject(signal.reason)
    else append()
  }).finally(() => ending.abort())
}

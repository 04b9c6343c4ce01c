/** Ways to keep a text outside of the frame: copy, download, print. */
import { message } from '@portico/kernel/text'
import type { View } from './view.js'

const copyMessage = message('frame.copy', 'Copy')
const copiedMessage = message('frame.copied', 'Copied')
const notCopiedMessage = message('frame.notCopied', 'Select the text, and copy it')
const downloadMessage = message('frame.download', 'Download')
const printMessage = message('frame.print', 'Print')

export function copyButton(view: View, text: string): HTMLButtonElement {
  const button = view.action(copyMessage, () => {
    const say = (label: typeof copyMessage) =>
      button.replaceChildren(...view.element('b', label).childNodes)
    const { clipboard } = view.document.defaultView?.navigator ?? {}
    const work = clipboard ? clipboard.writeText(text) : Promise.reject(new TypeError('blocked'))
    work.then(
      () => say(copiedMessage),
      () => say(notCopiedMessage),
    )
  })
  return button
}

/** A link, because a download needs no more. The browser keeps the text until the page is left. */
export function downloadLink(
  view: View,
  {
    text,
    name,
    label = downloadMessage,
  }: { text: string; name: string; label?: typeof copyMessage },
): HTMLAnchorElement {
  const link = view.element('a', label)
  link.className = 'button'
  link.download = name
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  return link
}

export const printButton = (view: View): HTMLButtonElement =>
  view.action(printMessage, () => view.document.defaultView?.print())

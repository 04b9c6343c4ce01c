/** Ways to keep a text outside of the frame: copy, download, print. */
import { message } from '@portico/kernel/text'
import type { View } from './view.js'

const copyMessage = message('frame.copy', 'Copy')
const copiedMessage = message('frame.copied', 'Copied')
const notCopiedMessage = message('frame.notCopied', 'Select the text, and copy it')
const downloadMessage = message('frame.download', 'Download')
const printMessage = message('frame.print', 'Print')

export function bar(view: View, ...buttons: readonly HTMLElement[]): HTMLElement {
  const made = view.element('div', ...buttons)
  made.className = 'bar'
  return made
}

export function copyButton(view: View, text: string): HTMLButtonElement {
  const button = view.action(copyMessage, () => {
    const say = (label: typeof copyMessage) =>
      button.replaceChildren(...view.element('b', label).childNodes)
    const { clipboard } = view.document.defaultView?.navigator ?? {}
    if (!clipboard) return say(notCopiedMessage)
    clipboard.writeText(text).then(
      () => say(copiedMessage),
      () => say(notCopiedMessage),
    )
  })
  return button
}

/** A link, because a download needs no more. The text is gone with it. */
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
  link.href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
  return link
}

export const printButton = (view: View): HTMLButtonElement =>
  view.action(printMessage, () => view.document.defaultView?.print())

import { SdkError } from './errors.js'
import { packageVersion } from './version.js'

/**
 * Reports why Portico could not start: in a dialog when a person requests the modal, else to the
 * developer by an error. Needs no kernel and no React, and does nothing on a server.
 *
 * @throws SdkError OTHER_VERSION
 */
export function report(
  isRequested = false,
  page: Document | undefined = globalThis.document,
): void {
  if (!page) return
  const first =
    (page as unknown as Record<symbol, string | undefined>)[Symbol.for('portico')] ?? packageVersion
  const isOther = first !== packageVersion
  if (isRequested)
    show(
      page,
      isOther
        ? 'Another part of this page has a wallet window already. Use that one.'
        : 'The wallet window could not start. Nothing was lost. Reload the page to try again.',
    )
  // The kernel has already reported why this copy did not start.
  else if (isOther)
    throw new SdkError(
      'OTHER_VERSION',
      `Portico ${packageVersion} leaves this page to Portico ${first}, which came first: load one version of it.`,
    )
}

function show(page: Document, text: string): void {
  const dialog = page.createElement('dialog')
  const sentence = page.createElement('p')
  sentence.textContent = text
  const button = page.createElement('button')
  button.textContent = 'Close'
  button.autofocus = true
  button.onclick = () => dialog.close()
  dialog.onclose = () => dialog.remove()
  dialog.append(sentence, button)
  page.body.append(dialog)
  dialog.showModal()
}

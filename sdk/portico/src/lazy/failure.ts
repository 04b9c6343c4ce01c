import { SdkError } from '../errors.js'
import { packageVersion } from '../version.js'

/**
 * What happened: to the person who asked for the modal, else to the host's developer, by what it
 * throws. The page lives, also without a modal, a kernel and React. On a server there is no person
 * to tell more.
 */
export function tell(isAsked = false, page: Document | undefined = globalThis.document): void {
  if (!page) return
  const first =
    (page as unknown as Record<symbol, string | undefined>)[Symbol.for('portico')] ?? packageVersion
  const isOther = first !== packageVersion
  if (isAsked)
    show(
      page,
      isOther
        ? 'Another part of this page has a wallet window already. Use that one.'
        : 'The wallet window could not start. Nothing was lost. Reload the page to try again.',
    )
  // Why the own one did not start was reported when that was found out.
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

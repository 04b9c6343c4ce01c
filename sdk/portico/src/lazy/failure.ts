/** What a person sees when the modal itself could not start: the page lives, and says so. Needs no kernel and no React. */
export function showFailure(page: Document = document): void {
  const dialog = page.createElement('dialog')
  const sentence = page.createElement('p')
  sentence.textContent = 'The wallet window could not start. Nothing was lost. Reload the page to try again.'
  const button = page.createElement('button')
  button.textContent = 'Close'
  button.autofocus = true
  button.onclick = () => dialog.close()
  dialog.onclose = () => dialog.remove()
  dialog.append(sentence, button)
  page.body.append(dialog)
  dialog.showModal()
}

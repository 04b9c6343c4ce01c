/**
 * The `ref` of a field with `data-autofocus` that may come later than its view: it takes the focus when it comes, where there is a mouse (on a phone the keyboard
 * would cover the view), unless somebody is elsewhere by then.
 */
export function startHere(field: HTMLElement | null): void {
  if (!field) return
  const { activeElement, body, defaultView } = field.ownerDocument
  const panel = field.closest('.p-panel')
  const isFree = activeElement === body || (panel && (panel.getRootNode() as ShadowRoot).activeElement === panel)
  if (isFree && defaultView?.matchMedia('(hover:hover)').matches) field.focus({ preventScroll: true })
}

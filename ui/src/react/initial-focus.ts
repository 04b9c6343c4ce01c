/**
 * True on a device with a mouse. On a device without one, a focused field opens a keyboard that
 * covers the view.
 */
export const hasMouse = (element: HTMLElement): boolean | undefined =>
  element.ownerDocument.defaultView?.matchMedia('(hover:hover)').matches

/**
 * The `ref` of the first field of a view. With a mouse, the field takes the focus when its view
 * opens. A field that renders after its view takes the focus only while nothing else has it.
 */
export function focusFirstField(field: HTMLElement | null): void {
  if (!field) return
  field.dataset.autofocus = ''
  const { activeElement, body } = field.ownerDocument
  const panel = field.closest('.p-panel')
  const isFree =
    activeElement === body || (panel && (panel.getRootNode() as ShadowRoot).activeElement === panel)
  if (isFree && hasMouse(field)) field.focus({ preventScroll: true })
}

/** Where there is none, a field that takes the focus brings a keyboard that covers the view. */
export const hasMouse = (place: HTMLElement): boolean | undefined => place.ownerDocument.defaultView?.matchMedia('(hover:hover)').matches

/**
 * The `ref` of the field with which a view begins. Where there is a mouse it has the focus when its view comes, whatever had it before; a field that comes later than
 * its view takes it when it comes, unless somebody is elsewhere by then.
 */
export function startHere(field: HTMLElement | null): void {
  if (!field) return
  field.dataset.autofocus = ''
  const { activeElement, body } = field.ownerDocument
  const panel = field.closest('.p-panel')
  const isFree = activeElement === body || (panel && (panel.getRootNode() as ShadowRoot).activeElement === panel)
  if (isFree && hasMouse(field)) field.focus({ preventScroll: true })
}

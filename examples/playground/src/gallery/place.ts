/**
 * Makes the page see that it stands within another one, or that it does not, wherever it stands:
 * the index shows every state in a frame, tests and pictures show it alone. `self` can be replaced
 * where `top` cannot (HTML standard, 7.2.2). To be called before anything looks where it is.
 */
export function installPlace(page: Window & typeof globalThis, framed: boolean): void {
  const isFramed = page.self !== page.top
  if (isFramed !== framed) Object.assign(page, { self: framed ? {} : page.top })
}

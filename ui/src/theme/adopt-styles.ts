/** Where styles go: a shadow root, or the page for the buttons that stand in it. */
export type StyleRoot = Document | ShadowRoot

const adopted = /* @__PURE__ */ new WeakMap<StyleRoot, Set<string>>()

/**
 * Adopts a style sheet into a root, once. Constructed, so that it is allowed under a strict Content-Security-Policy.
 * Where the browser cannot construct one, nothing happens: content stays readable without it.
 */
export function adoptStyles(root: StyleRoot, css: string): void {
  const known = adopted.get(root) ?? new Set()
  const Sheet = (root.nodeType === 9 ? (root as Document) : root.ownerDocument)?.defaultView?.CSSStyleSheet
  if (known.has(css) || !Sheet || !root.adoptedStyleSheets) return
  const sheet = new Sheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  adopted.set(root, known.add(css))
}

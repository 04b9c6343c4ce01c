/** A shadow root, or the document for the buttons in the host's page. */
export type StyleRoot = Document | ShadowRoot

const adopted = /* @__PURE__ */ new WeakMap<StyleRoot, Set<string>>()

/**
 * Adds a style sheet to a root once. The sheet is constructed, which a strict
 * Content-Security-Policy allows.
 * Does nothing where the browser cannot construct one: the content is readable without styles.
 */
export function adoptStyles(root: StyleRoot, css: string): void {
  const known = adopted.get(root) ?? new Set()
  const Sheet = (root.ownerDocument ?? (root as Document)).defaultView?.CSSStyleSheet
  if (known.has(css) || !Sheet || !root.adoptedStyleSheets) return
  const sheet = new Sheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  adopted.set(root, known.add(css))
}

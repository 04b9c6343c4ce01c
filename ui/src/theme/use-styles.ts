import { createContext, useContext, useInsertionEffect } from 'react'
import { adoptStyles, type StyleRoot } from './adopt-styles.js'

/** The root that components below render into. Nothing on the server. */
export const StyleRootContext = /* @__PURE__ */ createContext<StyleRoot | undefined>(undefined)

/** Brings a component's styles into the root it stands in, before its first paint: `useStyles(css)` with text from a file beside it. */
export function useStyles(css: string): void {
  const root = useContext(StyleRootContext)
  useInsertionEffect(() => {
    if (root) adoptStyles(root, css)
  }, [root, css])
}

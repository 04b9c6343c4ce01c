import { createContext, useContext, useInsertionEffect } from 'react'
import { adoptStyles, type StyleRoot } from './adopt-styles.js'

/** The root that the components below render into. Undefined on the server. */
export const StyleRootContext = /* @__PURE__ */ createContext<StyleRoot | undefined>(undefined)

/** Adds the style sheet of a component to its root before the first paint. */
export function useStyles(css: string): void {
  const root = useContext(StyleRootContext)
  useInsertionEffect(() => {
    if (root) adoptStyles(root, css)
  }, [root, css])
}

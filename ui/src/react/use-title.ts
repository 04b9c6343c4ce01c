import { createContext, useContext, useLayoutEffect } from 'react'

/** Sets the title of the view on screen. */
export const TitleContext = /* @__PURE__ */ createContext<(title: string | undefined) => void>(
  () => undefined,
)

/**
 * Sets the title in the header where the title of the view's entry is too general, such as the name
 * of the wallet that is connecting.
 */
export function useTitle(title: string): void {
  const setTitle = useContext(TitleContext)
  useLayoutEffect(() => {
    setTitle(title)
    return () => setTitle(undefined)
  }, [setTitle, title])
}

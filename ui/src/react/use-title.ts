import { createContext, useContext, useLayoutEffect } from 'react'

export const TitleContext = /* @__PURE__ */ createContext<(title: string | undefined) => void>(() => undefined)

/** Names the view in the header, where its entry's title does not say enough: the wallet that is waited for. */
export function useTitle(title: string): void {
  const setTitle = useContext(TitleContext)
  useLayoutEffect(() => {
    setTitle(title)
    return () => setTitle(undefined)
  }, [setTitle, title])
}

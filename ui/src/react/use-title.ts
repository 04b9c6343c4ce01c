import { useContext, useLayoutEffect } from 'react'
import { TitleContext } from './title-context.js'

/** Names the view in the header, where its entry's title does not say enough: the wallet that is waited for. */
export function useTitle(title: string): void {
  const setTitle = useContext(TitleContext)
  useLayoutEffect(() => {
    setTitle(title)
    return () => setTitle(undefined)
  }, [setTitle, title])
}

import { useSyncExternalStore } from 'react'
import { useChoice } from './use-workbench.js'

const system = matchMedia('(prefers-color-scheme: light)')
const follow = (listener: () => void) => {
  system.addEventListener('change', listener)
  return () => system.removeEventListener('change', listener)
}

/** The mode on screen: `auto` is that of the system. */
export function useMode(): 'dark' | 'light' {
  const [{ mode }] = useChoice()
  const isLight = useSyncExternalStore(follow, () => system.matches)
  return mode === 'auto' ? (isLight ? 'light' : 'dark') : mode
}

const narrow = matchMedia('(max-width: 1099px)')
const followWidth = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}
/**
 * Whether one part of the page is shown at a time. The same figure stands in styles/screens.css.
 */
export const useIsNarrow = (): boolean => useSyncExternalStore(followWidth, () => narrow.matches)

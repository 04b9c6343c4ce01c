import { useEffect, useReducer } from 'react'

/**
 * Renders again after changes, at most once a frame: the inspector must not slow down what it
 * inspects.
 */
export function useLive(subscribe: (listener: () => void) => () => void): void {
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    let frame = 0
    const stop = subscribe(() => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        refresh()
      })
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [subscribe])
}

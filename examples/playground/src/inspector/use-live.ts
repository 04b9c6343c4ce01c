import { useEffect, useReducer } from 'react'

/** Renders again after changes, at most once a frame: whoever looks on must not slow down what is looked at. */
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

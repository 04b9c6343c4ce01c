import { startTransition, useCallback, useEffect, useRef } from 'react'

/** Milliseconds: a frame. To ask for the frame itself would be work in it, and it is not on screen yet when it has been made. */
const frameMs = 16

/** Does what follows from a letter once the letter itself is painted, and not at all when another letter was faster. */
export function useAfterPaint<Value>(run: (value: Value) => void): (value: Value) => void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(value => {
    clearTimeout(timer.current)
    // A page that is slower than that still shows the letter first: it comes between two slices of a transition.
    timer.current = setTimeout(() => startTransition(() => latest.current(value)), frameMs)
  }, [])
}

import { startTransition, useCallback, useEffect, useRef } from 'react'

/** Does what follows from a letter a frame after the letter itself is painted, and not at all when another letter was faster. */
export function useAfterPaint<Value>(run: (value: Value) => void): (value: Value) => void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const cancel = useRef<() => void>(undefined)
  useEffect(() => () => cancel.current?.(), [])
  return useCallback(value => {
    cancel.current?.()
    let timer: ReturnType<typeof setTimeout> | undefined
    // The frame's callback comes before its paint, what it puts off comes after it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => latest.current(value)))
    })
    cancel.current = () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
}

import { startTransition, useEffect, useState } from 'react'

/** A value as soon as what it changed before is painted: what follows from a letter comes a frame after the letter, and not at all when another letter was faster. */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // The frame's callback comes before its paint, what it puts off comes after it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(value)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value])
  return painted
}

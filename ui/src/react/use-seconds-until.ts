import { useEffect, useState } from 'react'

const secondsUntil = (moment: number) => Math.max(0, Math.ceil((moment - performance.now()) / 1_000))

/** Whole seconds until that moment of the monotonic clock, 0 once it has come. */
export function useSecondsUntil(moment: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(moment))
  useEffect(() => {
    const tick = () => {
      const left = secondsUntil(moment)
      setSeconds(left)
      if (!left) clearInterval(timer)
    }
    const timer = setInterval(tick, 1_000)
    tick()
    return () => clearInterval(timer)
  }, [moment])
  return seconds
}

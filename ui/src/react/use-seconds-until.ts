import { useEffect, useState } from 'react'

const secondsIn = (ms: number) => Math.max(0, Math.ceil(ms / 1_000))

/**
 * Counts the whole seconds until a time in milliseconds since the epoch, as every `deadline` in
 * state; 0 after that time or without one.
 * Counts with the monotonic clock, so a change of the system clock has no effect.
 */
export function useSecondsUntil(epochMs = 0): number {
  const [seconds, setSeconds] = useState(() => secondsIn(epochMs - Date.now()))
  useEffect(() => {
    const endsAt = performance.now() + epochMs - Date.now()
    const tick = () => {
      const left = secondsIn(endsAt - performance.now())
      setSeconds(left)
      if (!left) clearInterval(timer)
    }
    const timer = setInterval(tick, 1_000)
    tick()
    return () => clearInterval(timer)
  }, [epochMs])
  return seconds
}

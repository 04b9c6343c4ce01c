import { useEffect, useState } from 'react'

const secondsIn = (ms: number) => Math.max(0, Math.ceil(ms / 1_000))

/**
 * Whole seconds until that moment (milliseconds since the epoch, as every `deadline` in state); 0 once it has come, or where there is none.
 * Counted by the monotonic clock from then on: a system clock that is set meanwhile changes nothing.
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

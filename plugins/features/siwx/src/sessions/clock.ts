/**
 * The clock that dates sessions (situation R18). It has the verifier's time once that is known,
 * this device's until then.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Sets the verifier's current time. */
  set(now: number): void
  /**
   * Returns the milliseconds by which this device's clock is wrong.
   * 0 while that is unknown, and for a small error (situation R18: up to 60 s).
   */
  error(): number
}

const tolerance = 60_000

export function createClock(): Clock {
  let serverTime: { readonly now: number; readonly at: number } | undefined
  const now = () => (serverTime ? serverTime.now + performance.now() - serverTime.at : Date.now())
  return {
    now,
    set(now) {
      serverTime = { now, at: performance.now() }
    },
    error() {
      const off = Math.abs(Date.now() - now())
      return off > tolerance ? off : 0
    },
  }
}

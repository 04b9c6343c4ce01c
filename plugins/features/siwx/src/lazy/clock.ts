/** The time by which sessions are dated (situation R18): the verifier's, once it has told it; this device's until then. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** What the verifier says it is now. */
  set(now: number): void
  /** Milliseconds by which this device's clock is wrong; 0 while nobody knows, and where it is not worth a word (situation R18: up to 60 s). */
  error(): number
}

const tolerance = 60_000

export function createClock(): Clock {
  let told: { readonly now: number; readonly at: number } | undefined
  const now = () => (told ? told.now + performance.now() - told.at : Date.now())
  return {
    now,
    set(now) {
      told = { now, at: performance.now() }
    },
    error() {
      const off = Math.abs(Date.now() - now())
      return off > tolerance ? off : 0
    },
  }
}

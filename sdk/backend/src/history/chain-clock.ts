/**
 * The time by which old data is deleted: the clock of this machine may jump, and a node may lie
 * about a time. The earlier of the two is used, so that nothing is deleted too soon.
 */
export interface ChainClock {
  /** Undefined until a block was seen. */
  nowMs(): number | undefined
  /** Notes the time of the newest block, in seconds. */
  seen(time: number): void
}

export function createChainClock(now: () => number = Date.now): ChainClock {
  let newestMs: number | undefined
  return {
    nowMs: () => (newestMs === undefined ? undefined : Math.min(now(), newestMs)),
    seen(time) {
      newestMs = time * 1_000
    },
  }
}

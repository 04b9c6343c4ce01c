/**
 * Time that stands still until the state moves it: a state of three seconds' waiting is there at
 * once, and does not become the next one while it is looked at.
 */
export interface Clock {
  /** Advances by so many milliseconds, and runs the due timers. */
  forward(ms: number): void
}

interface Due {
  readonly at: number
  readonly everyMs: number | undefined
  run(): void
}
/**
 * Shorter timers run by themselves: they belong to the machinery and to motion, not to what a
 * person waits for. Milliseconds.
 */
const standsFromMs = 1_000

/** Puts a clock of our own into the page. To be called before anything else keeps time. */
export function installClock(page: Window & typeof globalThis): Clock {
  const { setTimeout, clearTimeout, setInterval, clearInterval } = page
  const date = Date.now.bind(Date)
  const monotonic = page.performance.now.bind(page.performance)
  const standing = new Map<number, Due>()
  let ahead = 0
  let count = 0

  const stand = (run: TimerHandler, ms: number, args: readonly unknown[], everyMs?: number) => {
    count--
    standing.set(count, {
      at: date() + ahead + ms,
      everyMs,
      run: () => (run as (...args: readonly unknown[]) => void)(...args),
    })
    return count
  }
  Date.now = () => date() + ahead
  page.performance.now = () => monotonic() + ahead
  Object.assign(page, {
    setTimeout: (run: TimerHandler, ms = 0, ...args: unknown[]) =>
      ms >= standsFromMs ? stand(run, ms, args) : setTimeout(run, ms, ...args),
    setInterval: (run: TimerHandler, ms = 0, ...args: unknown[]) =>
      ms >= standsFromMs ? stand(run, ms, args, ms) : setInterval(run, ms, ...args),
    clearTimeout: (id?: number) => (id !== undefined && standing.delete(id)) || clearTimeout(id),
    clearInterval: (id?: number) => (id !== undefined && standing.delete(id)) || clearInterval(id),
  })
  return {
    forward(ms) {
      ahead += ms
      const now = Date.now()
      const due = [...standing]
        .filter(([, one]) => one.at <= now)
        .sort(([, a], [, b]) => a.at - b.at)
      for (const [id, one] of due) {
        standing.delete(id)
        if (one.everyMs !== undefined) standing.set(id, { ...one, at: now + one.everyMs })
        one.run()
      }
    },
  }
}

// Most test files share one process: what one of them put in the place of the clock or of a global must not meet the next.
import { afterAll, vi } from 'vitest'

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

// Most test files share one process: what one of them put in the place of the clock, of a global or of a method of one must not meet the next.
import { afterAll, vi } from 'vitest'

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

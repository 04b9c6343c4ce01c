// Most test files share one process: what one of them put in the place of the clock, of a global or of a method of one must not meet the next. Nor may what it still
// loads: a module whose import is cut off with its environment stays broken for every later file.
import { afterAll, vi } from 'vitest'

afterAll(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await vi.dynamicImportSettled()
})

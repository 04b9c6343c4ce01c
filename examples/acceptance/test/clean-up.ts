// Most test files share one process: what one of them put in the place of the clock, of a global or
// of a method of one must not meet the next. Nor may what it still loads: a module whose import is
// cut off with its environment stays broken for every later file.
import { setMaxListeners } from 'node:events'
import { afterAll, vi } from 'vitest'

// Node warns of a leak from the eleventh listener of a signal on. Tests of 20 clicks at once share
// one; each listener goes with its answer, and [R30] counts those that stay.
setMaxListeners(100)

afterAll(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await vi.dynamicImportSettled()
})

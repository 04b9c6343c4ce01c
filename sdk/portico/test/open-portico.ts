import { afterEach, vi } from 'vitest'
import { createPortico, memoryStorage, type Portico, type PorticoOptions } from '../src/index.js'

/** Those that the current test made: they are disposed of at its end. */
export const made: Portico[] = []
export function open(options: Partial<PorticoOptions> = {}) {
  const errors: { readonly error: unknown; readonly plugin: string }[] = []
  const portico = createPortico({
    plugins: [],
    storage: memoryStorage(),
    onError: (error, plugin) => void errors.push({ error, plugin }),
    ...options,
  })
  made.push(portico)
  return { portico, kernel: portico.kernel, errors }
}

/** Disposes of what a test made and takes its stubs away. */
export function setUpPorticos(): void {
  afterEach(() => {
    for (const portico of made.splice(0)) portico.dispose()
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
}

// @vitest-environment happy-dom
import { settingsView } from '@portico/kernel/account'
import { themeService, themeSlice } from '@portico/kernel/shell'
import { KernelProvider } from '@portico/ui'
import { act, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { memoryStorage, type Portico, type PorticoOptions } from '../src/index.js'
import { open, setUpPorticos } from './open-portico.js'

setUpPorticos()
afterEach(() => vi.unstubAllGlobals())

/** The text of Settings. */
async function settingsOf({ kernel }: Portico): Promise<string> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const module = await kernel.views.entry(settingsView.id)?.load()
  const View = module?.default as ComponentType
  const place = document.createElement('main')
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <KernelProvider kernel={kernel}>
        <View />
      </KernelProvider>,
    ),
  )
  const text = place.textContent ?? ''
  await act(async () => root.unmount())
  return text
}

it('createPortico leaves out the parts of Settings that the host names, and a fixed theme wins over a stored one', async () => {
  const storage = memoryStorage()
  const start = async (options: Partial<PorticoOptions>) => {
    const { portico } = open({ theme: { mode: 'light' }, storage, ...options })
    await portico.start()
    return portico
  }
  const before = await start({})
  before.kernel.use(themeService).setMode('dark')
  expect(await settingsOf(before)).toContain('Appearance')
  await vi.waitFor(() => expect(storage.get('portico.preferences')).toContain('dark'))
  before.dispose()
  const free = await start({ settings: { diagnostics: false } })
  expect(free.kernel.state(themeSlice).mode).toBe('dark')
  expect(await settingsOf(free)).not.toContain('Diagnostics')
  free.dispose()
  const fixed = await start({ settings: { theme: false } })
  expect(fixed.kernel.state(themeSlice).mode).toBe('light')
  const text = await settingsOf(fixed)
  expect(text).not.toContain('Appearance')
  expect(text).toContain('Diagnostics')
})

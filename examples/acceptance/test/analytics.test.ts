import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBackend } from '@portico/backend'
import { definePlugin, type PluginContext } from '@portico/kernel'
import { trackedEvent } from '@portico/kernel/shell'
import { createTestKernel } from '@portico/kernel/testing'
import { analytics } from '@portico/plugin-analytics'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => void vi.unstubAllGlobals())

it('[S7.06] [S27] the backend accepts the events of pages, one POST /e for each event', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-analytics-'))
  const lines: string[] = []
  const backend = await startBackend(
    { port: 0, database: `file:${join(folder, 'events.db')}`, logLevel: 'debug' },
    { log: line => lines.push(line) },
  )
  const requests = () =>
    lines
      .map(
        line =>
          JSON.parse(line) as { event?: string; method?: string; route?: string; status?: number },
      )
      .filter(({ event }) => event === 'request')
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', new URL('https://shop.example/checkout?mail=ada@example.org'))
  let voice: PluginContext | undefined
  const reporter = definePlugin({
    id: 'test/reporter',
    setup(context) {
      voice = context
    },
  })
  const kernel = await createTestKernel({
    plugins: [
      reporter,
      analytics({ endpoint: backend.url, projectId: 'shop', includeAddress: true }),
    ],
  })
  try {
    voice?.emit(trackedEvent, {
      name: 'CONNECT_SUCCESS',
      properties: { method: 'qrcode', name: 'Ada' },
    })
    await vi.waitFor(() => expect(requests()).toHaveLength(2), { timeout: 10_000 })
    expect(requests().map(({ method, route, status }) => [method, route, status])).toEqual([
      ['POST', '/e', 200],
      ['POST', '/e', 200],
    ])
    expect(kernel.reported).toEqual([])
  } finally {
    kernel.dispose()
    await backend.stop()
    rmSync(folder, { recursive: true })
  }
})

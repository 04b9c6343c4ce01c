import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { createServer } from 'vite'
import { runFolder } from '../scripts/run-folder.mjs'
import { root } from '../scripts/workspaces.mjs'
import { expect, fox, inModal, prepare, test } from './visit.js'

/** Counts who listens to the wallet, and the channels between tabs that are open. */
const countLines = () => {
  const counts = { wallet: 0, channels: 0 }
  Object.assign(window, { counts })
  const provider = window.mockWallets.Fox?.provider
  if (provider) {
    const { on, removeListener } = provider
    Object.assign(provider, {
      on: (event: string, listener: never) => {
        counts.wallet++
        return on(event, listener)
      },
      removeListener: (event: string, listener: never) => {
        counts.wallet--
        return removeListener(event, listener)
      },
    })
  }
  const Channel = window.BroadcastChannel
  window.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name)
      counts.channels++
    }
    override close() {
      counts.channels--
      super.close()
    }
  }
}
/**
 * Everybody who listens to the window, the document and our elements, by event; and what
 * `countLines` counts.
 */
async function listeners(page: Page, devtools: CDPSession): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const target of [
    'window',
    'document',
    'document.body',
    'document.querySelector("portico-button button")',
    'document.querySelector("portico-root")',
  ]) {
    const { result } = await devtools.send('Runtime.evaluate', { expression: target })
    if (!result.objectId || result.subtype === 'null') continue
    const { listeners } = await devtools.send('DOMDebugger.getEventListeners', {
      objectId: result.objectId,
    })
    for (const { type } of listeners)
      found[`${target} ${type}`] = (found[`${target} ${type}`] ?? 0) + 1
  }
  return {
    ...found,
    ...(await page.evaluate(
      () => (window as unknown as { counts: Record<string, number> }).counts,
    )),
  }
}

test('[R27] fifty hot reloads by vite add no listener, register nothing twice, and keep the connection', async ({
  page,
  context,
  said,
}) => {
  test.setTimeout(120_000)
  const folder = join(root, 'examples/acceptance/fixtures/hot')
  const server = await createServer({
    root: folder,
    logLevel: 'error',
    cacheDir: join(runFolder(), `vite-hot-${test.info().parallelIndex}`),
    server: { host: 'localhost', port: 0, watch: null },
  })
  try {
    await server.listen()
    const graph = server.environments.client.moduleGraph
    const reload = async (file: string) => {
      const [module] = graph.getModulesByFile(join(folder, file)) ?? []
      if (!module) throw new RangeError(`${file} is no part of the page.`)
      const before = await page.evaluate(() => window.updates)
      await server.environments.client.reloadModule(module)
      await page.waitForFunction(before => window.updates > before, before)
    }
    await prepare(context, { wallets: [fox({ remember: true })] })
    await context.addInitScript(countLines)
    await page.goto(server.resolvedUrls?.local[0] ?? '')
    await page.waitForFunction(() => 'updates' in window)
    // What the dev server finds out late makes it load the page anew, once.
    await page.waitForLoadState('networkidle')
    const both = page.locator('.portico-button')
    await both.first().click()
    await inModal(page, 'Fox').click()
    await expect(inModal(page, 'Copy address')).toBeVisible()
    await page.keyboard.press('Escape')
    const devtools = await context.newCDPSession(page)
    const settle = async () => {
      await expect(both.nth(0)).toHaveAttribute('data-state', 'connected')
      await expect(both.nth(1)).toHaveAttribute('data-state', 'connected')
    }

    const marks: Record<string, number>[] = []
    for (let times = 1; times <= 50; times++) {
      await reload(times % 2 ? 'portico.ts' : 'page.tsx')
      if (times !== 2 && times !== 50) continue
      await settle()
      marks.push(await listeners(page, devtools))
    }
    expect(marks[1]).toEqual(marks[0])
    expect(marks[1]).toMatchObject({ wallet: 4, channels: 1 })
    await expect(page.locator('portico-root')).toHaveCount(0)
    // And it still works, by either button.
    await both.nth(1).click()
    await expect(inModal(page, 'Copy address')).toBeVisible()
    // Before its server, whose end it would tell.
    await page.close()
    // The dev server and React talk to developers.
    said.splice(0, said.length, ...said.filter(line => !/^\[vite\]|React DevTools/.test(line)))
  } finally {
    await server.close()
  }
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FrameLocator } from '@playwright/test'
import { runFolder } from '../scripts/run-folder.mjs'
import { serve } from '../scripts/serve.mjs'
import { hostFolder, serveHost } from './surroundings.js'
import { addressOf, expect, fox, prepare, test } from './visit.js'

/** A page with nothing but a frame around the host. */
const around = (url: string, attributes: string) =>
  `<!doctype html><html lang="en"><title>Around</title><link rel="icon" href="data:,"><h1>Around</h1><iframe title="The app" src="${url}" ${attributes} style="width:100%;height:700px"></iframe></html>`
const inFrame = (frame: FrameLocator, name: string | RegExp) => frame.locator('portico-root').getByRole('button', { name })

for (const [name, sameOrigin, attributes, remembers] of [
  ['of the same origin', true, '', true],
  ['of another origin', false, '', true],
  ['in a sandbox that keeps its origin', false, 'sandbox="allow-scripts allow-same-origin"', true],
  ['in a sandbox without an origin, where storage throws', false, 'sandbox="allow-scripts"', false],
] as const)
  test(`[S12] [R16] an iframe ${name}: connects and signs, knows that it is framed and by whom`, async ({ page, context }) => {
    const app = await serveHost({ 'access-control-allow-origin': '*' })
    const folder = join(runFolder(), 'pages', `around-${test.info().parallelIndex}`)
    mkdirSync(folder, { recursive: true })
    const other = await serve(folder)
    try {
      const embedder = sameOrigin ? app.url : other.url
      // Really served: what a test fulfils counts as the wide world, which may not frame this machine.
      writeFileSync(join(sameOrigin ? hostFolder() : folder, 'around.html'), around(app.url, attributes))
      await prepare(context, { wallets: [fox({ remember: remembers })] })
      await page.goto(`${embedder}/around.html`)
      const frame = page.frameLocator('iframe')
      const host = page.frames().find(found => found !== page.mainFrame())
      if (!host) throw new RangeError('No frame.')
      await frame.locator('main').getByRole('button', { name: 'Connect wallet' }).click()
      await inFrame(frame, 'Fox').click()
      await expect(inFrame(frame, 'Copy address')).toBeVisible()
      await expect(frame.getByTitle('10000 ETH')).toBeVisible()
      expect(await host.evaluate(async () => (await window.host.sign('Framed')).scheme)).toBe('eip191')
      expect(await host.evaluate(() => window.host.environment)).toMatchObject({ iframe: true, embedder, safe: false })
      const errors = await host.evaluate(() => window.host.errors.map(({ code }) => code))
      expect(errors).toEqual(remembers ? [] : ['STORAGE'])
      await page.keyboard.press('Escape')
      await expect(frame.getByRole('dialog')).toBeHidden()
      if (remembers) {
        await host.evaluate(() => location.reload())
        await expect(frame.getByText(`address ${addressOf(0)}`)).toBeVisible()
      }
    } finally {
      await Promise.all([app.close(), other.close()])
    }
  })

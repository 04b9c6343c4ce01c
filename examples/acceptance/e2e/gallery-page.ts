/** A state of the gallery, on the page that shows it alone. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { runFolder } from '../scripts/run-folder.mjs'
import { serve } from '../scripts/serve.mjs'
import { axeFile } from './axe.js'
import { test as base } from './visit.js'

/** The pages of the playground on a server of their own, with these headers. */
export const test = base.extend<{
  readonly serveGallery: (headers: Record<string, string>) => Promise<string>
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here.
  serveGallery: async ({}, use) => {
    const servers: Awaited<ReturnType<typeof serve>>[] = []
    await use(async headers => {
      const server = await serve(join(runFolder(), 'pages', 'playground'), {
        headers,
        files: { [axeScript]: axeFile },
      })
      servers.push(server)
      return server.url
    })
    await Promise.all(servers.map(server => server.close()))
  },
})

const own = { mode: 'dark', language: 'en', accent: '' } as const
export const desktop = { width: 1280, height: 800 }
export const phone = { width: 390, height: 844 }
export const parts = ['portico-root', '.portico-button']
export const axeScript = '/axe.min.js'

const addressOf = (state: string) => `/gallery.html?${new URLSearchParams({ state })}`
export async function visit(page: Page, state: string, base = ''): Promise<void> {
  await page.goto(base + addressOf(state))
  await page.waitForFunction(() => 'galleryState' in window)
  await page.evaluate(() => window.galleryState.ready)
}
export async function inventory(page: Page) {
  await page.goto('/gallery.html')
  await page.waitForFunction(() => 'gallery' in window)
  return page.evaluate(() => window.gallery)
}
export const dress = (
  page: Page,
  look: Partial<{ mode: 'dark' | 'light'; language: string; accent: string }>,
) =>
  page.evaluate(
    async look => {
      await window.galleryState.dress(look)
      await window.galleryState.settle()
    },
    { ...own, ...look },
  )
export const faults = (page: Page) =>
  page.evaluate(() => [...window.galleryState.widthFaults(), ...window.galleryState.overlaps()])

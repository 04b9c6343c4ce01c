/** The page of `fixtures/frame`: the modal without any plugin of ours. */
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type { Frame } from '../fixtures/frame/main.js'
import { serve } from '../scripts/serve.mjs'
import { root } from '../scripts/workspaces.mjs'
import { buildPage } from '../scripts/world.mjs'

declare global {
  interface Window {
    readonly frame: Frame
  }
}
export type Name = Parameters<Frame['open']>[0]
export const open = async (page: Page, name: Name, params?: unknown): Promise<void> => {
  await page.evaluate(([name, params]) => window.frame.open(name, params), [name, params] as const)
  await expect(page.locator('portico-root dialog')).toBeVisible()
}

/** Where the page of this file's tests is built. */
export let folder = ''
let server: Awaited<ReturnType<typeof serve>>
/** Serves the page while the tests of a file run. */
export function setUpFrame(): void {
  test.beforeAll(async () => {
    folder = await buildPage(
      join(root, 'examples/acceptance/fixtures/frame'),
      `frame-${test.info().parallelIndex}`,
    )
    server = await serve(folder)
  })
  test.afterAll(() => server.close())
}

export async function visit(page: Page, query = '', url = server.url): Promise<void> {
  await page.goto(`${url}/?${query}`)
  await page.waitForFunction(() => 'frame' in window)
}

/** Whether the panel is in the top layer. */
export const isModal = (page: Page) =>
  page.getByRole('dialog').evaluate(dialog => dialog.matches(':modal'))
/** What has the focus, through the shadow roots. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    return active === document.body
      ? ''
      : (active?.getAttribute('aria-label') ?? active?.textContent ?? '')
  })

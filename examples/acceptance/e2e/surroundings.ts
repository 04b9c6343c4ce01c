/** What several tests of the surroundings do. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { runFolder } from '../scripts/run-folder.mjs'
import { serve } from '../scripts/serve.mjs'
import { root } from '../scripts/workspaces.mjs'
import { buildPage } from '../scripts/world.mjs'
import { choice, close, connectButton, expect, inModal, openConnect, test, title } from './visit.js'

/**
 * Everything that a person does, with Fox and Owl: two wallets, a network, a signature, the
 * settings, the way out.
 */
export async function tour(page: Page): Promise<void> {
  await openConnect(page)
  await walk(page)
  await close(page)
  await expect(connectButton(page)).toHaveText('Connect wallet')
}
/** The same inside the modal, which shows Connect at its beginning and at its end. */
export async function walk(page: Page): Promise<void> {
  await inModal(page, 'Fox').click()
  await expect(inModal(page, 'Copy address')).toBeVisible()
  await expect(page.getByTitle('10000 ETH')).toBeVisible()
  await inModal(page, 'Network: Ethereum').click()
  await inModal(page, 'Base').click()
  await expect(inModal(page, 'Network: Base')).toBeVisible()
  await inModal(page, 'Switch wallet or account').click()
  await inModal(page, 'Connect another wallet').click()
  await inModal(page, 'Owl').click()
  await expect
    .poll(() => page.evaluate(() => window.host.wallets.map(({ name }) => name).join()))
    .toBe('Fox,Owl')
  expect(await page.evaluate(async () => (await window.host.sign('On tour')).scheme)).toBe('eip191')
  await inModal(page, 'Settings').click()
  await choice(page, 'Light').click()
  await inModal(page, 'Disconnect all').click()
  await expect(title(page, 'Connect wallet')).toBeVisible()
}

/** Where `serveHost` has the built pages. */
export const hostFolder = (): string =>
  join(runFolder(), 'pages', `host-${test.info().parallelIndex}`)
/**
 * The built pages of the host, on a server of one's own: with other headers, or on another origin.
 */
export async function serveHost(headers: Record<string, string> = {}): ReturnType<typeof serve> {
  return serve(
    await buildPage(
      join(root, 'examples/acceptance/fixtures/host'),
      `host-${test.info().parallelIndex}`,
    ),
    { headers },
  )
}

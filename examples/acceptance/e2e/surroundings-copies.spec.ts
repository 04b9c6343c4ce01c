import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import type { Host } from '../fixtures/host/host.js'
import { runFolder } from '../scripts/run-folder.mjs'
import { serve } from '../scripts/serve.mjs'
import { root } from '../scripts/workspaces.mjs'
import { connect, expect, fox, inModal, prepare, test, title } from './visit.js'

declare global {
  interface Window {
    /** The host of the copy that came first; `host` is that of the second. */
    readonly first: Host
  }
}

/**
 * One bundle of the page without a framework, with its own version. Returns the address of its
 * script.
 */
async function bundle(outDir: string, name: string, version: string): Promise<string> {
  const folder = join(root, 'examples/acceptance/fixtures/host')
  await build({
    root: folder,
    base: `/${name}/`,
    logLevel: 'error',
    plugins: [
      {
        name: 'version',
        enforce: 'pre',
        transform: (code, id) =>
          /sdk\/portico\/(src|dist)\//.test(id)
            ? code.replace(/(packageVersion = ['"])\d[^'"]*/, `$1${version}`)
            : undefined,
      },
    ],
    build: {
      outDir: join(outDir, name),
      emptyOutDir: true,
      rolldownOptions: { input: join(folder, 'plain.html') },
    },
  })
  const html = readFileSync(join(outDir, name, 'plain.html'), 'utf8')
  return /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1] ?? ''
}
/**
 * A page that loads two bundles of the kit, one after the other, each with a button in its own part
 * of the page.
 */
async function serveCopies(versions: readonly [string, string]): ReturnType<typeof serve> {
  const outDir = join(runFolder(), 'pages', `copies-${test.info().parallelIndex}`)
  const first = await bundle(outDir, 'first', versions[0])
  const second = await bundle(outDir, 'second', versions[1])
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Two copies</title><link rel="icon" href="data:,"><main><h1>Two copies</h1><portico-button></portico-button><div id="place"></div></main>
<script type="module" src="${first}"></script><script type="module">window.first = window.host</script><script type="module" src="${second}"></script></html>`
  writeFileSync(join(outDir, 'index.html'), page)
  return serve(outDir)
}

test('[R27] a second copy of another version starts nothing and reports one sentence, and the first copy works', async ({
  page,
  context,
}) => {
  const server = await serveCopies(['1.0.0', '1.1.0'])
  try {
    await prepare(context, { wallets: [fox()] })
    await page.goto(server.url)
    await page.waitForFunction(() => 'first' in window && window.host !== window.first)
    await expect.poll(() => page.evaluate(() => window.host.errors.length)).toBe(1)
    expect(await page.evaluate(() => window.host.errors)).toEqual([
      {
        plugin: 'sdk/broken-shell',
        name: 'SdkError',
        code: 'OTHER_VERSION',
        message:
          'Portico 1.1.0 leaves this page to Portico 1.0.0, which came first: load one version of it.',
      },
    ])
    await connect(page)
    expect(
      await page.evaluate(() => [
        window.first.errors.length,
        window.first.account.status,
        window.host.account.status,
      ]),
    ).toEqual([0, 'connected', 'disconnected'])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // A click on a button of the second copy shows why nothing opens.
    await page.evaluate(() => window.host.portico.open())
    await expect(
      page.getByText('Another part of this page has a wallet window already. Use that one.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(
      await page.evaluate(
        () =>
          window.mockWallets.Fox?.calls.filter(({ method }) => method === 'eth_requestAccounts')
            .length,
      ),
    ).toBe(1)
  } finally {
    await server.close()
  }
})

test('[R27] two copies of the same version share one set of elements, and their kernels follow each other', async ({
  page,
  context,
}) => {
  const server = await serveCopies(['1.0.0', '1.0.0'])
  try {
    await prepare(context, { wallets: [fox()] })
    await page.goto(server.url)
    await page.waitForFunction(() => 'first' in window && window.host !== window.first)
    await connect(page)
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => window.first.account.status)).toBe('connected')
    await page.evaluate(() => window.host.portico.start())
    await expect.poll(() => page.evaluate(() => window.host.account.status)).toBe('connected')
    await page.evaluate(() => window.host.portico.open())
    await expect(inModal(page, 'Copy address')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.evaluate(() => window.host.disconnect())
    await expect.poll(() => page.evaluate(() => window.first.account.status)).toBe('disconnected')
    expect(await page.evaluate(() => [window.first.errors, window.host.errors])).toEqual([[], []])
    await expect(title(page, 'Account')).toHaveCount(0)
  } finally {
    await server.close()
  }
})

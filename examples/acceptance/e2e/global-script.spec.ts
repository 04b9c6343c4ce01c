import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runFolder } from '../scripts/run-folder.mjs'
import { serve } from '../scripts/serve.mjs'
import { root } from '../scripts/workspaces.mjs'
import { dialog, expect, test } from './visit.js'

/** A page that includes the script with its hash, as a site serves it. */
async function servePage() {
  const from = join(root, 'sdk/portico/dist/global')
  const folder = join(runFolder(), 'pages', `global-${test.info().parallelIndex}`)
  mkdirSync(folder, { recursive: true })
  cpSync(from, join(folder, 'portico'), { recursive: true })
  const hash = JSON.parse(readFileSync(join(from, 'integrity.json'), 'utf8'))['portico.global.js']
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><title>Script</title><link rel="icon" href="data:,">
<script defer src="/portico/portico.global.js" integrity="${hash}"></script>
<script defer src="/page.js"></script></head><body><portico-button></portico-button></body></html>`,
  )
  writeFileSync(
    join(folder, 'page.js'),
    'const { attach, createPortico, eip155 } = window.Portico\nattach(createPortico({ plugins: [eip155()], prefetch: "none" }))\n',
  )
  const policy =
    "default-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types 'none'"
  return serve(folder, { headers: { 'content-security-policy': policy } })
}

test('a page without a bundler opens the modal from one script, under policy A', async ({
  page,
}) => {
  const server = await servePage()
  try {
    await page.goto(server.url)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await expect(dialog(page)).toBeVisible()
  } finally {
    await server.close()
  }
})

test('[S1] a page without a bundler does not run a file whose hash is wrong, and opens once it is right', async ({
  page,
  said,
}) => {
  const server = await servePage()
  try {
    let isAltered = true
    await page.route('**/modal.js', async route => {
      const answer = await route.fetch()
      const body = await answer.text()
      await route.fulfill({ response: answer, body: isAltered ? `window.stolen=1;${body}` : body })
    })
    await page.goto(server.url)
    const button = page.getByRole('button', { name: 'Connect wallet' })
    await button.click()
    await expect.poll(() => said.join()).toContain('integrity')
    await expect(dialog(page)).toHaveCount(0)
    expect(await page.evaluate(() => 'stolen' in window)).toBe(false)
    isAltered = false
    await button.click()
    await expect(dialog(page)).toBeVisible()
    said.length = 0
  } finally {
    await server.close()
  }
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FrameLocator, Page } from '@playwright/test'
import { runFolder } from '../scripts/run-folder.mjs'
import { serve } from '../scripts/serve.mjs'
import { marketChains, marketWallet, startMarket } from './market.js'
import { hostFolder, serveHost } from './surroundings.js'
import { addressOf, expect, fox, prepare, test } from './visit.js'

/** A page with nothing but a frame around the host. */
const around = (url: string, attributes: string) =>
  `<!doctype html><html lang="en"><title>Around</title><link rel="icon" href="data:,"><h1>Around</h1><iframe title="The app" src="${url}" ${attributes} style="width:100%;height:700px"></iframe></html>`
const inFrame = (frame: FrameLocator, name: string | RegExp) =>
  frame.locator('portico-root').getByRole('button', { name })

for (const [name, sameOrigin, attributes, remembers] of [
  ['of the same origin', true, '', true],
  ['of another origin', false, '', true],
  ['in a sandbox that keeps its origin', false, 'sandbox="allow-scripts allow-same-origin"', true],
  ['in a sandbox without an origin, where storage throws', false, 'sandbox="allow-scripts"', false],
] as const)
  test(`[S12] [R16] a page in an iframe ${name} connects, signs, and names the origin that frames it`, async ({
    page,
    context,
  }) => {
    const app = await serveHost({ 'access-control-allow-origin': '*' })
    const folder = join(runFolder(), 'pages', `around-${test.info().parallelIndex}`)
    mkdirSync(folder, { recursive: true })
    const other = await serve(folder)
    try {
      const embedder = sameOrigin ? app.url : other.url
      // Really served: what a test fulfils counts as the wide world, which may not frame this
      // machine.
      writeFileSync(
        join(sameOrigin ? hostFolder() : folder, 'around.html'),
        around(app.url, attributes),
      )
      await prepare(context, { wallets: [fox({ remember: remembers })] })
      await page.goto(`${embedder}/around.html`)
      const frame = page.frameLocator('iframe')
      const host = page.frames().find(found => found !== page.mainFrame())
      if (!host) throw new RangeError('No frame.')
      await frame.locator('main').getByRole('button', { name: 'Connect wallet' }).click()
      await inFrame(frame, 'Fox').click()
      await expect(inFrame(frame, 'Copy address')).toBeVisible()
      await expect(frame.getByTitle('10000 ETH')).toBeVisible()
      expect(await host.evaluate(async () => (await window.host.sign('Framed')).scheme)).toBe(
        'eip191',
      )
      expect(await host.evaluate(() => window.host.environment)).toMatchObject({
        iframe: true,
        embedder,
        safe: false,
      })
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

test('[S11] [S12] a framed page names the framing origin at sign-in, Send and Swap, and delays Sign by 400 ms', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const market = await startMarket()
  const app = await serveHost()
  const folder = join(runFolder(), 'pages', `framing-${test.info().parallelIndex}`)
  mkdirSync(folder, { recursive: true })
  const other = await serve(folder)
  try {
    writeFileSync(join(folder, 'around.html'), around(app.url, ''))
    const chains = { ...marketChains(market), siwx: { statement: 'Read your notes.' }, send: {} }
    await prepare(context, {
      wallets: [marketWallet(market, 6, { remember: true })],
      host: { chains },
    })
    await page.goto(`${other.url}/around.html`)
    const frame = page.frameLocator('iframe')
    const modal = frame.locator('portico-root')
    const warning = modal.getByText(
      `This page is shown inside ${other.url}. Continue only if you trust that website.`,
    )

    await frame.locator('main').getByRole('button', { name: 'Connect wallet' }).click()
    await inFrame(frame, 'Fox').click()
    const sign = inFrame(frame, /^Sign$/)
    await expect(sign).toBeVisible()
    await expect(warning).toBeVisible()
    const calls = () =>
      inHost(
        page,
        () =>
          window.mockWallets.Fox?.calls.filter(({ method }) => method === 'personal_sign').length,
      )
    // A click in the first 400 ms after the button moved.
    await expect(sign).toBeEnabled()
    await sign.evaluate((button: HTMLElement) => {
      button.style.marginTop = '8px'
      button.click()
    })
    await expect(sign).toBeDisabled()
    expect(await calls()).toBe(0)
    await expect(sign).toBeEnabled()
    await sign.click()
    await expect.poll(calls).toBe(1)
    await expect(modal.getByRole('dialog')).toBeHidden()

    await frame
      .locator('main')
      .getByRole('button', { name: /^Account/ })
      .click()
    await inFrame(frame, /^Send$/).click()
    await expect(warning).toBeHidden()
    await modal.getByRole('textbox', { name: /^Amount in/ }).fill('1')
    await modal.getByRole('textbox', { name: 'To' }).fill(addressOf(1))
    await inFrame(frame, 'Review').click()
    await inFrame(frame, 'Send 1 ETH').scrollIntoViewIfNeeded()
    await expect(inFrame(frame, 'Send 1 ETH')).toBeEnabled()
    await expect(warning).toBeVisible()
    await inFrame(frame, 'Back').first().click()
    await inFrame(frame, 'Back').first().click()

    await inFrame(frame, /^Swap$/).click()
    await inFrame(frame, 'Select token').click()
    await inFrame(frame, /^Portico Dollar/)
      .first()
      .click()
    await inFrame(frame, 'Review').click()
    await inFrame(frame, /^Swap 1 ETH/).scrollIntoViewIfNeeded()
    await expect(inFrame(frame, /^Swap 1 ETH/)).toBeEnabled()
    await expect(warning).toBeVisible()
  } finally {
    await Promise.all([app.close(), other.close(), market.stop()])
  }
})

/** Runs a function in the framed page. */
const inHost = <Answer>(page: Page, run: () => Answer) => {
  const host = page.frames().find(found => found !== page.mainFrame())
  if (!host) throw new RangeError('No frame.')
  return host.evaluate(run)
}

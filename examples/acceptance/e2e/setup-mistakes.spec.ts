import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { createServer, type ViteDevServer } from 'vite'
import { runFolder } from '../scripts/run-folder.mjs'
import { root } from '../scripts/workspaces.mjs'

let server: ViteDevServer
test.beforeAll(async () => {
  server = await createServer({
    root: join(root, 'examples/acceptance/fixtures/mistakes'),
    cacheDir: join(runFolder(), `vite-mistakes-${process.pid}`),
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1' },
  })
  await server.listen()
})
test.afterAll(() => server.close())
// The server compiles several hundred sources for the first page.
test.describe.configure({ timeout: 120_000 })

/** The sentences of the guide, in which "…" stands for any text. */
const documented = [
  ...readFileSync(join(root, 'examples/docs/set-up-mistakes.md'), 'utf8').matchAll(
    /^\| (?!---|the console says)(.+?) \| .+ \|$/gm,
  ),
].map(
  ([, sentence = '']) =>
    new RegExp(sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*')),
)

/** Everything that the page with this mistake prints, without what belongs to Vite and React. */
async function printedBy(page: Page, mistake: string): Promise<string[]> {
  const printed: string[] = []
  page.on('console', message => {
    if (['warning', 'error'].includes(message.type())) printed.push(message.text())
  })
  page.on('pageerror', error => printed.push(error.message))
  await page.goto(`${server.resolvedUrls?.local[0] ?? ''}?mistake=${mistake}`)
  return printed
}

/** Each mistake, and what the console says about it: what is wrong, and how to mend it. */
const mistakes = [
  [
    'empty',
    'createPortico: `plugins` is empty, so no wallet can connect. Add a chain: `eip155()`.',
  ],
  ['uncalled', 'createPortico: plugins[0] is a function. Call it: `eip155()`.'],
  ['twice', 'The plugin "chain/eip155" is in the list twice.'],
  [
    'viem-chain',
    'networks[0] of "chain/eip155" is not a Portico network with the namespace "eip155".',
  ],
  ['order-slot', '`order` names the slot "acountActions", which does not exist.'],
  ['order-item', '`order.accountActions` names "sned", which no plugin of this app adds.'],
  ['message', '`messages` names "conect.title", which no plugin of this app has.'],
  ['option-type', "the option \"prefetch\" takes 'idle' or 'intent' or 'none', not \"never\"."],
  ['option-name', 'createPortico: there is no option "projectId".'],
  ['contradiction', '"swap" changes nothing while features.swaps is false. Remove one of the two.'],
  ['hook-namespace', 'useAccount(): no plugin serves the namespace "ethereum". Use "eip155".'],
  ['open-namespace', 'open(): no plugin serves the namespace "ethereum". Use "eip155".'],
  ['disposed', 'open() was called after dispose(). Create a new Portico.'],
  ['two-providers', 'A PorticoProvider stands inside another one with another Portico'],
  ['no-portico', '<PorticoProvider> has no `portico`. Pass what createPortico returned'],
  ['no-provider', 'A Portico hook or button stands outside <PorticoProvider>.'],
  ['bridge-unconnected', 'No eip155 wallet is connected. Call portico.open() or connect first.'],
  ['bridge-unlisted', 'This app does not list the network eip155:137. Add it to the networks'],
] as const

for (const [mistake, sentence] of mistakes)
  test(`in development the console names the set-up mistake "${mistake}" and how to mend it`, async ({
    page,
  }) => {
    const printed = await printedBy(page, mistake)
    await expect.poll(() => printed.join('\n'), { timeout: 30_000 }).toContain(sentence)
    const said = printed.filter(text => text.includes(sentence)).join()
    expect(
      documented.some(row => row.test(said)),
      `the guide explains "${said}"`,
    ).toBe(true)
  })

test('in development the console says once that createPortico was called inside a component', async ({
  page,
}) => {
  const printed = await printedBy(page, 'careless')
  const again = page.getByRole('button', { name: 'Again' })
  await again.click()
  await again.click()
  const warnings = () => printed.filter(text => text.includes('got another Portico'))
  await expect.poll(warnings).toHaveLength(1)
  expect(warnings()[0]).toContain('Call createPortico once, outside of components.')
})

for (const [mistake, sentence] of mistakes.slice(0, 6))
  test(`in development the modal names the set-up mistake "${mistake}"`, async ({ page }) => {
    await printedBy(page, mistake)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await expect(page.getByRole('dialog').getByText(sentence)).toBeVisible({ timeout: 30_000 })
  })

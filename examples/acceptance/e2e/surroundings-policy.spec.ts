import type { BrowserContext, Page } from '@playwright/test'
import { serveHost, tour } from './surroundings.js'
import { base8453, ethereum, expect, fox, nodeOf, owl, prepare, test } from './visit.js'

const rpc = [...ethereum.rpcUrls, ...base8453.rpcUrls].join(' ')
const policyA = `default-src 'self'; img-src 'self' data:; connect-src 'self' ${rpc}; require-trusted-types-for 'script'; trusted-types 'none'`
const policyB = "default-src 'self'; require-trusted-types-for 'script'"

/** Everything that a policy stopped in the pages of this context, from their first script on. */
async function collectViolations(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const broken: string[] = []
    Object.assign(window, { broken })
    document.addEventListener('securitypolicyviolation', event =>
      broken.push(`${event.effectiveDirective} ${event.blockedURI.slice(0, 60)} ${event.sourceFile}`),
    )
  })
}
const violations = (page: Page) => page.evaluate(() => (window as unknown as { broken: string[] }).broken)

for (const [name, policy, path] of [
  ['policy A', policyA, '/'],
  ['policy A, in a page without React,', policyA, '/plain.html'],
  ['trusted types alone', "require-trusted-types-for 'script'", '/'],
] as const)
  test(`[D40b] [R42] under ${name} the whole tour passes with no violation`, async ({ page, context }) => {
    const strict = await serveHost({ 'content-security-policy': policy })
    try {
      await collectViolations(context)
      await prepare(context, { wallets: [fox(), owl()] })
      await page.goto(`${strict.url}${path}`)
      await page.waitForFunction(() => 'host' in window)
      await tour(page)
      expect(await violations(page)).toEqual([])
    } finally {
      await strict.close()
    }
  })

test('[D40b] under policy B the whole tour passes with tiles: one image is refused and noticed, and nothing else is tried', async ({ page, context, said }) => {
  const strict = await serveHost({ 'content-security-policy': policyB })
  try {
    await collectViolations(context)
    // Endpoints behind the page's own origin: the bare policy allows no others.
    await context.route('**/rpc/*', async route => {
      const answer = await fetch(nodeOf(Number(new URL(route.request().url()).pathname.split('/').at(-1))), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: route.request().postData() ?? '',
      })
      await route.fulfill({ status: answer.status, contentType: 'application/json', body: await answer.text() })
    })
    const networks = [ethereum, base8453].map(network => ({ ...network, rpcUrls: [`${strict.url}/rpc/${network.chainId}`] }))
    await prepare(context, { wallets: [fox(), owl()], host: { networks } })
    await page.goto(strict.url)
    await page.waitForFunction(() => 'host' in window)
    await tour(page)
    // What no script asked for is the page's own icon.
    const broken = (await violations(page)).filter(line => !line.endsWith(' '))
    expect(broken).toEqual([expect.stringMatching(/^img-src data/)])
    await expect(page.locator('portico-root img')).toHaveCount(0)
    said.splice(0, said.length, ...said.filter(line => !/img-src/.test(line)))
  } finally {
    await strict.close()
  }
})

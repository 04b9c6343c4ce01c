import type { BrowserContext, Page } from '@playwright/test'
import { everyChain, glow, people, talisman, xverse } from './every-chain.js'
import { marketChains, marketWallet, startMarket } from './market.js'
import { host, offered, signs, test } from './remote-wallet.js'
import { serveHost, tour } from './surroundings.js'
import {
  addressesOf,
  base8453,
  close,
  connectButton,
  ethereum,
  expect,
  fact,
  fox,
  inModal,
  nodeOf,
  openConnect,
  owl,
  prepare,
  relayUrl,
  title,
} from './visit.js'

const rpc = [...ethereum.rpcUrls, ...base8453.rpcUrls]
/** With the addresses that the page may ask. */
const policyWith = (addresses: readonly string[]) =>
  `default-src 'self'; img-src 'self' data:; connect-src 'self' ${addresses.join(' ')}; require-trusted-types-for 'script'; trusted-types 'none'`
const policyA = policyWith(rpc)
const policyB = "default-src 'self'; require-trusted-types-for 'script'"

/** Everything that a policy stopped in the pages of this context, from their first script on. */
async function collectViolations(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const broken: string[] = []
    Object.assign(window, { broken })
    document.addEventListener('securitypolicyviolation', event =>
      broken.push(
        `${event.effectiveDirective} ${event.blockedURI.slice(0, 60)} ${event.sourceFile}`,
      ),
    )
  })
}
const violations = (page: Page) =>
  page.evaluate(() => (window as unknown as { broken: string[] }).broken)

for (const [name, policy, path] of [
  ['policy A', policyA, '/'],
  ['policy A, in a page without React,', policyA, '/plain.html'],
  ['trusted types alone', "require-trusted-types-for 'script'", '/'],
] as const)
  test(`[D40b] [R42] under ${name} the whole tour passes with no violation`, async ({
    page,
    context,
  }) => {
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

test('[D40b] a wallet on another device pairs, signs and is restored under policy A with the relay', async ({
  page,
  context,
  pocket,
}) => {
  const strict = await serveHost({ 'content-security-policy': policyWith([...rpc, relayUrl]) })
  try {
    await collectViolations(context)
    await prepare(context, host())
    await page.goto(strict.url)
    await page.waitForFunction(() => 'host' in window)
    await pocket.pair(await offered(page))
    await expect(fact(page, 'status connected')).toBeVisible({ timeout: 15_000 })
    expect(await signs(page)).toEqual([true, false])
    expect(await violations(page)).toEqual([])
    await page.reload()
    await expect(fact(page, 'status connected')).toBeVisible({ timeout: 15_000 })
    expect(await signs(page)).toEqual([true, false])
    expect(await violations(page)).toEqual([])
  } finally {
    await strict.close()
  }
})

test('[D40b] sign-in, swap and signatures of four chains violate nothing under policy A with their endpoints', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const market = await startMarket()
  const ledgers = ['solana', 'polkadot', 'bip122'].map(
    namespace => addressesOf(namespace).http ?? '',
  )
  const strict = await serveHost({
    'content-security-policy': policyWith([
      market.chain(1).url,
      market.chain(8453).url,
      ...ledgers,
    ]),
  })
  try {
    await collectViolations(context)
    const chains = {
      ...everyChain,
      ...marketChains(market),
      siwx: { statement: 'Read your notes.' },
    }
    await prepare(context, {
      wallets: [marketWallet(market, 0), glow(), talisman(), xverse()],
      host: { chains },
    })
    await page.goto(strict.url)
    await page.waitForFunction(() => 'host' in window)
    const [first, ...others] = people
    const signIn = async ({ wallet, address }: (typeof people)[number]) => {
      await inModal(page, wallet).click()
      await expect(title(page, 'Sign in')).toBeVisible()
      await inModal(page, /^Sign$/).click()
      await expect(fact(page, `address ${address}`)).toBeVisible()
      await expect(title(page, 'Sign in')).toBeHidden()
    }
    const openAccount = async () => {
      await connectButton(page).click()
      await expect(inModal(page, 'Copy address')).toBeVisible()
    }
    await openConnect(page)
    await signIn(first)

    await openAccount()
    await inModal(page, /^Swap$/).click()
    await inModal(page, 'Select token').click()
    await inModal(page, /^Portico Dollar/)
      .first()
      .click()
    await inModal(page, 'Review').click()
    await inModal(page, /^Swap 1 ETH/).click()
    await expect(
      page
        .locator('portico-root')
        .getByText(/^Swapped 1 ETH to /)
        .first(),
    ).toBeVisible({ timeout: 15_000 })
    await expect(inModal(page, 'Copy address')).toBeVisible()
    await close(page)

    for (const person of others) {
      await openAccount()
      await inModal(page, 'Switch wallet or account').click()
      await inModal(page, 'Connect another wallet').click()
      await signIn(person)
    }
    for (const { namespace } of people)
      expect(await signs(page, namespace), namespace).toEqual([true, false])
    expect(await violations(page)).toEqual([])
  } finally {
    await Promise.all([strict.close(), market.stop()])
  }
})

test('[D40b] the whole tour passes with tiles under policy B, and one image is refused and reported', async ({
  page,
  context,
  said,
}) => {
  const strict = await serveHost({ 'content-security-policy': policyB })
  try {
    await collectViolations(context)
    // Endpoints behind the page's own origin: the bare policy allows no others.
    await context.route('**/rpc/*', async route => {
      const answer = await fetch(
        nodeOf(Number(new URL(route.request().url()).pathname.split('/').at(-1))),
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: route.request().postData() ?? '',
        },
      )
      await route.fulfill({
        status: answer.status,
        contentType: 'application/json',
        body: await answer.text(),
      })
    })
    const networks = [ethereum, base8453].map(network => ({
      ...network,
      rpcUrls: [`${strict.url}/rpc/${network.chainId}`],
    }))
    await prepare(context, { wallets: [fox(), owl()], host: { networks } })
    await page.goto(strict.url)
    await page.waitForFunction(() => 'host' in window)
    await tour(page)
    // The page's own icon is the only request that no script made.
    const broken = (await violations(page)).filter(line => !line.endsWith(' '))
    expect(broken).toEqual([expect.stringMatching(/^img-src data/)])
    await expect(page.locator('portico-root img')).toHaveCount(0)
    said.splice(0, said.length, ...said.filter(line => !/img-src/.test(line)))
  } finally {
    await strict.close()
  }
})

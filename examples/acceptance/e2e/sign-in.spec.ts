/**
 * Signing in with each chain, against the reference server; what needs a clock or a lifetime of its
 * own, against a server that mounts the handler of the package.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { startBackend } from '@portico/backend'
import type { WalletOptions } from '@portico/mock-wallets'
import { runLog } from '../fixtures/run-log.js'
import {
  type SignInSite,
  type SignInSiteOptions,
  startSignInSite,
} from '../fixtures/sign-in-server.js'
import { everyChain, everyWallet, people } from './every-chain.js'
import {
  approve,
  test as base,
  callsOf,
  dialog,
  expect,
  hostUrl,
  inModal,
  nodeOf,
  openConnect,
  prepare,
  setPolicy,
  title,
  waitForRequest,
} from './visit.js'

interface Worker {
  /** Where the reference server answers, and all that it writes into its log. */
  readonly reference: { readonly url: string; readonly log: readonly string[] }
}
const test = base.extend<
  { readonly site: (options?: Omit<SignInSiteOptions, 'pages'>) => Promise<SignInSite> },
  Worker
>({
  reference: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here.
    async ({}, use) => {
      const log: string[] = []
      const write = runLog('reference-server')
      const { url, stop } = await startBackend(
        {
          port: 0,
          database: ':memory:',
          chains: [
            {
              id: 'eip155:1',
              rpc: [nodeOf(1)],
              index: false,
              native: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            },
          ],
          signIn: { domains: ['localhost:*'] },
          logLevel: 'debug',
        },
        {
          log(line) {
            log.push(line)
            write(line)
          },
        },
      )
      await use({ url, log })
      await stop()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here.
  site: async ({}, use) => {
    const sites: SignInSite[] = []
    await use(async options => {
      const site = await startSignInSite({ pages: hostUrl, ...options })
      sites.push(site)
      return site
    })
    await Promise.all(sites.map(site => site.close()))
  },
})

type Person = (typeof people)[number]
type Siwx = NonNullable<NonNullable<Parameters<typeof prepare>[1]>['host']>['chains']
const [ada, ...others] = people

/** The page of a site, with the wallet of one person in it. */
async function visit(
  context: BrowserContext,
  page: Page,
  site: Pick<SignInSite, 'url'>,
  person: Person,
  siwx: NonNullable<Siwx>['siwx'] = {},
): Promise<void> {
  const wallets = everyWallet().filter((wallet: WalletOptions) => wallet.name === person.wallet)
  const chains = {
    [person.namespace]: everyChain[person.namespace],
    siwx: { server: '/auth', statement: 'Read your notes.', ...siwx },
  }
  await prepare(context, {
    wallets: wallets.map(wallet => ({ ...wallet, remember: 'every-tab' as const })),
    host: { chains },
  })
  await enter(page, site)
}
async function enter(page: Page, site: Pick<SignInSite, 'url'>): Promise<void> {
  await page.goto(site.url)
  await page.waitForFunction(() => 'host' in window)
}
async function connect(page: Page, { wallet }: Person): Promise<void> {
  await openConnect(page)
  await inModal(page, wallet).click()
  await expect(title(page, 'Sign in')).toBeVisible()
  await expect(message(page)).toBeVisible()
}
const message = (page: Page) =>
  page.locator('portico-root').getByRole('region', { name: 'The message, as it will be signed' })
const sessions = (page: Page) =>
  page.evaluate(
    () =>
      (window.host.slice('siwx') as { sessions?: readonly { address: string; network: string }[] })
        .sessions ?? [],
  )
const status = (page: Page) => page.evaluate(() => window.host.account.status)
const openAccount = (page: Page) =>
  page
    .locator('main')
    .getByRole('button', { name: /^Account/ })
    .click()
const errors = (page: Page) => page.evaluate(() => window.host.errors)

/** The number of signature requests to each wallet, on any chain. */
const signatures = (page: Page, { wallet }: Person) =>
  page.evaluate(
    name => window.mockWallets[name]?.calls.filter(({ method }) => /sign/i.test(method)).length,
    wallet,
  )
const switchAccount = (page: Page, { wallet }: Person, index: number) =>
  page.evaluate(([name, index]) => window.mockWallets[name]?.switchAccount(index), [
    wallet,
    index,
  ] as const)
const sign = async (page: Page) => {
  await inModal(page, 'Sign').click()
  await expect(dialog(page)).toBeHidden()
}

for (const person of people)
  test(`[S4.32] [S4.34] [S4.35] [S4.36] [S4.37] [S4.39] [S8.10] [D29a] [R15] [S33] sign-in with ${person.chain} works from cancel and decline to reload, second tab and expiry`, async ({
    context,
    page,
    site,
    reference,
  }) => {
    const here = await site({ server: reference.url })
    await visit(context, page, here, person)

    await test.step('reads the message, and cancels: the wallet is disconnected', async () => {
      await connect(page, person)
      const words = (await message(page).innerText()).split('\n')
      expect(words.slice(0, 4)).toEqual([
        `${new URL(here.url).host} wants you to sign in with your ${person.chain} account:`,
        person.address,
        '',
        'Read your notes.',
      ])
      await inModal(page, 'Cancel and disconnect').click()
      await expect(title(page, 'Connect wallet')).toBeVisible()
      expect([await status(page), await sessions(page)]).toEqual(['disconnected', []])
    })

    await test.step('declines in the wallet: the message stands there again', async () => {
      await inModal(page, person.wallet).click()
      await expect(message(page)).toBeVisible()
      await setPolicy(page, person.wallet, 'reject')
      await inModal(page, 'Sign').click()
      await expect(page.getByText('Signature declined')).toBeVisible()
      await expect(message(page)).toBeVisible()
      await setPolicy(page, person.wallet, 'approve')
    })

    await test.step('signs in, and leaves no signature behind in the browser or in the log of the server', async () => {
      const sent = page.waitForRequest('**/auth/verify')
      await sign(page)
      const { message: text, signature } = (await sent).postDataJSON() as {
        readonly message: string
        readonly signature: string
      }
      const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
      expect(kept).toContain(person.address)
      for (const secret of [signature.slice(4), /Nonce: (\w+)/.exec(text)?.[1] ?? '']) {
        expect(secret.length).toBeGreaterThanOrEqual(16)
        expect(kept).not.toContain(secret)
      }
      expect(await sessions(page)).toMatchObject([{ address: person.address }])
      expect(here.answered.filter(answer => answer.includes('verify'))).toEqual(['POST verify 200'])
      // Only the server can read the cookie.
      expect(await page.evaluate(() => document.cookie)).toBe('')
      const cookies = await context.cookies()
      expect(
        cookies
          .map(({ name, httpOnly, sameSite, secure }) => [name, httpOnly, sameSite, secure])
          .sort(),
      ).toEqual([
        ['__Host-portico-session', true, 'Lax', true],
        [expect.stringMatching(/^__Host-portico-session-browser-[\da-f]{8}$/), true, 'Lax', true],
      ])
      const log = reference.log.join('')
      expect(log).toContain('/auth/verify')
      for (const secret of [
        signature.slice(4),
        /Nonce: (\w+)/.exec(text)?.[1] ?? text,
        ...cookies.map(({ value }) => value),
        person.address,
      ])
        expect(log).not.toContain(secret)
    })

    await test.step('works with another account: it signs in for itself, and the first one’s session stays its own', async () => {
      await switchAccount(page, person, 1)
      await expect(message(page)).toBeVisible()
      await expect(message(page)).not.toContainText(person.address)
      await sign(page)
      expect(await sessions(page)).toHaveLength(2)
      await switchAccount(page, person, 0)
      await expect.poll(() => page.evaluate(() => window.host.account.address)).toBe(person.address)
      await expect(dialog(page)).toBeHidden()
    })

    await test.step('a return visit is signed in, and requests no signature', async () => {
      const before = here.answered.length
      await enter(page, here)
      await expect.poll(() => status(page)).toBe('connected')
      await expect
        .poll(() => sessions(page))
        .toContainEqual(expect.objectContaining({ address: person.address }))
      // The server has answered for this visit: a request to sign would be there by now.
      await expect.poll(() => here.answered.slice(before)).toContain('GET session 200')
      await expect
        .poll(() =>
          page.evaluate(
            () =>
              (window.host.slice('siwx') as { readonly phase?: { readonly name: string } }).phase
                ?.name,
          ),
        )
        .toBe('idle')
      await expect(dialog(page)).toBeHidden()
      expect(await signatures(page, person)).toBe(0)
    })

    await test.step('is followed by another tab, in and out', async () => {
      const second = await context.newPage()
      await enter(second, here)
      await expect.poll(() => sessions(second)).toHaveLength(2)
      const followed = page.evaluate(async () => {
        while (
          (window.host.slice('siwx') as { readonly sessions: readonly unknown[] }).sessions.length
        )
          await new Promise(resolve => setTimeout(resolve, 5))
        return Date.now()
      })
      const left = await second.evaluate(() => {
        const now = Date.now()
        void window.host.call('siwx', 'signOut')
        return now
      })
      expect((await followed) - left).toBeLessThan(1_000)
      await expect
        .poll(() => page.evaluate(() => fetch('/auth/session').then(answer => answer.json())))
        .toMatchObject({ sessions: [] })
      expect(await errors(second)).toEqual([])
      await second.close()
    })

    await test.step('signs in again for a moment: when the session is over the modal opens at the message', async () => {
      here.takeOver(2_000)
      await openAccount(page)
      await expect(message(page)).toBeVisible()
      await sign(page)
      expect(here.answered.at(-1)).toBe('POST verify 200')
      await expect.poll(() => sessions(page)).toEqual([])
      await expect(dialog(page)).toBeHidden()
      await openAccount(page)
      await expect(message(page)).toBeVisible()
    })
    expect([await errors(page), here.refused]).toEqual([[], []])
  })

test('[D29c] a Solana wallet with its own sign-in feature connects and signs in with one request', async ({
  context,
  page,
  site,
}) => {
  const [glow] = others
  const here = await site()
  await visit(context, page, here, glow as Person)
  await connect(page, glow as Person)
  await inModal(page, 'Sign').click()
  await expect(dialog(page)).toBeHidden()
  expect([
    await callsOf(page, 'Glow', 'solana:signIn'),
    await callsOf(page, 'Glow', 'solana:signMessage'),
  ]).toEqual([1, 0])
})

test('[S4.40] [S16] ten Escapes do not close a required sign-in, and a look-alike host name is shown in full', async ({
  context,
  page,
  site,
}) => {
  const { url } = await site()
  // àpple, as it stands in an address.
  const host = `xn--pple-zna.localhost:${new URL(url).port}`
  await visit(context, page, { url: `http://${host}` }, ada)
  await connect(page, ada)
  await expect(page.getByText(`Its exact name is ${host}.`)).toBeVisible()
  await expect(message(page)).toContainText(`${host} wants you to sign in`)
  for (let press = 0; press < 10; press++) await page.keyboard.press('Escape')
  await expect(
    page.getByRole('status').getByText('Finish or cancel this step first.'),
  ).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(message(page)).toBeVisible()
})

test('[S4.38] Cancel closes an optional sign-in, and the wallet stays connected', async ({
  context,
  page,
  site,
}) => {
  await visit(context, page, await site(), ada, { required: false })
  await connect(page, ada)
  await inModal(page, 'Cancel').click()
  await expect(dialog(page)).toBeHidden()
  expect([await status(page), await sessions(page)]).toEqual(['connected', []])
})

test('[R18] a page whose clock is a day off signs in with the server’s time, and shows a sentence', async ({
  context,
  page,
  site,
}) => {
  const here = await site({ ahead: 24 * 3_600_000 })
  await visit(context, page, here, ada)
  await connect(page, ada)
  await expect(page.getByText(/This device’s clock is wrong by 1 day\./)).toBeVisible()
  await inModal(page, 'Sign').click()
  await expect(dialog(page)).toBeHidden()
  expect([await sessions(page), here.refused]).toEqual([
    [expect.objectContaining({ address: ada.address })],
    [],
  ])
})

test('[R23] [S14] twenty clicks on Sign send one request, and a signature is accepted once', async ({
  context,
  page,
  site,
  said,
}) => {
  const here = await site()
  await visit(context, page, here, ada)
  await connect(page, ada)
  await setPolicy(page, 'Fox', 'ask')
  const sent = page.waitForRequest('**/auth/verify')
  // For 400 ms after it appeared a click is held.
  await expect(inModal(page, 'Sign')).toBeEnabled()
  await inModal(page, 'Sign').evaluate(button => {
    for (let click = 0; click < 20; click++) (button as HTMLElement).click()
  })
  await waitForRequest(page, 'Fox', 'personal_sign')
  await approve(page, 'Fox')
  const body = (await sent).postData() ?? ''
  await expect(dialog(page)).toBeHidden()
  expect(await callsOf(page, 'Fox', 'personal_sign')).toBe(1)
  const again = (text: string) =>
    page.evaluate(async text => {
      const answer = await fetch('/auth/verify', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: text,
      })
      return [answer.status, await answer.json()]
    }, text)
  expect(await again(body)).toEqual([401, { error: 'NONCE_USED' }])
  expect(await again('{"message":7}')).toEqual([400, { error: 'BODY_MALFORMED' }])
  // The browser says so itself; nothing else does.
  expect(said.splice(0)).toEqual(
    Array(2).fill(expect.stringMatching(/Failed to load resource: .* status of 40[01]/)),
  )
})

/**
 * A visitor in one of the engines: a browser for each worker, and for each visit an origin of its
 * own with mock wallets in the page.
 */
import { writeFileSync } from 'node:fs'
import { test as base, expect } from '@playwright/test'
import type { WalletOptions } from '@portico/mock-wallets'
import { mockWalletsScript } from '@portico/mock-wallets/page'
import type { Pocket } from '@portico/pocket'
import { pocketAt } from '../e2e/remote-wallet.js'
import { base8453, ethereum, fox, relayUrl } from '../e2e/visit.js'
import type { HostOptions } from '../fixtures/host/options.js'
import { serve } from '../scripts/serve.mjs'
import type { Engine, EngineName, Preferences } from './driver.js'
import { Page, type Target } from './page.js'

export { expect } from '@playwright/test'
export type { Page } from './page.js'

export interface Visit {
  readonly wallets?: readonly WalletOptions[]
  readonly host?: HostOptions
  /** A page of the host: its framework's by default. */
  readonly path?: '/' | '/plain.html' | '/phone.html'
  /** Statements that run before the page's own scripts. */
  readonly before?: string
  /** Visits with a new browser, which starts with these preferences. */
  readonly preferences?: Preferences
  /** Starts the site to open: another server in front of the origin that serves the pages. */
  readonly site?: (pages: string) => Promise<{ readonly url: string; close(): Promise<void> }>
}

/** Starts an engine. */
async function startEngine(name: EngineName, preferences: Preferences = {}): Promise<Engine> {
  switch (name) {
    case 'Chromium':
      return (await import('./chromium.js')).startChromium(preferences)
    case 'Firefox':
      return (await import('./firefox.js')).startFirefox(preferences)
    case 'WebKit':
      return (await import('./webkit.js')).startWebKit(preferences)
  }
}

/** Collects what the page says, because WebKit's driver reports nothing of it. */
export function collectSaid(): void {
  const said: string[] = []
  Object.assign(window, { said })
  for (const level of ['error', 'warn', 'info', 'log', 'debug'] as const) {
    const write = console[level]
    console[level] = (...words: unknown[]) => {
      said.push(words.map(String).join(' '))
      write.apply(console, words)
    }
  }
  addEventListener('error', ({ message }) => said.push(message))
  addEventListener('unhandledrejection', ({ reason }) => said.push(String(reason)))
  addEventListener('securitypolicyviolation', ({ effectiveDirective, sample }) =>
    said.push(`${effectiveDirective} ${sample}`),
  )
}

async function headOf({ wallets = [fox()], host = {}, before = '' }: Visit): Promise<string> {
  const options = JSON.stringify({ networks: [ethereum, base8453], ...host }).replaceAll(
    '<',
    '\\u003c',
  )
  return `<script>${before};(${collectSaid})();window.hostOptions=${options};</script><script>${await mockWalletsScript(wallets)}</script>`
}

export interface EngineOptions {
  readonly engineName: EngineName
  /** What the browser of every test in a file starts with. */
  readonly preferences: Preferences
}
interface Fixtures {
  /** Opens the host's page on a new origin, in a new tab. */
  readonly visit: (visit?: Visit) => Promise<Page>
  /** Opens another tab on the same origin. */
  readonly another: (page: Page) => Promise<Page>
  /** A wallet on another device. */
  readonly pocket: Pocket
}

const isReady = () => 'host' in window || 'host' in (frames[0] ?? {})

export const test = base.extend<Fixtures, EngineOptions & { readonly engine: Engine }>({
  engineName: ['Chromium', { option: true, scope: 'worker' }],
  preferences: [{}, { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName, preferences }, use) => {
      const engine = await startEngine(engineName, preferences)
      await use(engine)
      await engine.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  visit: async ({ engine, engineName }, use) => {
    const ends: (() => Promise<unknown>)[] = []
    const pages: Page[] = []
    await use(async (visit = {}) => {
      const server = await serve(process.env.PORTICO_HOST_PAGES ?? '', {
        head: await headOf(visit),
      })
      ends.push(() => server.close())
      const site = await visit.site?.(server.url)
      if (site) ends.push(() => site.close())
      const browser = visit.preferences ? await startEngine(engineName, visit.preferences) : engine
      if (browser !== engine) ends.push(() => browser.close())
      const page = new Page(await browser.newTab())
      pages.push(page)
      await page.tab.open(`${site?.url ?? server.url}${visit.path ?? '/'}`)
      await page.until('the page of the host runs', isReady)
      return page
    })
    const said = (await Promise.all(pages.map(page => page.said()))).flat()
    const isFailed = test.info().status !== test.info().expectedStatus
    if (isFailed)
      for (const [at, page] of pages.entries())
        writeFileSync(test.info().outputPath(`page-${at + 1}.png`), await page.tab.screenshot())
    if (isFailed && said.length) process.stderr.write(`The page said: ${said.join('\n')}\n`)
    for (const page of pages) await page.tab.close()
    for (const end of ends) await end()
    // A test that has failed has its own error.
    if (!isFailed) expect(said, 'nothing in the console').toEqual([])
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here.
  pocket: async ({}, use) => {
    const pocket = await pocketAt(relayUrl)
    await use(pocket)
    await pocket.stop()
  },
  another: async ({ engine }, use) => {
    const pages: Page[] = []
    await use(async first => {
      const page = new Page(await engine.newTab())
      pages.push(page)
      await page.tab.open(await first.tab.run(() => location.href))
      await page.until('the page of the host runs', isReady)
      return page
    })
    for (const page of pages) {
      const said = await page.said()
      await page.tab.close()
      expect(said, 'nothing in the console').toEqual([])
    }
  },
})

// What people see
// ------------------------------------------------------------------------------------------------------

export const inModal = (name: string | RegExp): Target => ({ role: 'button', name, inModal: true })
export const connectButton: Target = {
  css: 'main button',
  name: /Connect wallet|Connecting|^Account/,
}
export const dialog: Target = { role: 'dialog', inModal: true }
export const title = (name: string): Target => ({
  role: 'heading',
  name: new RegExp(`^${name}$`),
  inModal: true,
})
export const fact = (text: string | RegExp): Target => ({ css: 'ul[aria-label=Facts]>li', text })
export const words = (text: string | RegExp): Target => ({ text, inModal: true })

/** From the button in the page to the rows of the wallets. */
export async function openConnect(page: Page): Promise<void> {
  await page.click(connectButton)
  await page.see(title('Connect wallet'))
}
/** Connects a wallet whose owner approves; the modal then shows Account. */
export async function connect(page: Page, name = 'Fox'): Promise<void> {
  await openConnect(page)
  await page.click(inModal(name))
  await page.see(inModal('Copy address'))
}
export async function close(page: Page): Promise<void> {
  await page.tab.press('Escape')
  await page.gone(dialog)
}

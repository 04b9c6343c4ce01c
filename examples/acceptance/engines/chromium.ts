import { type BrowserContext, chromium } from '@playwright/test'
import { browser, browserArgs } from '../scripts/browser.mjs'
import { type Engine, type Preferences, type Tab, viewport } from './driver.js'
import { environmentWithoutFonts } from './no-fonts.js'

/**
 * The argument by which Playwright disables features of Chromium. `launch` does not show it, and
 * Chromium obeys only the last one, so it is replaced as a whole.
 */
async function disabledFeatures(executablePath: string): Promise<string> {
  const server = await chromium.launchServer({ executablePath, args: browserArgs })
  const found = server.process().spawnargs.find(one => one.startsWith('--disable-features='))
  await server.close()
  return found ?? '--disable-features='
}

/**
 * Chromium by Playwright: the one that people have, because the one without windows keeps storage
 * and opens pop-ups otherwise.
 */
export async function startChromium({
  isDark = false,
  reducesMotion = false,
  lacksFonts = false,
}: Preferences): Promise<Engine> {
  const executablePath = await browser({ headed: true })
  const disabled = await disabledFeatures(executablePath)
  const running = await chromium.launch({
    executablePath,
    // Storage is partitioned by site for people, and is not for Playwright.
    args: [...browserArgs, disabled.replace('ThirdPartyStoragePartitioning,', '')],
    // Scrollbars that take room, as on Windows.
    ignoreDefaultArgs: ['--hide-scrollbars', disabled],
    ...(lacksFonts && { env: environmentWithoutFonts() }),
  })
  const context = await running.newContext({
    viewport,
    colorScheme: isDark ? 'dark' : 'light',
    reducedMotion: reducesMotion ? 'reduce' : 'no-preference',
  })
  return {
    name: 'Chromium',
    version: running.version(),
    newTab: () => newTab(context),
    close: () => running.close(),
  }
}

async function newTab(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage()
  const logged: string[] = []
  page.on('console', message => logged.push(message.text()))
  page.on('pageerror', error => logged.push(String(error)))
  const { mouse, keyboard } = page
  return {
    logged,
    open: async url => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    run: (task, ...args) => page.evaluate(`(${task})(...${JSON.stringify(args)})`),
    clickAt: ({ x, y }) => mouse.click(x, y),
    async drag(from, to) {
      await mouse.move(from.x, from.y)
      await mouse.down()
      await mouse.move(to.x, to.y, { steps: 5 })
      await mouse.up()
    },
    press: key => keyboard.press(key),
    type: text => keyboard.type(text),
    screenshot: () => page.screenshot(),
    show: () => page.bringToFront(),
    close: () => page.close(),
  }
}

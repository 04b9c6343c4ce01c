import puppeteer, { type Browser, type KeyInput } from 'puppeteer-core'
import { firefox } from '../scripts/engine-programs.mjs'
import { type Engine, keysOf, type Preferences, type Tab, viewport } from './driver.js'
import { environmentWithoutFonts } from './no-fonts.js'

/** Firefox by WebDriver BiDi, without a window. */
export async function startFirefox({
  isDark,
  reducesMotion,
  blocksStorage,
  isPrivate,
  lacksFonts,
}: Preferences): Promise<Engine> {
  const running = await puppeteer.launch({
    browser: 'firefox',
    executablePath: await firefox(),
    headless: true,
    ...(lacksFonts && { env: environmentWithoutFonts() }),
    defaultViewport: viewport,
    extraPrefsFirefox: {
      // A desktop with a mouse. Without a window Firefox finds no pointing device.
      'ui.primaryPointerCapabilities': 6,
      'ui.allPointerCapabilities': 6,
      'ui.systemUsesDarkTheme': isDark ? 1 : 0,
      'ui.prefersReducedMotion': reducesMotion ? 1 : 0,
      // Scrollbars that take room, as on Windows.
      'widget.gtk.overlay-scrollbars.enabled': false,
      ...(blocksStorage && { 'network.cookie.cookieBehavior': 2 }),
      ...(isPrivate && { 'browser.privatebrowsing.autostart': true }),
    },
  })
  return {
    name: 'Firefox',
    version: await running.version(),
    newTab: () => newTab(running),
    close: () => running.close(),
  }
}

async function newTab(running: Browser): Promise<Tab> {
  const page = await running.newPage()
  const logged: string[] = []
  page.on('console', message => logged.push(message.text()))
  page.on('pageerror', error => logged.push(String(error)))
  const { mouse, keyboard } = page
  return {
    logged,
    open: async url => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    run: (task, ...args) => page.evaluate(`(${task})(...${JSON.stringify(args)})`) as never,
    clickAt: ({ x, y }) => mouse.click(x, y),
    async drag(from, to) {
      await mouse.move(from.x, from.y)
      await mouse.down()
      await mouse.move(to.x, to.y, { steps: 5 })
      await mouse.up()
    },
    async press(combination) {
      const keys = keysOf(combination) as readonly KeyInput[]
      for (const key of keys) await keyboard.down(key)
      for (const key of keys.toReversed()) await keyboard.up(key)
    },
    type: text => keyboard.type(text),
    screenshot: async () => Buffer.from(await page.screenshot()),
    show: () => page.bringToFront(),
    close: () => page.close(),
  }
}

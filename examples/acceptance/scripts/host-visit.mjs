import { gzipSync } from 'node:zlib'
import { installMockWallets } from '@portico/mock-wallets/page'
import { verifyMessage } from 'viem'
import { holdIdle } from '../bench/in-page.mjs'

/** @import { Browser, BrowserContext, Page } from '@playwright/test' */

/** A public test key, and its account. */
const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const label = '0xf3…b92266'
/** The RPC endpoints of `mainnet`, which a host may contact once a wallet is connected. */
const endpoints = ['ethereum-rpc.publicnode.com', 'eth.drpc.org']

const button = 'button.portico-button'

/**
 * Notes each label and width of the button, at each frame from its first. Runs inside the page,
 * before anything of it.
 */
function watchButton() {
  /** @type {string[]} */
  const seen = []
  const look = () => {
    const found = document.querySelector('button.portico-button')
    if (found) {
      const shown = `${found.textContent} ${Math.round(found.getBoundingClientRect().width)} px`
      if (seen.at(-1) !== shown) seen.push(shown)
    }
    requestAnimationFrame(look)
  }
  look()
  Object.assign(window, { seenButton: seen })
}
/** Notes each violation of the content security policy. Runs as `watchButton` does. */
function watchPolicy() {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`CSP: ${violatedDirective} ${blockedURI}`),
  )
}

/** Answers in the place of a node of mainnet. @param {BrowserContext} context */
const standInForNodes = context =>
  context.route(
    ({ hostname }) => endpoints.includes(hostname),
    async route => {
      const asked = route.request().postDataJSON()
      const answer = (/** @type {{ id: number, method: string }} */ { id, method }) => ({
        jsonrpc: '2.0',
        id,
        result: method === 'eth_chainId' ? '0x1' : '0x0',
      })
      await route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: Array.isArray(asked) ? asked.map(answer) : answer(asked),
      })
    },
  )

/**
 * Notes what a page may not do.
 * @param {Page} page
 * @param {string} url
 * @param {string[]} faults
 */
function watchPage(page, url, faults) {
  /** @type {Promise<number>[]} */
  const weighed = []
  let isConnected = false
  page.on('pageerror', error => faults.push(`error: ${error.message}`))
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`)
  })
  page.on('request', request => {
    const { origin, hostname, protocol } = new URL(request.url())
    const isAllowed = origin === url || (isConnected && endpoints.includes(hostname))
    if (protocol.startsWith('http') && !isAllowed) faults.push(`request to ${request.url()}`)
  })
  page.on('response', response => {
    if (!/^(script|stylesheet)$/.test(response.request().resourceType())) return
    const bytes = response.body().then(body => gzipSync(body, { level: 9 }).length)
    bytes.catch(() => undefined)
    weighed.push(bytes)
  })
  return {
    weigh: async () => (await Promise.all(weighed)).reduce((sum, bytes) => sum + bytes, 0),
    connected: () => {
      isConnected = true
    },
  }
}

/**
 * The label and the width of the button that the server sent. Undefined where the page makes it.
 * @param {Browser} chrome
 * @param {string} url
 * @param {import('@playwright/test').Cookie[]} cookies
 */
async function buttonWithoutScripts(chrome, url, cookies) {
  const context = await chrome.newContext({ javaScriptEnabled: false })
  try {
    await context.addCookies(cookies)
    const page = await context.newPage()
    await page.goto(url)
    const found = page.locator(button)
    if (!(await found.count())) return undefined
    const box = await found.boundingBox()
    return `${await found.textContent()} ${Math.round(box?.width ?? 0)} px`
  } finally {
    await context.close()
  }
}

/**
 * Visits a host as a new visitor who connects and signs, and again as a returning one.
 *
 * @param {Browser} chrome
 * @param {string} url
 * @returns {Promise<{ faults: string[], kilobytes: number, first: string }>} `kilobytes`: gzip of
 * the scripts and styles of the page before the click, the framework included; `first`: what a
 * returning visitor sees of the button first
 */
export async function visitHost(chrome, url) {
  const context = await chrome.newContext()
  /** @type {string[]} */
  const faults = []
  try {
    await context.addInitScript(watchPolicy)
    await standInForNodes(context)
    await installMockWallets(context, [
      {
        name: 'Fox',
        rdns: 'test.fox',
        accounts: [key],
        chains: { 1: 'http://127.0.0.1:9' },
        remember: 'every-tab',
      },
    ])
    const kilobytes = await connectAndSign(context, url, faults)
    const first = await comeBack(context, url, faults)
    const sent = await buttonWithoutScripts(chrome, url, await context.cookies())
    if (sent?.startsWith(label) && sent !== first)
      faults.push(`the server sent "${sent}", and the page shows "${first}"`)
    return { faults, kilobytes, first: sent ?? first }
  } catch (error) {
    faults.push(error instanceof Error ? error.message : `${error}`)
    return { faults, kilobytes: Number.NaN, first: '' }
  } finally {
    await context.close()
  }
}

/**
 * @param {BrowserContext} context
 * @param {string} url
 * @param {string[]} faults
 * @returns {Promise<number>} kilobytes before the click
 */
async function connectAndSign(context, url, faults) {
  const page = await context.newPage()
  const watched = watchPage(page, url, faults)
  await page.addInitScript(holdIdle)
  await page.goto(url, { waitUntil: 'load' })
  await page.locator(button).waitFor()
  await page.waitForTimeout(500)
  const kilobytes = (await watched.weigh()) / 1024
  await page.evaluate(() => window.idle.release())
  watched.connected()
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Fox' }).click()
  await page.locator(button, { hasText: label }).waitFor()
  await page
    .getByRole('dialog')
    .waitFor({ state: 'detached' })
    .catch(() => faults.push('the dialog is open after the connection'))
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const output = page.locator('output', { hasText: /^0x/ })
  await output.waitFor()
  const signature = /** @type {`0x${string}`} */ ((await output.textContent())?.trim())
  if (!(await verifyMessage({ address, message: 'Hello', signature })))
    faults.push(`the signature is not of ${address}`)
  // Until the connection is stored.
  await page.waitForTimeout(500)
  await page.close()
  return kilobytes
}

/**
 * @param {BrowserContext} context
 * @param {string} url
 * @param {string[]} faults
 * @returns {Promise<string>} the first label and width of the button
 */
async function comeBack(context, url, faults) {
  const page = await context.newPage()
  const watched = watchPage(page, url, faults)
  watched.connected()
  await page.addInitScript(watchButton)
  await page.goto(url)
  await page.locator(`${button}[data-state="connected"]:not([aria-busy])`).waitFor()
  await page.locator(button, { hasText: label }).waitFor()
  await page.waitForTimeout(1_000)
  const seen = await page.evaluate(
    () => /** @type {{ seenButton: string[] }} */ (/** @type {unknown} */ (window)).seenButton,
  )
  const cookies = await context.cookies()
  const hasSnapshot = cookies.some(({ name }) => name === 'portico-account')
  if (hasSnapshot && seen.length !== 1)
    faults.push(`the button of a returning visitor changed: ${seen.join(' → ')}`)
  await page.close()
  return hasSnapshot ? (seen[0] ?? '') : seen.join(' → ')
}

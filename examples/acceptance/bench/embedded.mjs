import { createServer } from 'node:http'
import { join } from 'node:path'
import { serve } from '../scripts/serve.mjs'
import { startWalletLogin } from '../scripts/wallet-login.mjs'
import { walletSite } from '../scripts/wallet-site.mjs'
import { root } from '../scripts/workspaces.mjs'
import { buildPage } from '../scripts/world.mjs'

/** @import { Browser } from '@playwright/test' */

const acceptance = join(root, 'examples', 'acceptance')
export const namespaces = /** @type {const} */ (['eip155', 'solana', 'bip122', 'polkadot'])

/**
 * The first signature of a page in each namespace, in milliseconds, by rounds.
 * @param {Browser} chrome
 * @param {number} rounds
 */
export async function signInWorker(chrome, rounds) {
  const server = await serve(await buildPage(join(acceptance, 'bench', 'signing'), 'bench-signing'))
  /** @type {Record<typeof namespaces[number], number[]>} */
  const taken = { eip155: [], solana: [], bip122: [], polkadot: [] }
  try {
    for (let round = 0; round < rounds; round++)
      for (const namespace of namespaces) {
        const page = await chrome.newPage()
        await page.goto(server.url)
        await page.waitForFunction(() => 'signing' in window)
        taken[namespace].push(
          await page.evaluate(
            name =>
              /** @type {{ signing: { sign(name: string): Promise<number> } }} */ (
                /** @type {unknown} */ (window)
              ).signing.sign(name),
            namespace,
          ),
        )
        await page.close()
      }
  } finally {
    await server.close()
  }
  return taken
}

/**
 * From the last digit of the code to the account that is shown, with a new wallet each time, in
 * milliseconds.
 * @param {Browser} chrome
 * @param {number} rounds
 */
export async function logInByCode(chrome, rounds) {
  const login = await startWalletLogin()
  const folder = await buildPage(join(acceptance, 'fixtures', 'embedded'), 'bench-embedded')
  const app = walletSite({ folder, headers: {}, backendUrl: '' })
  const server = createServer((asked, response) =>
    login.handler(asked, response, () => app(asked, response)),
  )
  await new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const taken = []
  try {
    await login.open({ port: String(port), world: { chains: [], ledgers: {} } })
    const frame = `http://wallet.portico.localhost:${port}/frame.html`
    for (let round = 0; round < rounds; round++) {
      const context = await chrome.newContext()
      const page = await context.newPage()
      await page.goto(
        `http://app.portico.localhost:${port}/page.html?frame=${encodeURIComponent(frame)}`,
      )
      await page.locator('portico-button').getByRole('button').click()
      const modal = page.locator('portico-root')
      const email = `bench${round}@mail.test`
      await modal.getByRole('textbox', { name: 'E-mail' }).fill(email)
      await page.keyboard.press('Enter')
      const field = modal.getByRole('textbox', { name: 'Code of six digits' })
      await field.waitFor()
      const code = await login.code(email)
      const from = performance.now()
      await field.fill(code)
      await modal.getByRole('button', { name: 'Copy address' }).waitFor()
      taken.push(performance.now() - from)
      await context.close()
    }
  } finally {
    server.closeAllConnections()
    server.close()
    await login.stop()
  }
  return taken
}

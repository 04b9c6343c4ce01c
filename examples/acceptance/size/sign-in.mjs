import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { serve } from '../scripts/serve.mjs'
import { cache, root } from '../scripts/workspaces.mjs'

/** @import { Browser, BrowserContext } from '@playwright/test' */
/** @import { SiwxOptions } from '@portico/plugin-siwx' */

const kB = 1024

/**
 * With a server comes what talks to it, looks sessions up there, and takes back what was given up
 * on the way there: a budget of ours, so that it does not grow unseen.
 *
 * @type {readonly { id: string, budgetBytes: number, options: SiwxOptions }[]}
 */
const hosts = [
  { id: 'first-use/siwx', budgetBytes: 6.3 * kB, options: { statement: 'Read your notes.' } },
  {
    id: 'first-use/siwx-with-server',
    budgetBytes: 8 * kB,
    options: { statement: 'Read your notes.', server: '/auth' },
  },
]

/** A page without an interface: what is loaded is what signing in takes, and no view. */
const page = `
import { createKernel, memoryStorage } from '@portico/kernel'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { connectionService } from '@portico/kernel/session'
import { account } from '@portico/plugin-account'
import { api } from '@portico/plugin-api'
import { connection } from '@portico/plugin-connection'
import { eip155 } from '@portico/plugin-eip155'
import { shell } from '@portico/plugin-shell'
import { signedInEvent, siwx, siwxService, siwxSlice } from '@portico/plugin-siwx'

const fetched = () => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname).filter(path => path.startsWith('/siwx/'))
window.signIn = async options => {
  const kernel = createKernel({ plugins: [shell(), api(), connection(), account(), eip155(), siwx(options)], storage: memoryStorage() })
  await kernel.start()
  const before = fetched()
  await kernel.use(connectionService).discover()
  await kernel.use(connectionService).connect(kernel.items(connectorsSlot)[0].id)
  const there = new Promise(resolve => kernel.on(signedInEvent, () => resolve(fetched())))
  while (kernel.state(siwxSlice).phase.name !== 'reading') await new Promise(resolve => setTimeout(resolve, 10))
  await kernel.use(siwxService).sign()
  return { before, there: await there }
}
`
/** The first of the accounts that every development network has. */
const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const { exports: kernelExports } = JSON.parse(
  readFileSync(join(root, 'kernel', 'package.json'), 'utf8'),
)
/** The entries of the kernel, which every host has. */
const entries = Object.keys(kernelExports)
  .filter(entry => !/testing|devtools|rpc|json/.test(entry))
  .map(entry => join('@portico/kernel', entry))
/**
 * Bundlers of hosts write one import of the file that has the kernel, however many of its entries a
 * module names.
 * @type {import('rolldown').Plugin}
 */
const oneKernel = {
  name: 'one-kernel',
  resolveId: id => (entries.includes(id) ? { id: '@portico/kernel', external: true } : undefined),
}

/** @param {import('rolldown').InputOptions} input @param {string} dir */
async function bundle(input, dir) {
  const made = await rolldown({
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    ...input,
  })
  await made.write({ dir, format: 'esm', minify: true, chunkFileNames: '[name]-[hash].js' })
  await made.close()
}

/**
 * Builds the plugin as separate files, apart from what every host has, and the page around it.
 * @returns {Promise<string>} their folder
 */
async function buildPage() {
  const dir = join(cache, 'size', 'first-use', 'sign-in')
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  const siwx = join(root, 'plugins', 'features', 'siwx', 'dist')
  const source = join(cache, 'size', 'sign-in-page.js')
  const entry = join(cache, 'size', 'sign-in-entry.js')
  const kernel = join(cache, 'size', 'sign-in-kernel.js')
  writeFileSync(source, page)
  writeFileSync(
    entry,
    `export { signedInEvent, siwx, siwxService, siwxSlice } from '${siwx}/index.js'\n`,
  )
  writeFileSync(kernel, entries.map(entry => `export * from '${entry}'\n`).join(''))
  await bundle(
    { input: { entry }, plugins: [oneKernel], external: /^@portico\/(?!kernel)|^react/ },
    join(dir, 'siwx'),
  )
  await bundle({ input: { page: source, kernel }, external: /^@portico\/plugin-siwx/ }, dir)
  const imports = { '@portico/kernel': '/kernel.js', '@portico/plugin-siwx': '/siwx/entry.js' }
  const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`
  writeFileSync(
    join(dir, 'index.html'),
    `<!doctype html><title>host</title><link rel="icon" href="data:,">${map}<script type="module" src="/page.js"></script>`,
  )
  return dir
}

/**
 * Signs in, with a wallet in the page, and adds up what of the plugin is fetched between their
 * connecting and their being signed in: gzip -9 of all of it, the sentences of its errors and the
 * words of the message included.
 *
 * @param {Browser} chrome
 * @returns {Promise<{ id: string, gzipBytes: number, budgetBytes: number }[]>}
 */
export async function signIns(chrome) {
  const { installMockWallets } = await import('@portico/mock-wallets/page')
  const { createNonces, createSessions, createSignInHandler } = await import(
    '@portico/plugin-siwx/server'
  )
  const dir = await buildPage()
  const server = await serve(dir)
  const context = await chrome.newContext()
  try {
    await installMockWallets(context, [
      { name: 'Fox', rdns: 'test.fox', accounts: [key], chains: { 1: server.url } },
    ])
    const handle = createSignInHandler({
      domain: new URL(server.url).host,
      nonces: createNonces(),
      sessions: createSessions(),
    })
    /** Cookies of the page, which a routed request does not carry. @type {Map<string, string>} */
    const jar = new Map()
    await context.route('**/auth/*', async route => {
      const request = route.request()
      const body = request.postData()
      const cookie = [...jar].map(pair => pair.join('=')).join('; ')
      const answer = await handle(
        new Request(request.url(), {
          method: request.method(),
          headers: { ...request.headers(), cookie },
          ...(body && { body }),
        }),
      )
      for (const [, name = '', value = ''] of answer.headers
        .getSetCookie()
        .map(set => /^([^=]+)=([^;]*)/.exec(set) ?? []))
        jar.set(name, value)
      await route.fulfill({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await answer.text(),
      })
    })
    const rows = []
    for (const { id, budgetBytes, options } of hosts)
      rows.push({ id, budgetBytes, gzipBytes: await weigh(context, server.url, dir, options) })
    return rows
  } finally {
    await context.close()
    await server.close()
  }
}

/**
 * NaN where it did not come so far.
 * @param {BrowserContext} context
 * @param {string} url
 * @param {string} dir
 * @param {SiwxOptions} options
 * @returns {Promise<number>}
 */
async function weigh(context, url, dir, options) {
  const visit = await context.newPage()
  try {
    await visit.goto(url, { waitUntil: 'load' })
    await visit.waitForFunction(() => 'signIn' in window, undefined, { timeout: 10_000 })
    const { before, there } = /** @type {{ before: string[], there: string[] }} */ (
      await visit.evaluate(given => /** @type {any} */ (window).signIn(given), options)
    )
    const files = there.filter(file => !before.includes(file))
    return files.reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(dir, file)), { level: 9 }).length,
      0,
    )
  } catch (error) {
    process.stderr.write(`The sign-in failed: ${error instanceof Error ? error.message : error}\n`)
    return Number.NaN
  } finally {
    await visit.close()
  }
}

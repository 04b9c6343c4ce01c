import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { serve } from '../scripts/serve.mjs'
import { cache } from '../scripts/workspaces.mjs'

/** @import { Browser } from '@playwright/test' */

const kB = 1024

/** @type {readonly { chain: string, address: string, budgetBytes: number }[]} */
const uses = [
  { chain: 'bip122', address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', budgetBytes: 55 * kB },
  {
    chain: 'polkadot',
    address: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    budgetBytes: 32 * kB,
  },
  {
    chain: 'solana',
    address: 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg',
    budgetBytes: 29 * kB,
  },
]

/**
 * A page that uses viem's clients itself, as every page with wagmi does.
 * @param {string} chain
 */
const page = chain => `
import { addressesCapability } from '@portico/kernel/capabilities'
import { chainsSlot } from '@portico/kernel/chain'
import { ${chain} } from '@portico/plugin-${chain}'
import { createPortico } from '@portico/sdk'
import { createPublicClient, createWalletClient, custom, http } from 'viem'

window.viem = { createPublicClient, createWalletClient, custom, http }
const portico = createPortico({ plugins: [${chain}()] })
window.host = {
  open: () => portico.open(),
  async firstUse(address) {
    const [network] = portico.kernel.items(chainsSlot)[0].networks
    return (await portico.kernel.capability(addressesCapability, network.caipNetworkId).parse(address, network.caipNetworkId)).address
  },
}
`

/**
 * Measures the first call of a chain on a page that has viem and an open modal: gzip -9 of the
 * files that Chromium fetches for it.
 *
 * @param {Browser} chrome
 * @returns {Promise<{ id: string, gzipBytes: number, budgetBytes: number }[]>}
 */
export async function firstUsesWithViem(chrome) {
  const rows = []
  for (const { chain, address, budgetBytes } of uses)
    rows.push({
      id: `first-use-with-viem/${chain}`,
      gzipBytes: await weigh(chrome, chain, address),
      budgetBytes,
    })
  return rows
}

/** @param {string} chain @returns {Promise<string>} the folder of the built page */
async function buildPage(chain) {
  const name = `first-use-with-viem-${chain}`
  const folder = join(cache, 'size', 'hosts', name)
  const outDir = join(cache, 'size', 'built', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'main.js'), page(chain))
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>host</title><link rel="icon" href="data:,"><script type="module" src="./main.js"></script>',
  )
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
  })
  return outDir
}

/**
 * NaN where the call fails.
 * @param {Browser} chrome
 * @param {string} chain
 * @param {string} address
 * @returns {Promise<number>}
 */
async function weigh(chrome, chain, address) {
  const server = await serve(await buildPage(chain))
  const context = await chrome.newContext()
  try {
    const visit = await context.newPage()
    /** @type {Promise<Buffer>[]} */
    const fetched = []
    visit.on('response', response => {
      if (response.url().startsWith(server.url)) fetched.push(response.body())
    })
    await visit.goto(server.url, { waitUntil: 'networkidle' })
    await visit.evaluate(() => /** @type {any} */ (window).host.open())
    await visit.getByRole('dialog').waitFor({ state: 'visible', timeout: 10_000 })
    await visit.waitForLoadState('networkidle')
    await visit.waitForTimeout(400)
    const before = fetched.length
    const read = await visit.evaluate(
      text => /** @type {any} */ (window).host.firstUse(text),
      address,
    )
    if (read !== address) throw new Error(`${chain} read ${address} as ${read}`)
    const bodies = await Promise.all(fetched.slice(before))
    return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
  } catch (error) {
    process.stderr.write(
      `The first use of ${chain} failed: ${error instanceof Error ? error.message : error}\n`,
    )
    return Number.NaN
  } finally {
    await context.close()
    await server.close()
  }
}

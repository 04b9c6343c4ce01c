import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { build, createServer } from 'vite'
import { compile } from './build.mjs'
import { mintCards } from './mint-cards.mjs'
import { runFolder } from './run-folder.mjs'
import { serve } from './serve.mjs'
import { root } from './workspaces.mjs'

const playground = join(root, 'examples', 'playground')

/**
 * Starts the whole devnet, whose packages are compiled, and tells the pages built from now on where
 * it is, by PORTICO_DEVNET:
 * `{"chains":[{"id":1,"url":"http://…"}],"ledgers":{"bip122":{"http":"http://…"}},"relay":"ws://…","backend":"http://…"}`.
 *
 * @param {{ backend?: boolean }} [options] `backend`: with a server beside it that knows of prices,
 * activity and NFTs
 */
export async function startChains({ backend = false } = {}) {
  const { ledgerNames, startDevnet } = await import('@portico/devnet')
  const devnet = await startDevnet({ ledgers: ledgerNames, relay: true, uniswap: true, backend })
  const chains = devnet.chains.map(({ chainId, url }) => ({ id: chainId, url }))
  const ledgers = Object.fromEntries(
    ledgerNames.map(name => [
      name,
      /** @type {import('@portico/devnet').RunningPart} */ (devnet.ledger(name)).addresses,
    ]),
  )
  process.env.PORTICO_DEVNET = JSON.stringify({
    chains,
    ledgers,
    relay: devnet.relay().url,
    ...(backend && { backend: devnet.backend().url }),
  })
  return { devnet, parts: devnet.parts, stop: devnet.stop }
}

/**
 * Compiles the packages and starts the playground while it is worked on: a devnet with something to
 * see in every part of an account, and vite's dev server.
 *
 * @returns {Promise<{ url: string, inbox: string, parts: readonly import('@portico/devnet').RunningPart[], show:
 * () => void, stop: () => Promise<void> }>} `show` opens the page in this system's browser
 */
export async function startPlayground() {
  const built = await compile()
  if (built.status === 'failed') throw new Error(`The packages do not compile:\n${built.detail}`)
  const { devnet, ...world } = await startChains({ backend: true })
  const { startWalletLogin } = await import('./wallet-login.mjs')
  const login = await startWalletLogin()
  const stop = async () => void (await Promise.allSettled([login.stop(), world.stop()]))
  try {
    await mintCards(devnet)
    const known = JSON.parse(process.env.PORTICO_DEVNET ?? '{}')
    process.env.PORTICO_DEVNET = JSON.stringify({ ...known, inbox: login.inbox })
    const server = await createServer({
      root: playground,
      logLevel: 'warn',
      server: { host: 'localhost', open: false },
      plugins: [
        {
          name: 'portico-wallet-login',
          configureServer: ({ middlewares }) => void middlewares.use(login.handler),
        },
      ],
    })
    await server.listen()
    const { port } = new URL(server.resolvedUrls?.local[0] ?? '')
    const { playMoney } = await import('./play-money.mjs')
    await login.open({ port, world: known, onWallet: playMoney(devnet) })
    // The login needs a page and a frame on one site, which two ports of `localhost` are not.
    const url = `http://app.portico.localhost:${port}/`
    server.config.server.open = url
    return {
      url,
      inbox: login.inbox,
      parts: world.parts,
      show: () => server.openBrowser(),
      stop: async () => void (await Promise.allSettled([server.close(), stop()])),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Builds a page for production.
 *
 * @param {string} folder with an index.html and perhaps a vite.config.ts
 * @param {string} name of its place among the pages of this run
 * @returns {Promise<string>} the folder of the built page
 */
export async function buildPage(folder, name) {
  const outDir = join(runFolder(), 'pages', name)
  mkdirSync(outDir, { recursive: true })
  await build({ root: folder, logLevel: 'error', build: { outDir, emptyOutDir: true } })
  return outDir
}

/** The same pages as a visitor gets them: a devnet, and the playground built for production. */
export async function startBuiltPlayground() {
  const devnet = await startChains()
  try {
    const server = await serve(await buildPage(playground, 'playground'))
    return {
      url: server.url,
      stop: async () => void (await Promise.allSettled([server.close(), devnet.stop()])),
    }
  } catch (error) {
    await devnet.stop()
    throw error
  }
}

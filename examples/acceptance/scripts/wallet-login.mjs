import { join } from 'node:path'
import { startMailSink } from '@portico/devnet'
import { runFolder } from './run-folder.mjs'
import { localNetworks } from './wallet-networks.mjs'
import { walletSite } from './wallet-site.mjs'

/**
 * The login of the embedded wallet for pages at `app.portico.localhost`: a frame and a server at
 * `wallet.portico.localhost` on the same port, and an inbox for the mails.
 *
 * `handler` belongs before all other handlers of the page's server: it takes the requests of the
 * wallet's host. `open` starts the rest, once the port is known.
 */
export async function startWalletLogin() {
  const sink = await startMailSink()
  /** @type {(() => Promise<unknown>)[]} */
  const stops = [sink.stop]
  /** @type {ReturnType<typeof walletSite>} */
  let answer = (_asked, response) => void response.writeHead(503).end()
  return {
    inbox: sink.url,
    /** @param {string} email @returns {Promise<string>} the newest code that was sent there */
    code: email => sink.newestCode(email),
    /**
     * @param {import('node:http').IncomingMessage} asked
     * @param {import('node:http').ServerResponse} response
     * @param {() => void} next
     */
    handler(asked, response, next) {
      if (asked.headers.host?.startsWith('wallet.')) answer(asked, response)
      else next()
    },
    /**
     * @param {{ port: string, world: import('./wallet-networks.mjs').LocalWorld, onWallet?: (body:
     * string) => void }} options `onWallet`: as in `walletSite`
     */
    async open({ port, world, onWallet }) {
      const [app, wallet] = ['app', 'wallet'].map(
        name => `http://${name}.portico.localhost:${port}`,
      )
      const { startBackend } = await import('@portico/backend')
      const { buildFrame } = await import('@portico/wallet-frame/build')
      const backend = await startBackend(
        {
          port: 0,
          database: ':memory:',
          logLevel: 'error',
          login: {
            origin: /** @type {string} */ (wallet),
            name: 'Playground',
            keys: [{ id: 'local', secret: Buffer.alloc(32, 1).toString('base64') }],
            mail: { smtp: sink.smtp, from: 'Playground <login@portico.test>' },
          },
        },
        { log: () => undefined },
      )
      stops.push(backend.stop)
      const folder = join(runFolder(), 'pages', 'wallet-frame')
      const { headers } = await buildFrame({
        outDir: folder,
        configuration: {
          origins: [/** @type {string} */ (app)],
          namespaces: ['bip122', 'polkadot'],
          networks: localNetworks(world),
        },
      })
      answer = walletSite({
        folder,
        headers,
        backendUrl: backend.url,
        ...(onWallet && { onWallet }),
      })
    },
    stop: async () => void (await Promise.allSettled(stops.map(stop => stop()))),
  }
}

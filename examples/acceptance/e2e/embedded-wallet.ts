/** The embedded wallet as a host serves it: a page, a frame, a backend and its mails. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { startBackend } from '@portico/backend'
import { startMailSink } from '@portico/devnet'
import {
  createNonces,
  createRpc,
  createSessions,
  createSignInHandler,
  toNodeListener,
} from '@portico/plugin-siwx/server'
import { buildFrame, type FrameBuild } from '@portico/wallet-frame/build'
import { runFolder } from '../scripts/run-folder.mjs'
import { passOn, walletSite } from '../scripts/wallet-site.mjs'
import { root } from '../scripts/workspaces.mjs'
import { buildPage } from '../scripts/world.mjs'

export interface EmbeddedWorld {
  readonly app: string
  readonly wallet: string
  /** The newest code that was sent to an address after this number of mails. */
  code(email: string, after: number): Promise<string>
  mails(): number
  /** The link with a token that was sent to an address after this number of mails. */
  link(email: string, after: number): Promise<string>
  /** Moves the clock of the backend, not that of the browsers. */
  passTime(ms: number): void
  stop(): Promise<void>
}
export interface EmbeddedWorldOptions {
  /** What the frame is built for besides the origin of the page. */
  readonly frame?: Omit<FrameBuild, 'origins'>
  /** Where the pages are really served. Default: the page of `fixtures/embedded`. */
  readonly pages?: string
  /** Of the page, default `unsafe-none`. */
  readonly openerPolicy?: string
  /** How long after a login words are shown and recovery is changed. */
  readonly recentSeconds?: number
}

/**
 * `index` tells worlds of one run apart. The page's origin answers sign-ins at `/auth`, the frame's
 * origin the login.
 */
export async function startEmbeddedWorld(
  index: number,
  {
    frame = {},
    pages,
    openerPolicy = 'unsafe-none',
    recentSeconds = 300,
  }: EmbeddedWorldOptions = {},
): Promise<EmbeddedWorld> {
  const sink = await startMailSink()
  type Answer = ReturnType<typeof walletSite>
  let answerWallet: Answer = (_asked, response) => response.writeHead(503).end()
  let answerApp = answerWallet
  const server = createServer((asked, response) =>
    (asked.headers.host?.startsWith('wallet.') ? answerWallet : answerApp)(asked, response),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const realNow = Date.now
  const { port } = server.address() as AddressInfo
  const app = `http://app.portico.localhost:${port}`
  const wallet = `http://wallet.portico.localhost:${port}`
  const backend = await startBackend(
    {
      port: 0,
      database: ':memory:',
      rateLimit: false,
      logLevel: 'error',
      login: {
        origin: wallet,
        name: 'App',
        keys: [{ id: 'one', secret: Buffer.alloc(32, 1).toString('base64') }],
        mail: { smtp: sink.smtp, from: 'App <login@app.test>' },
        session: { recentSeconds },
      },
    },
    { log: () => undefined },
  )
  const folder = join(runFolder(), 'pages', `embedded-frame-${index}-${port}`)
  const { headers } = await buildFrame({
    outDir: folder,
    configuration: { origins: [app], ...frame },
  })
  answerWallet = walletSite({ folder, headers, backendUrl: backend.url })
  const served =
    pages ??
    (await buildPage(join(root, 'examples/acceptance/fixtures/embedded'), `embedded-page-${index}`))
  answerApp = appSite(`app.portico.localhost:${port}`, served, openerPolicy)
  return {
    app,
    wallet,
    code: (email, after) => sink.newestCode(email, { after }),
    mails: () => sink.mails.length,
    link: async (email, after) =>
      /https?:\S+#\S+/.exec((await sink.newest(email, { after })).text)?.[0] ?? '',
    passTime(ms) {
      const now = Date.now
      Date.now = () => now() + ms
    },
    async stop() {
      Date.now = realNow
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await backend.stop()
      await sink.stop()
    },
  }
}

/** The page's origin. `pages`: a folder, or an address that is asked. */
function appSite(
  domain: string,
  pages: string,
  openerPolicy: string,
): ReturnType<typeof walletSite> {
  const signIn = toNodeListener(
    createSignInHandler({
      domain,
      nonces: createNonces({}),
      sessions: createSessions({}),
      rpc: createRpc({}),
      cookie: { secure: false },
      report: () => undefined,
    }),
  )
  const files = pages.startsWith('http')
    ? undefined
    : walletSite({
        folder: pages,
        headers: { 'cache-control': 'no-store', 'cross-origin-opener-policy': openerPolicy },
        backendUrl: '',
      })
  return (asked, response) => {
    const { url = '/' } = asked
    if (url.startsWith('/auth/')) void signIn(asked, response)
    else if (files) files(asked, response)
    else {
      const { host: _host, ...headers } = asked.headers
      passOn(new URL(url, pages).href, Object.assign(asked, { headers }), response)
    }
  }
}

/** The embedded wallet as a host serves it: a page, a frame, a backend and its mails. */
import { readFileSync, statSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { startBackend } from '@portico/backend'
import { startMailSink } from '@portico/devnet'
import { build } from 'vite'
import { runFolder } from '../scripts/run-folder.mjs'
import { root } from '../scripts/workspaces.mjs'
import { buildPage } from '../scripts/world.mjs'

const kinds: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

export interface EmbeddedWorld {
  readonly app: string
  readonly wallet: string
  /** The newest code that was sent to an address after this number of mails. */
  code(email: string, after: number): Promise<string>
  mails(): number
  /** Moves the clock of the backend, not that of the browsers. */
  passTime(ms: number): void
  stop(): Promise<void>
}

/** Builds the page of the frame. `name`: of the folder. */
async function buildFrame(name: string): Promise<string> {
  const outDir = join(runFolder(), 'pages', name)
  await build({
    root: join(root, 'sdk/wallet-frame/src/page'),
    logLevel: 'error',
    resolve: { conditions: ['@portico/source', 'module', 'browser', 'development|production'] },
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: join(root, 'sdk/wallet-frame/src/page/frame.html') },
    },
  })
  return outDir
}

export async function startEmbeddedWorld(index: number): Promise<EmbeddedWorld> {
  const [pages, frame, sink] = await Promise.all([
    buildPage(join(root, 'examples/acceptance/fixtures/embedded'), `embedded-page-${index}`),
    buildFrame(`embedded-frame-${index}`),
    startMailSink(),
  ])
  let backendUrl = ''
  const server = createServer((asked, response) => {
    const { headers, method, url = '/' } = asked
    const { pathname } = new URL(url, 'http://localhost')
    const isWallet = headers.host?.startsWith('wallet.') ?? false
    if (isWallet && pathname.startsWith('/login')) {
      const forwarded = request(`${backendUrl}${url}`, { method, headers }, answer => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      forwarded.on('error', () => response.writeHead(502).end())
      asked.pipe(forwarded)
      return
    }
    const file = join(isWallet ? frame : pages, pathname)
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, {
      'content-type': kinds[extname(file)] ?? 'application/octet-stream',
      'cache-control': 'no-store',
      ...(isWallet && {
        'origin-agent-cluster': '?1',
        'content-security-policy': [
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "connect-src 'self'",
          "worker-src 'self'",
          'img-src data:',
          "base-uri 'none'",
          "form-action 'none'",
          `frame-ancestors ${app}`,
        ].join('; '),
        'referrer-policy': 'no-referrer',
      }),
    })
    const bytes = readFileSync(file)
    const isFrame = isWallet && extname(file) === '.html'
    response.end(
      isFrame
        ? String(bytes).replace(
            'name="portico-origins" content=""',
            () => `name="portico-origins" content="${app}"`,
          )
        : bytes,
    )
  })
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
      },
    },
    { log: () => undefined },
  )
  backendUrl = backend.url
  return {
    app,
    wallet,
    code: (email, after) => sink.newestCode(email, { after }),
    mails: () => sink.mails.length,
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

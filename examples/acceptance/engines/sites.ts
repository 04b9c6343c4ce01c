/**
 * Pages of three origins on one port, as the app and the embedded wallet will have them. Every
 * engine resolves names below `localhost` to this machine.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Tab } from './driver.js'

/** `app` and `wallet` belong to the site `portico.localhost`; `other` belongs to another. */
export const hosts = {
  app: 'app.portico.localhost',
  wallet: 'wallet.portico.localhost',
  other: 'other.localhost',
} as const
export type Host = keyof typeof hosts

/** A request for a page, as the server saw it. */
export interface PageRequest {
  readonly host: string
  readonly path: string
  /**
   * The browser's `Sec-Fetch-Site` of the request: `same-site`, `cross-site`, `none`; undefined
   * where the browser sends none.
   */
  readonly fetchSite: string | undefined
  readonly cookie: string
}

export interface Sites {
  readonly requests: readonly PageRequest[]
  at(host: Host, path?: string): string
  close(): Promise<void>
}

/** Runs functions that the page around the frame sends. */
function answerParent(): void {
  addEventListener('message', async ({ data: { id, task, args }, source }) => {
    if (typeof task !== 'string') return
    // biome-ignore lint/security/noGlobalEval: the task comes from the test.
    const run = globalThis.eval(`(${task})`) as (...args: readonly unknown[]) => unknown
    const answer = await Promise.resolve()
      .then(() => run(...args))
      .then(
        value => ({ value }),
        error => ({ error: String(error) }),
      )
    ;(source as Window).postMessage({ id, ...answer }, '*')
  })
}

const pageOf = (script: () => void) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Wallet</title><link rel="icon" href="data:,"><script>(${script})()</script></head><body></body></html>`

/**
 * Starts the server. `scripts` are those of pages by their path; the page at `/alone` is cut off
 * from every opener, and the one at `/cookie` sets a cookie.
 */
export async function startSites(
  scripts: Readonly<Record<string, () => void>> = {},
): Promise<Sites> {
  const requests: PageRequest[] = []
  const server = createServer(({ headers, url = '/' }, response) => {
    const [host = ''] = (headers.host ?? '').split(':')
    const fetchSite = headers['sec-fetch-site']
    requests.push({
      host,
      path: url,
      fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined,
      cookie: headers.cookie ?? '',
    })
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'origin-agent-cluster': '?1',
      ...(url === '/alone' && { 'cross-origin-opener-policy': 'same-origin' }),
      ...(url === '/cookie' && {
        'set-cookie': 'wallet=strict; SameSite=Strict; Path=/; HttpOnly',
      }),
    })
    response.end(pageOf(scripts[url] ?? answerParent))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    requests,
    at: (host, path = '/') => `http://${hosts[host]}:${port}${path}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * Puts a page into a frame of the page that a tab shows. The frame begins at the corner of the
 * viewport.
 */
export async function frame(tab: Tab, url: string): Promise<void> {
  await tab.run(async url => {
    const element = document.createElement('iframe')
    element.allow = 'publickey-credentials-get; publickey-credentials-create; storage-access'
    element.style.cssText = 'position: fixed; inset: 0; width: 600px; height: 300px; border: 0'
    element.src = url
    const loaded = new Promise(resolve => {
      element.onload = resolve
    })
    document.body.append(element)
    await loaded
  }, url)
}

/** Calls a function in the frame of the page. Arguments and the answer are JSON. */
export async function runInFrame<Args extends readonly unknown[], Answer>(
  tab: Tab,
  task: (...args: Args) => Answer | Promise<Answer>,
  ...args: Args
): Promise<Answer> {
  const { value, error } = await tab.run(
    (task, args) =>
      new Promise<{ readonly value?: unknown; readonly error?: string }>(resolve => {
        const id = crypto.randomUUID()
        addEventListener('message', function listener({ data }) {
          if (data.id !== id) return
          removeEventListener('message', listener)
          resolve(data)
        })
        frames[0]?.postMessage({ id, task, args }, '*')
      }),
    String(task),
    args,
  )
  if (error !== undefined) throw new Error(error)
  return value as Answer
}

import { createReadStream, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'

/** @type {Record<string, string>} */
const kinds = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/**
 * @param {string} folder
 * @param {string} path
 * @returns {string | undefined} a file below the folder, never one outside
 */
function fileAt(folder, path) {
  const wanted = normalize(join(folder, decodeURIComponent(path)))
  if (wanted !== folder && !wanted.startsWith(folder + sep)) return undefined
  return statSync(wanted, { throwIfNoEntry: false })?.isDirectory()
    ? join(wanted, 'index.html')
    : wanted
}

/**
 * Serves a folder of files on a free port of this machine.
 *
 * @param {string} folder
 * @param {{ headers?: Record<string, string>, head?: string, files?: Record<string, string> }}
 * [options] `headers`: sent with every answer, such as a content security policy; `head`: markup
 * that stands first in the head of every page; `files`: files outside the folder, by their path in
 * the address
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} `url` has no slash at its end
 */
export async function serve(folder, { headers = {}, head = '', files = {} } = {}) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = files[pathname] ?? fileAt(folder, pathname)
    const missing = () => response.writeHead(404, headers).end('not found')
    if (!file) return missing()
    if (head && extname(file) === '.html' && statSync(file, { throwIfNoEntry: false })) {
      response.writeHead(200, {
        'content-type': kinds['.html'],
        'cache-control': 'no-store',
        ...headers,
      })
      return response.end(readFileSync(file, 'utf8').replace('<head>', () => `<head>${head}`))
    }
    const stream = createReadStream(file)
    stream.once('open', () => {
      response.writeHead(200, {
        'content-type': kinds[extname(file)] ?? 'application/octet-stream',
        'cache-control': 'no-store',
        ...headers,
      })
      stream.pipe(response)
    })
    stream.once('error', () => (response.headersSent ? response.destroy() : missing()))
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error('The server listens on no port.')
  return {
    url: `http://localhost:${address.port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve(undefined))
        server.closeAllConnections()
      }),
  }
}

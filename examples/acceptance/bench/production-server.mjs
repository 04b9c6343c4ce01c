import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** @type {Record<string, string>} */
const kinds = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/**
 * Serves a built page as it would be in production: compressed beforehand, kept alive (HTTP/1.1),
 * assets with a hash in their name cached for ever.
 *
 * @param {string} folder
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} `url` has no slash at its end
 */
export async function serveAsInProduction(folder) {
  const files = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => extname(file) in kinds && existsSync(join(folder, file)))
      .map(file => [
        `/${file}`,
        {
          body: gzipSync(readFileSync(join(folder, file)), { level: 9 }),
          kind: kinds[extname(file)] ?? '',
        },
      ]),
  )
  const server = createServer(
    { keepAlive: true, noDelay: true, keepAliveTimeout: 60_000 },
    (request, response) => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname
      const file = files.get(path === '/' ? '/index.html' : path)
      if (!file) return response.writeHead(404).end()
      const caching = path.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'no-cache'
      return response
        .writeHead(200, {
          'content-type': file.kind,
          'content-encoding': 'gzip',
          'content-length': file.body.length,
          'cache-control': caching,
        })
        .end(file.body)
    },
  )
  await new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error('The server listens on no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve(undefined))
        server.closeAllConnections()
      }),
  }
}

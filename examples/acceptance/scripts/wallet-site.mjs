import { readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { extname, join, normalize } from 'node:path'

/** @type {Readonly<Record<string, string>>} */
const kinds = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

/**
 * Answers for the origin of the frame: its files with its headers, and `/login` by the backend.
 *
 * @param {{ folder: string, headers: Readonly<Record<string, string>>, backendUrl: string,
 * onWallet?: (body: string) => void }} site `onWallet` is called with each wallet that is stored
 * @returns {(asked: import('node:http').IncomingMessage, response:
 * import('node:http').ServerResponse) => void}
 */
export function walletSite({ folder, headers: fileHeaders, backendUrl, onWallet }) {
  return (asked, response) => {
    const { method, url = '/' } = asked
    const { pathname } = new URL(url, 'http://localhost')
    if (pathname.startsWith('/login')) {
      if (onWallet && method === 'POST' && pathname === '/login/wallet')
        whenAccepted(asked, response, onWallet)
      return passOn(`${backendUrl}${url}`, asked, response)
    }
    const file = join(folder, normalize(decodeURIComponent(pathname)))
    const isFile =
      (method === 'GET' || method === 'HEAD') &&
      file.startsWith(folder) &&
      statSync(file, { throwIfNoEntry: false })?.isFile()
    if (!isFile) {
      response.writeHead(404, fileHeaders).end()
      return
    }
    response.writeHead(200, {
      ...fileHeaders,
      'content-type': kinds[extname(file)] ?? 'application/octet-stream',
    })
    response.end(readFileSync(file))
  }
}

/**
 * @param {import('node:http').IncomingMessage} asked
 * @param {import('node:http').ServerResponse} response
 * @param {(body: string) => void} then gets the body of a request that was answered with success
 */
function whenAccepted(asked, response, then) {
  /** @type {Buffer[]} */
  const chunks = []
  asked.on('data', chunk => void chunks.push(chunk))
  response.once('finish', () => {
    if (response.statusCode < 300) then(String(Buffer.concat(chunks)))
  })
}

/**
 * Passes a request on as it comes, with the host that the browser named.
 *
 * @param {string} url
 * @param {import('node:http').IncomingMessage} asked
 * @param {import('node:http').ServerResponse} response
 */
export function passOn(url, asked, response) {
  const { method, headers } = asked
  const forwarded = request(url, { method, headers }, answer => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  forwarded.on('error', () => response.writeHead(502).end())
  asked.pipe(forwarded)
}

import { get } from 'node:http'
import { run } from './process.mjs'
import { result } from './results.mjs'
import { root } from './workspaces.mjs'

/** Milliseconds until the playground has to be there, from a clone that was never built. */
const timeoutMs = 240_000

/**
 * Runs `npm start` as the README says and opens the playground and the phone's page. First of all
 * steps, because on a fresh clone nothing is built yet that it could use.
 *
 * @returns {Promise<readonly import('./results.mjs').Result[]>}
 */
export async function starting() {
  const title = 'npm start brings the local chains and the playground'
  const stop = new AbortController()
  /** @type {(pages: readonly string[]) => void} */
  let resolve = () => undefined
  const started = new Promise((/** @type {(pages: readonly string[]) => void} */ found) => {
    resolve = found
  })
  const program = run('npm', ['start', '--silent'], {
    cwd: root,
    env: { CI: 'true' },
    timeoutMs,
    signal: stop.signal,
    said: output => {
      const pages = /playground\s+(\S+)\n\s+a phone's wallet (\S+)/.exec(output)
      if (pages) resolve(pages.slice(1))
    },
  })
  const ended = program.then(
    ({ output }) => `It ended before the playground was there:\n${output.slice(-2_000)}`,
  )
  const fault = await Promise.race([started.then(open), ended])
  stop.abort()
  await program
  return [result(title, fault === undefined, fault)]
}

/** What is wrong with these pages, if anything. @param {readonly string[]} pages */
async function open(pages) {
  for (const page of pages) {
    const status = await statusOf(new URL(page))
    if (status !== 200) return `${page} answers ${status}`
  }
  return undefined
}

/**
 * Browsers find names below `localhost` on this machine; Node asks a name server, which may not know
 * them.
 *
 * @param {URL} page
 * @returns {Promise<number | undefined>}
 */
const statusOf = ({ host, port, pathname }) =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: pathname, headers: { host } }, response => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })

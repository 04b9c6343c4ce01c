import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { browser, browserArgs } from './browser.mjs'
import { compile } from './build.mjs'
import { freePort } from './free-port.mjs'
import { fetchByNpm } from './needs.mjs'
import { newestNode } from './nodes.mjs'
import { packAll } from './pack.mjs'
import { chainExample, tryPackedChain } from './packed-chain.mjs'
import { beforeEnd, run } from './process.mjs'
import { result } from './results.mjs'
import { serve } from './serve.mjs'
import { root } from './workspaces.mjs'

/** @import { Packed } from './pack.mjs' */
/** @import { Result } from './results.mjs' */

/** Each folder in it is an app of its own, and no workspace of this repository. */
export const hostsFolder = join(root, 'examples', 'hosts')

/** The policies of trusted types that a framework creates itself. @type {Record<string, string>} */
const trustedTypes = { vue: 'vue', webpack: 'webpack' }
/**
 * Policy A of examples/docs/content-security-policy.md, for an app with `mainnet`. Hosts without a
 * server of their own are served with it.
 */
const policyFor = (/** @type {string} */ name) =>
  [
    "default-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self' https://ethereum-rpc.publicnode.com https://eth.drpc.org",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes[name] ?? "'none'"}`,
  ].join('; ')

/** Milliseconds in which a server of a host has to answer. */
const serverTimeoutMs = 60_000

/** All but blank lines and comments. */
const isCode = (/** @type {string} */ line) => /\S/.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line)
/** Files that an app has before Portico comes. */
const template =
  /(^|\/)((__)?root|_app|app|home|index|layout|main|page|\+page(\.server)?)\.(tsx?|jsx?|vue|svelte|html|astro)$/
/** What signs, and what is no code of a page. */
const uncounted = /(^|\/)(sign[^/]*|package\.json|tsconfig\.json|build\.js)$/

/**
 * The lines of code that connect a wallet: of the files that an app has anyway those that name
 * Portico or what they have from it, and all lines of other files that import Portico. What signs
 * stands in a file of its own and is not counted.
 *
 * @param {readonly { name: string, text: string }[]} files
 */
export function ownLines(files) {
  return files
    .filter(({ name }) => !uncounted.test(name))
    .flatMap(({ name, text }) => {
      const lines = text.split('\n').filter(isCode)
      const given = [...text.matchAll(/\bimport \{([^}]+)\} from '(?:@portico|\.\/providers)/g)]
        .flatMap(([, names = '']) => names.split(','))
        .map(each => each.replace(/\btype\b/, '').trim())
      const own = new RegExp(
        `portico|snapshot|\\bshown\\b|\\b(${['createPortico', ...given].join('|')})\\b`,
        'i',
      )
      const isOwn = !template.test(name) && /from '@portico|window\.Portico/.test(text)
      return isOwn ? lines : lines.filter(line => own.test(line.replace(/<title>.*<\/title>/, '')))
    }).length
}

/** The files of a folder, with their texts. @param {string} folder */
export const filesIn = folder =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => {
      const file = join(entry.parentPath, entry.name)
      return {
        name: file.slice(folder.length + 1).replaceAll('\\', '/'),
        text: readFileSync(file, 'utf8'),
      }
    })

/**
 * Copies a host into an empty folder and installs it there, with the packages of this repository
 * from their tarballs.
 *
 * @param {string} name
 * @param {string} folder
 * @param {readonly Packed[]} packed
 */
async function installHost(name, folder, packed) {
  cpSync(join(hostsFolder, name), folder, { recursive: true })
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const tarballs = Object.fromEntries(packed.map(each => [each.name, `file:${each.file}`]))
  for (const each of Object.keys(manifest.dependencies))
    if (tarballs[each]) manifest.dependencies[each] = tarballs[each]
  writeFileSync(file, JSON.stringify({ ...manifest, overrides: tarballs }, null, 2))
  await fetchByNpm(`The host ${name}`, ['install', '--loglevel=error'], folder)
}

/**
 * Serves a built host: by its own `npm start`, or the built files with a content security policy.
 *
 * @param {string} name
 * @param {string} folder
 * @param {Record<string, string>} env
 * @returns {Promise<{ url: string, close: () => Promise<unknown> }>}
 */
async function serveHost(name, folder, env) {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (!scripts.start) {
    const built = join(folder, 'dist')
    return serve(existsSync(join(built, 'index.html')) ? built : folder, {
      headers: { 'content-security-policy': policyFor(name) },
    })
  }
  const port = await freePort()
  const url = `http://localhost:${port}`
  const life = new AbortController()
  const ended = run('npm', ['start'], {
    cwd: folder,
    env: { ...env, PORT: String(port), HOST: '127.0.0.1', ORIGIN: url },
    signal: life.signal,
  })
  /** @type {string | undefined} */
  let output
  void ended.then(({ output: said }) => {
    output = said
  })
  const close = () => {
    life.abort()
    return ended
  }
  for (const until = Date.now() + serverTimeoutMs; Date.now() < until; await sleep(200)) {
    if (output !== undefined) throw new Error(`npm start ended:\n${output}`)
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isThere) return { url, close }
  }
  await close()
  throw new Error(`npm start did not answer in ${serverTimeoutMs / 1000} s:\n${output}`)
}

const seconds = (/** @type {number} */ since) => ((Date.now() - since) / 1000).toFixed(1)

/**
 * Installs, builds, serves and visits one host.
 *
 * @param {string} name
 * @param {{ above: string, packed: readonly Packed[], env: Record<string, string>, visit: (url:
 * string) => Promise<{ faults: string[], kilobytes: number, first: string }> }} given
 * @returns {Promise<Result>}
 */
async function tryHost(name, { above, packed, env, visit }) {
  const folder = join(above, name)
  mkdirSync(folder)
  const begun = Date.now()
  await installHost(name, folder, packed)
  const installed = seconds(begun)
  const building = Date.now()
  const built = await run('npm', ['run', 'build'], { cwd: folder, env, timeoutMs: 10 * 60_000 })
  if (built.code !== 0) return result(name, false, built.output)
  const figures = [`install ${installed} s`, `build ${seconds(building)} s`]
  const server = await serveHost(name, folder, env)
  try {
    const { faults, kilobytes, first } = await visit(server.url)
    figures.push(
      `${ownLines(filesIn(join(hostsFolder, name)))} lines`,
      `${kilobytes.toFixed(1)} kB before the click`,
      `a returning visitor sees "${first}" first`,
    )
    return result(name, faults.length === 0, [figures.join(' · '), ...faults].join('\n'))
  } finally {
    await server.close()
  }
}

/**
 * Installs every host of examples/hosts from packed packages in an empty folder, builds it for
 * production, serves it, connects a wallet in Chromium, signs and reloads. `words`: the names of
 * hosts.
 *
 * @param {{ words?: string[], show?: boolean }} [options]
 * @returns {Promise<Result[]>}
 */
export async function fixtures({ words = [], show = true } = {}) {
  const hosts = readdirSync(hostsFolder).filter(name =>
    existsSync(join(hostsFolder, name, 'package.json')),
  )
  const all = [...hosts, chainExample]
  const unknown = words.filter(word => !all.includes(word))
  if (unknown.length)
    return [result(unknown.join(', '), false, `there is no such host: ${all.join(', ')}`)]
  const compiled = await compile()
  if (compiled.status === 'failed') return [compiled]
  // It imports the mock wallets, which were built just now.
  const { visitHost } = await import('./host-visit.mjs')
  // Frameworks may need a later Node than Portico does.
  const node = await newestNode()
  const env = {
    PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
    NEXT_TELEMETRY_DISABLED: '1',
  }
  const above = mkdtempSync(join(tmpdir(), 'portico-hosts-'))
  const remove = () => rmSync(above, { recursive: true, force: true, maxRetries: 5 })
  const forget = beforeEnd(remove)
  const chrome = await chromium.launch({ executablePath: await browser(), args: browserArgs })
  try {
    const packed = await packAll(above)
    const results = []
    const isChosen = (/** @type {string} */ name) => !words.length || words.includes(name)
    for (const name of hosts.filter(isChosen)) {
      const tried = await tryHost(name, {
        above,
        packed,
        env,
        visit: url => visitHost(chrome, url),
      }).catch(error =>
        result(name, false, error instanceof Error ? (error.stack ?? error.message) : `${error}`),
      )
      if (show) process.stderr.write(`${tried.status} ${name} · ${tried.detail ?? ''}\n`)
      results.push(tried)
      rmSync(join(above, name), { recursive: true, force: true, maxRetries: 5 })
    }
    if (isChosen(chainExample)) results.push(...(await tryPackedChain(packed)))
    return results
  } finally {
    await chrome.close()
    forget()
    remove()
  }
}

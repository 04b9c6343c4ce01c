// The programs that the measurements start: the backend from its sources, a node that behaves like
// one of Base, and an empty Hono server, each in a process of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { buildPrograms } from './build-programs.mjs'

/** @typedef {{ child: import('node:child_process').ChildProcess, url: string }} Program */
/** @typedef {Awaited<ReturnType<typeof openPrograms>>} Programs */

export const chain = 'eip155:8453'
export const account = (/** @type {number} */ number) =>
  `0x${number.toString(16).padStart(40, '0')}`

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url))

const sources = {
  'backend.mjs': "import { main } from './cli.js'\nawait main()\n",
  'base.mjs': `import { startBaseLikeNode } from './node.js'
const node = await startBaseLikeNode(JSON.parse(process.argv[2]))
console.log(JSON.stringify({ url: node.url }))
setInterval(() => node.mine(), 2_000)
`,
  'empty.mjs': `import { serve } from '@hono/node-server'
import { Hono } from 'hono'
const app = new Hono().get('*', context => context.json({ data: [], next: null }))
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(JSON.stringify({ url: 'http://127.0.0.1:' + port })))
`,
}

/** Builds the programs. `close` ends those that run, and removes their files. */
export async function openPrograms() {
  // In the package, where its dependencies are found.
  const built = here(`../.cache/bench-${process.pid}/`)
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
  /** @type {import('node:child_process').ChildProcess[]} */
  const children = []
  await buildPrograms(built, {
    cli: 'src/cli.ts',
    'indexer-thread': 'src/indexer-thread.ts',
    node: 'test/base-like-node.ts',
  })
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(built, name), text)

  /**
   * Starts a program that prints its address in its first line of JSON with a `url`.
   *
   * @param {keyof typeof sources} name
   * @param {readonly string[]} [options]
   * @returns {Promise<Program>}
   */
  const start = async (name, options = []) => {
    const child = spawn(process.execPath, [join(built, name), ...options], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    children.push(child)
    for await (const line of createInterface({ input: child.stdout })) {
      const { url } = JSON.parse(line)
      if (!url) continue
      child.stdout.resume()
      return { child, url: String(url) }
    }
    throw new Error(`${name} ended before it listened.`)
  }
  let count = 0
  return {
    folder,
    /** @param {object} [options] of `startBaseLikeNode` */
    startNode: (options = {}) =>
      start('base.mjs', [JSON.stringify({ mostRange: 1_000, ...options })]),
    startEmpty: () => start('empty.mjs'),
    /** @param {object} options of the backend */
    startBackend(options) {
      const file = join(folder, `config-${count++}.json`)
      writeFileSync(file, JSON.stringify({ port: 0, rateLimit: false, ...options }))
      return start('backend.mjs', ['--config', file])
    },
    /** @param {Program} program */
    async stop({ child }) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
    close() {
      for (const child of children) child.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
      rmSync(built, { recursive: true, force: true })
    },
  }
}

/**
 * Seconds of processor time that a program used; NaN where the system does not say so.
 *
 * @param {Program} program
 */
export function used({ child }) {
  if (!existsSync('/proc/self/stat')) return Number.NaN
  const [, rest = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')
  const [user, system] = rest.split(' ').slice(11, 13).map(Number)
  return ((user ?? 0) + (system ?? 0)) / 100
}

/**
 * How far the index of a backend is.
 *
 * @param {Program} backend
 * @returns {Promise<{ block?: number, head?: number, lag?: number }>}
 */
export async function indexOf({ url }) {
  const response = await fetch(`${url}/ready`)
  const { indexes } = /** @type {{ indexes: object[] }} */ (await response.json())
  return indexes[0] ?? {}
}

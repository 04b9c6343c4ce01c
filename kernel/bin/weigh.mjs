/** Measures what a plugin adds to a page, with the vite that comes with vitest. */
import { createRequire } from 'node:module'
import { isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'

/**
 * @typedef {{ file: string, gzipBytes: number }} WeighedFile
 * @typedef {{ beforeClick: number, firstUse: number, files: WeighedFile[] }} Weight gzip bytes that
 * the plugin adds before the click and at first use; `files`: those of its first use
 * @typedef {{ fileName: string, code: string, isEntry: boolean, imports: string[],
 * moduleIds: string[], type: string }} Chunk what vite writes
 */

const entry = 'portico-weigh:page'
const creates = { '@portico/sdk': 'createPortico', '@portico/kernel': 'createKernel' }
const gzipBytes = (/** @type {string} */ code) => gzipSync(code, { level: 9 }).length

/**
 * Builds a page of the modal without the plugin and with it, and subtracts. Parts of Portico that
 * every page has are not counted; parts that only the plugin uses are.
 *
 * @param {string} plugin a path from `folder`, or the name of an installed package
 * @param {{ folder?: string, conditions?: string[], modal?: keyof typeof creates }} [options] `folder`: the
 * author's package; `conditions`: of `exports`, besides the usual ones; `modal`: what the page has
 * anyway, by default `@portico/sdk` where it is installed, else the kernel
 * @returns {Promise<Weight>}
 */
export async function weigh(plugin, { folder = process.cwd(), conditions = [], modal } = {}) {
  const require = createRequire(join(folder, 'package.json'))
  const { build } = await import(pathToFileURL(require.resolve('vite')).href)
  const source =
    plugin.startsWith('.') || isAbsolute(plugin)
      ? join(isAbsolute(plugin) ? '' : folder, plugin)
      : plugin
  const host = modal ?? modalOf(require)
  // What every page with the modal runs; the other exports of the sdk are the host's to choose.
  const base = `import { ${creates[host]} as create } from '${host}'; globalThis.create = create;`
  // A file of the author's folder, so that packages are found from there.
  const page = join(folder, 'portico-weigh.js')
  /** @param {string} code @returns {Promise<Chunk[]>} */
  const chunksOf = async code => {
    const made = await build({
      configFile: false,
      root: folder,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: { conditions: [...conditions, 'module', 'browser', 'production', 'default'] },
      build: {
        write: false,
        modulePreload: false,
        cssCodeSplit: false,
        rollupOptions: { input: entry, external: [/^react($|\/|-dom)/] },
      },
      plugins: [
        {
          name: 'portico-weigh',
          resolveId: (/** @type {string} */ id) => (id === entry ? page : null),
          load: (/** @type {string} */ id) => (id === page ? code : null),
        },
      ],
    })
    return made.output.filter((/** @type {Chunk} */ each) => each.type === 'chunk')
  }
  const without = await chunksOf(base)
  const chunks = await chunksOf(
    `${base} import * as plugin from ${JSON.stringify(source)}; globalThis.plugin = plugin;`,
  )
  const before = new Set(without.flatMap(({ moduleIds }) => moduleIds))
  const first = bootOf(chunks)
  const later = chunks.filter(
    chunk => !first.includes(chunk) && chunk.moduleIds.some(id => !before.has(id)),
  )
  const files = later
    .map(({ fileName, code }) => ({ file: fileName, gzipBytes: gzipBytes(code) }))
    .sort((one, other) => other.gzipBytes - one.gzipBytes)
  const sum = (/** @type {Chunk[]} */ list) =>
    list.reduce((total, { code }) => total + gzipBytes(code), 0)
  return {
    beforeClick: sum(first) - sum(bootOf(without)),
    firstUse: files.reduce((total, file) => total + file.gzipBytes, 0),
    files,
  }
}

/** The chunk of the page, and those that it imports. @param {Chunk[]} chunks */
function bootOf(chunks) {
  const boot = new Set(chunks.filter(chunk => chunk.isEntry))
  for (const { imports } of boot)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) boot.add(chunk)
  return [...boot]
}

/**
 * The modal of the author, or the kernel where no modal is installed.
 *
 * @param {NodeJS.Require} require
 * @returns {keyof typeof creates}
 */
function modalOf(require) {
  try {
    require.resolve('@portico/sdk')
    return '@portico/sdk'
  } catch {
    return '@portico/kernel'
  }
}

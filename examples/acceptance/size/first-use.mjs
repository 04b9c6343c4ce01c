import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { cache, root } from '../scripts/workspaces.mjs'

/**
 * What a feature's service loads when it is first used, without views: its lazy entry and the code
 * that it loads, with the sentences of its errors. And what views load on top. Sign-in, which is
 * used in steps, has a page that goes through them: `sign-in.mjs`.
 *
 * @type {{ name: string, files: string[], budgetBytes: number, layer?: string, row?: string,
 * beside?: string[] }[]} `beside`: files that are there before; `row`: where that is not the name;
 * `layer`: the folder of the plugin, where that is not `features`
 */
const uses = [
  { name: 'balances', files: ['portfolio/open'], budgetBytes: 6.25 * 1024 },
  // What a person loads who opens a token: the chart, with the library that draws it.
  {
    row: 'price-chart',
    name: 'balances',
    files: ['views/price-chart'],
    beside: ['portfolio/open', 'views'],
    budgetBytes: 6 * 1024,
  },
  { name: 'history', files: ['history-controller'], budgetBytes: 6 * 1024 },
  { name: 'transactions', layer: 'base', files: ['outbox-controller'], budgetBytes: 8 * 1024 },
  { name: 'send', files: ['send-controller'], budgetBytes: 6 * 1024 },
  { name: 'swap', files: ['swap-controller'], budgetBytes: 6 * 1024 },
  // All of them: the form, the choice of a token, the review, the receipt and the notice.
  {
    row: 'swap-views',
    name: 'swap',
    files: ['views'],
    beside: ['swap-controller'],
    budgetBytes: 14 * 1024,
  },
]

/**
 * Measures them as chunks beside the plugin itself: gzip -9 of what is fetched then and was not
 * before. What every host has (`@portico/kernel`, `@portico/ui`) is not counted again.
 *
 * @returns {Promise<{ id: string, gzipBytes: number, budgetBytes: number }[]>}
 */
export function firstUses() {
  return Promise.all(
    uses.map(async ({ name, layer = 'features', row = name, files, beside, budgetBytes }) => ({
      id: `first-use/${row}`,
      gzipBytes: await weigh(join(root, 'plugins', layer, name, 'dist'), name, row, files, beside),
      budgetBytes,
    })),
  )
}

/**
 * @param {string} dist of the plugin
 * @param {string} name
 * @param {string} row
 * @param {string[]} files
 * @param {string[]} [beside]
 * @returns {Promise<number>}
 */
async function weigh(dist, name, row, files, beside = []) {
  // What a host has of the package before: the plugin, and nothing else that stands beside it in
  // the file.
  const plugin = `export { ${name} } from '${dist}/index.js'`
  const bundle = await rolldown({
    input: {
      plugin: 'virtual:plugin',
      ...Object.fromEntries(
        [...beside, ...files].map(file => [file.replaceAll('/', '-'), join(dist, `${file}.js`)]),
      ),
    },
    plugins: [
      {
        name: 'plugin',
        resolveId: id => (id === 'virtual:plugin' ? id : undefined),
        load: id => (id === 'virtual:plugin' ? plugin : undefined),
      },
    ],
    platform: 'browser',
    external: /^@portico\/|^react/,
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  const dir = join(cache, 'size', 'first-use', row)
  rmSync(dir, { recursive: true, force: true })
  const { output } = await bundle.write({ dir, format: 'esm', minify: true })
  await bundle.close()
  const chunks = new Map(
    output.filter(each => each.type === 'chunk').map(chunk => [chunk.fileName, chunk]),
  )
  /**
   * What a chunk brings along.
   * @param {string} file
   * @param {Set<string>} [found]
   * @returns {Set<string>}
   */
  const withImports = (file, found = new Set()) => {
    const chunk = chunks.get(file)
    if (!chunk || found.has(file)) return found
    found.add(file)
    for (const other of chunk.imports) withImports(other, found)
    return found
  }
  const entry = (/** @type {string} */ file) => `${file.replaceAll('/', '-')}.js`
  const before = new Set(['plugin', ...beside].flatMap(file => [...withImports(entry(file))]))
  const fetched = new Set(
    files.flatMap(file => [...withImports(entry(file))]).filter(file => !before.has(file)),
  )
  return [...fetched].reduce(
    (sum, file) => sum + gzipSync(chunks.get(file)?.code ?? '', { level: 9 }).length,
    0,
  )
}

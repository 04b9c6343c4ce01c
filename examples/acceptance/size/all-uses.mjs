import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { root } from '../scripts/workspaces.mjs'

/** Loaded in part: one language of many, and the icons that a page shows. */
const inPart = /\/dist\/(?:text|icons)\//

/**
 * Everything that a plugin loads once all of it is used, with the libraries that it brings: gzip -9
 * of its built files in English, without shipped icons. What every host has (`@portico/kernel`,
 * `@portico/ui`) is not counted again.
 *
 * @param {string} folder of the plugin
 * @returns {Promise<number>} bytes
 */
export async function weighAll(folder) {
  const bundle = await rolldown({
    input: join(root, folder, 'dist', 'index.js'),
    platform: 'browser',
    external: id => /^@portico\/|^react/.test(id),
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    logLevel: 'silent',
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  return output
    .filter(each => each.type === 'chunk')
    .filter(({ moduleIds }) => !moduleIds.length || !moduleIds.every(id => inPart.test(id)))
    .reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
}

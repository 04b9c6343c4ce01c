import { join } from 'node:path'
import { run } from './process.mjs'
import { root, workspaces } from './workspaces.mjs'

/**
 * @typedef {{ name: string, version: string, integrity: string, size: number, filename: string,
 * files: { path: string }[] }} NpmPacked what `npm pack --json` prints for a package
 */
/**
 * @typedef {{ name: string, version: string, integrity: string, size: number, file: string,
 * paths: string[] }} Packed `file`: the tarball, `size` its bytes; `paths`: the files in it
 */

/**
 * Packs every published package as npm would publish it. The packages are built already.
 *
 * @param {string} folder the tarballs are written there
 * @returns {Promise<Packed[]>}
 */
export async function packAll(folder) {
  const names = workspaces().flatMap(({ name, published }) => (published ? ['-w', name] : []))
  const { code, output, stdout } = await run(
    'npm',
    ['pack', '--json', '--silent', '--pack-destination', folder, ...names],
    { cwd: root },
  )
  if (code !== 0) throw new Error(`npm pack failed:\n${output}`)
  const packed = /** @type {NpmPacked[]} */ (JSON.parse(stdout))
  return packed.map(({ name, version, integrity, size, filename, files }) => ({
    name,
    version,
    integrity,
    size,
    file: join(folder, filename),
    paths: files.map(({ path }) => path),
  }))
}

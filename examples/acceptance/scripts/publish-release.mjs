import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './process.mjs'
import { result } from './results.mjs'

/** @import { Result } from './results.mjs' */

/** The tag of npm that a version gets: `npm install` without a version takes `latest`. */
export const tagOf = (/** @type {string} */ version) => (version.includes('-') ? 'next' : 'latest')

/** @param {string} file @returns {Promise<{ name: string, version: string }>} */
async function readTarball(file) {
  const { code, stdout, output } = await run('tar', ['-xzOf', file, 'package/package.json'])
  if (code !== 0) throw new Error(`The tarball ${file} cannot be read:\n${output}`)
  return JSON.parse(stdout)
}

/** `npm run --silent` passes on its silence, and what npm says tells why it failed. */
const sayErrors = '--loglevel=error'

/**
 * True if the registry has this version. A registry that does not answer is an error.
 * @param {string} id such as @portico/sdk@1.2.3 @param {readonly string[]} flags
 */
async function isPublished(id, flags) {
  const { code, stdout, output } = await run('npm', ['view', id, 'version', sayErrors, ...flags])
  if (code === 0) return stdout.trim() !== ''
  if (/\bE404\b/.test(output)) return false
  throw new Error(`The registry does not say whether it has ${id}:\n${output}`)
}

/**
 * Publishes each tarball of a folder, prereleases under the tag `next`. A version that the registry
 * has is left out, so that a publication that broke off can be run again.
 *
 * @param {string} folder
 * @param {readonly string[]} [flags] of npm
 * @returns {Promise<Result[]>}
 */
export async function publishRelease(folder, flags = ['--provenance']) {
  const results = []
  const reading = flags.filter(flag => flag !== '--provenance')
  for (const file of readdirSync(folder)
    .filter(name => name.endsWith('.tgz'))
    .toSorted()) {
    const path = join(folder, file)
    const { name, version } = await readTarball(path)
    const id = `${name}@${version}`
    if (await isPublished(id, reading)) {
      results.push(result(id, true, 'is published already'))
      continue
    }
    const tag = tagOf(version)
    const { code, output } = await run('npm', [
      ...['publish', path, `--tag=${tag}`, '--access=public', '--ignore-scripts'],
      ...[sayErrors, ...flags],
    ])
    results.push(result(id, code === 0, code === 0 ? `published as ${tag}` : output))
  }
  if (!results.length) return [result('tarballs', false, `There is none in ${folder}.`)]
  return results
}

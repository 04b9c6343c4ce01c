import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's top folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')

/**
 * Where results and builds of these commands are kept between runs; git and npm know nothing of it.
 */
export const cache = join(root, 'node_modules', '.cache', 'portico')

/**
 * @typedef {object} Workspace
 * @property {string} folder below the root, such as `plugins/base/shell`
 * @property {string} name
 * @property {boolean} published
 * @property {Record<string, any>} manifest
 */

const readJson = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8'))

/**
 * @param {string} pattern as in package.json, where `*` stands for one folder name
 * @returns {string[]}
 */
function expand(pattern) {
  return pattern.split('/').reduce(
    (/** @type {string[]} */ folders, part) =>
      folders.flatMap(folder => {
        if (part !== '*') return [join(folder, part)]
        const here = join(root, folder)
        return existsSync(here) ? readdirSync(here).map(name => join(folder, name)) : []
      }),
    [''],
  )
}

/** Every package of this repository, in the order of the workspaces. @returns {Workspace[]} */
export function workspaces() {
  return /** @type {string[]} */ (readJson(join(root, 'package.json')).workspaces)
    .flatMap(expand)
    .filter(folder => existsSync(join(root, folder, 'package.json')))
    .map(folder => {
      const manifest = readJson(join(root, folder, 'package.json'))
      return {
        folder: folder.replaceAll('\\', '/'),
        name: manifest.name,
        published: manifest.private !== true,
        manifest,
      }
    })
}

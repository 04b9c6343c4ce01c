import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetchByNpm } from './needs.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { root } from './workspaces.mjs'

/**
 * @typedef {{ packages: Record<string, { version?: string, link?: boolean, optional?: boolean,
 * devOptional?: boolean }> }} LockFile
 */

/** @param {string} file @returns {LockFile | undefined} */
const readLock = file => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/**
 * Whether node_modules holds what the lock file names. Packages for other systems are optional and
 * may be absent.
 *
 * @param {LockFile} wanted
 * @param {LockFile} present
 */
export function isInstalled(wanted, present) {
  return Object.entries(wanted.packages)
    .filter(
      ([path, { optional, devOptional }]) =>
        path.includes('node_modules/') && !optional && !devOptional,
    )
    .every(([path, { version, link }]) => {
      const found = present.packages[path]
      return found !== undefined && found.version === version && found.link === link
    })
}

/**
 * Installs the dependencies from the lock file where that was not done yet, or was done from
 * another one.
 */
export const install = () => oneAtATime('install', installMissing)

async function installMissing() {
  const wanted = readLock(join(root, 'package-lock.json'))
  const present = readLock(join(root, 'node_modules', '.package-lock.json'))
  if (wanted && present && isInstalled(wanted, present)) return
  process.stderr.write(
    present
      ? 'Dependencies have changed: installing them from the lock file.\n'
      : 'Installing the dependencies from the lock file (once).\n',
  )
  // `npm ci` empties node_modules first, which an install that is only out of date does not need.
  await fetchByNpm('The dependencies', [present ? 'install' : 'ci'], root)
}

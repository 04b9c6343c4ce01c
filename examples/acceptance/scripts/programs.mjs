import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './process.mjs'

/** True where this process may run the file. @param {string} file */
export const canRun = file => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The first of these programs that is in the PATH.
 * @param {readonly string[]} names
 * @returns {string | undefined}
 */
export function findProgram(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(canRun)
}

/**
 * Installs packages of Debian. Needs root and apt.
 *
 * @param {string} what the subject of the sentence that tells the person
 * @param {readonly string[]} packages
 * @returns {Promise<boolean>} false where this machine has no apt or this process is not root
 */
export async function installFromDebian(what, packages) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  process.stderr.write(`No ${what} here yet: installing the one of Debian (once).\n`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env, timeoutMs: 5 * 60_000 })
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    env,
    timeoutMs: 10 * 60_000,
  })
  return true
}

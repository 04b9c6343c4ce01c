import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cache } from './workspaces.mjs'

const runs = join(cache, 'runs')
const remove = (/** @type {string} */ folder) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

/** Whether a process with this number runs. @param {string} pid */
export const isAlive = pid => {
  try {
    return process.kill(Number(pid), 0)
  } catch (error) {
    // of another user, but there
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * The folder of what only this run of a command builds and leaves behind, so that two at the same
 * time do not take each other's pages away. Made by the first who asks; the processes that it
 * starts find the same. It goes with the process that made it.
 */
export function runFolder() {
  const given = process.env.PORTICO_RUN
  if (given) return given
  const folder = join(runs, String(process.pid))
  mkdirSync(folder, { recursive: true })
  // Of those that could not clean up after themselves.
  for (const pid of readdirSync(runs)) if (!isAlive(pid)) remove(join(runs, pid))
  process.once('exit', () => remove(folder))
  process.env.PORTICO_RUN = folder
  return folder
}

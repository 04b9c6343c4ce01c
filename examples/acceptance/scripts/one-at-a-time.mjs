import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './run-folder.mjs'
import { root } from './workspaces.mjs'

/** A lock that is older belongs to a run that was killed: a new process may have its number. Milliseconds. */
const oldestMs = 30 * 60_000

/** The lock of this checkout. Outside of node_modules, which an install empties. @param {string} name */
export const lockOf = name => join(tmpdir(), `portico-${createHash('sha256').update(root).digest('hex').slice(0, 16)}-${name}.lock`)

/** @param {string} lock */
function isHeld(lock) {
  try {
    return isAlive(readFileSync(lock, 'utf8')) && Date.now() - statSync(lock).mtimeMs < oldestMs
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

/**
 * Runs work that two commands in the same checkout must not do at the same time, such as writing the packages' `dist`. Waits while another process does it.
 *
 * @template Answer
 * @param {string} name of the work
 * @param {() => Promise<Answer>} work
 * @returns {Promise<Answer>}
 */
export async function oneAtATime(name, work) {
  const lock = lockOf(name)
  for (let isSaid = false; ; ) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    if (!isHeld(lock)) {
      rmSync(lock, { force: true })
      continue
    }
    if (!isSaid) process.stderr.write(`Another run in this folder does the same now (${name}): waiting for it.\n`)
    isSaid = true
    await sleep(200)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

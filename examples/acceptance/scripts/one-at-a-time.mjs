import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './run-folder.mjs'
import { root } from './workspaces.mjs'

/**
 * A lock that is older belongs to a run that was killed: a new process may have its number.
 * Milliseconds.
 */
const oldestMs = 90 * 60_000

/**
 * The lock of this checkout. Outside of node_modules, which an install empties.
 * @param {string} name
 */
export const lockOf = name =>
  join(
    tmpdir(),
    `portico-${createHash('sha256').update(root).digest('hex').slice(0, 16)}-${name}.lock`,
  )
/** The lock of all checkouts of this user on this machine. */
const runLock = () => join(tmpdir(), `portico-${userInfo().username}-turn.lock`)

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
 * Runs work while this process holds a lock.
 *
 * @template Answer
 * @param {string} lock
 * @param {string} sentence tells what is waited for, where it has to wait
 * @param {() => Promise<Answer>} work
 * @returns {Promise<Answer>}
 */
async function holding(lock, sentence, work) {
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
    if (!isSaid) process.stderr.write(`${sentence}\n`)
    isSaid = true
    await sleep(200)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/**
 * Runs work that two commands in the same checkout must not do at the same time, such as writing
 * the packages' `dist`. Waits while another process does it.
 *
 * @template Answer
 * @param {string} name of the work
 * @param {() => Promise<Answer>} work
 * @returns {Promise<Answer>}
 */
export const oneAtATime = (name, work) =>
  holding(
    lockOf(name),
    `Another run in this folder does the same now (${name}): waiting for it.`,
    work,
  )

/**
 * Runs work that keeps every core busy, or measures time. Waits while another checkout on this
 * machine does such work: tests of two browsers beside each other miss moments that each alone
 * would meet. Work that it starts shares the same lock.
 *
 * @template Answer
 * @param {() => Promise<Answer>} work
 * @returns {Promise<Answer>}
 */
export async function inTurn(work) {
  if (process.env.PORTICO_TURN) return work()
  return holding(
    runLock(),
    'Another run of Portico tests on this machine now: waiting for its step to end.',
    async () => {
      process.env.PORTICO_TURN = String(process.pid)
      try {
        return await work()
      } finally {
        delete process.env.PORTICO_TURN
      }
    },
  )
}

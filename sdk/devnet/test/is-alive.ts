import { existsSync, readFileSync } from 'node:fs'

/**
 * Whether a process still runs. One that ended but whose parent has not asked for its status yet
 * does not.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const status = `/proc/${pid}/stat`
    return !existsSync(status) || !/^\d+ \(.*\) Z/.test(readFileSync(status, 'utf8'))
  } catch {
    return false
  }
}

import { existsSync, readFileSync } from 'node:fs'

/**
 * True while a process runs. False for a zombie: it ended, and its parent has not read its status.
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

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const alive = new Set<ChildProcess>()

const killAll = () => {
  for (const child of alive) child.kill('SIGKILL')
}

/**
 * Starts a program that never outlives this process: it is killed when this process exits, and,
 * where there is a shell, also when this process is killed by a signal or crashes without a chance
 * to clean up.
 */
export function spawnBound(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  if (child.pid === undefined) return child

  bind(child)
  const guard = spawnGuard(child.pid)
  child.once('exit', () => guard?.kill('SIGKILL'))
  return child
}

/** Sends SIGTERM, and SIGKILL after `timeoutMs`. Resolves when the program has ended. */
export async function endProcess(child: ChildProcess, timeoutMs = 2_000): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  await ended
  clearTimeout(killTimer)
}

function bind(child: ChildProcess): void {
  if (alive.size === 0) process.on('exit', killAll)
  alive.add(child)
  child.once('exit', () => {
    alive.delete(child)
    if (alive.size === 0) process.off('exit', killAll)
  })
}

/**
 * A shell in a new session that waits for the other end of its pipe to close, which happens
 * however this process ends, and then kills `pid`. Windows has no such shell: there Ctrl-C reaches
 * every program of the console.
 */
function spawnGuard(pid: number): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined
  const guard = spawn(
    '/bin/sh',
    ['-c', 'read -r line; kill -9 "$1" 2>/dev/null', 'guard', String(pid)],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    },
  )
  guard.unref()
  const pipe = guard.stdin
  if (pipe && 'unref' in pipe && typeof pipe.unref === 'function') pipe.unref()
  return guard
}

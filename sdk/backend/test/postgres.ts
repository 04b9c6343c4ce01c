import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../../examples/acceptance/scripts/free-port.mjs'

export interface Postgres {
  /** A new, empty database of this server. */
  create(): Promise<string>
  /** Cuts every connection, as a server that goes down does. */
  cut(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a server of its own on a free port in a folder of its own; PostgreSQL refuses to be root,
 * so root lends it another user. It ends with this process.
 */
export async function startPostgres(bin: string): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-postgres-'))
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'portico', '--auth=trust', '--no-sync', '--locale=C', '--encoding=UTF8'],
    {
      ...user,
      cwd: folder,
    },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)

  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    fsync: 'off',
    unix_socket_directories: folder,
    shared_buffers: '32MB',
    max_connections: '100',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // The shell ends the server when its pipe closes, which happens however this process ends.
  const command = [join(bin, 'postgres'), '-D', data, '-p', String(port), ...options]
  const shell = spawn(
    '/bin/sh',
    [
      '-c',
      '"$@" 2>/dev/null & server=$!; read -r line; kill -INT $server; wait $server',
      'postgres',
      ...command,
    ],
    {
      ...user,
      cwd: folder,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  const url = (name: string) => `postgres://portico@127.0.0.1:${port}/${name}`
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: url('postgres') })
    client.on('error', () => undefined)
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  for (let attempt = 0; ; attempt++) {
    try {
      await query('select 1')
      break
    } catch (error) {
      if (attempt > 300 || shell.exitCode !== null) throw error
      await sleep(50)
    }
  }

  let count = 0
  return {
    async create() {
      const name = `test_${++count}`
      await query(`create database ${name}`)
      return url(name)
    },
    cut: () =>
      query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = $$client backend$$',
      ),
    async stop() {
      const ended = once(shell, 'exit')
      shell.stdin?.end()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The user that Debian's package made, or the one that has no rights. */
function idOf(flag: string): number {
  for (const name of ['postgres', 'nobody']) {
    const { status, stdout } = spawnSync('id', [flag, name])
    if (status === 0) return Number(String(stdout).trim())
  }
  throw new Error('There is no user but root here, and PostgreSQL refuses to be root.')
}

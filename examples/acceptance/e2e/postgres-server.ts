import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const debian = '/usr/lib/postgresql'

/** The folder of a PostgreSQL server's programs; undefined where none is installed. */
export const postgresPrograms = (): string | undefined =>
  process.env.PORTICO_POSTGRES ??
  (existsSync(debian) ? readdirSync(debian) : [])
    .map(version => join(debian, version, 'bin'))
    .find(folder => existsSync(join(folder, 'initdb')))

const idOf = (flag: string) =>
  Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** Starts a server with an empty database on a free port. It ends with this process. */
export async function startPostgresServer(programs: string) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-postgres-'))
  // PostgreSQL refuses to be root, so root lends it the user of Debian's package.
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder }
  spawnSync(join(programs, 'initdb'), ['-D', data, '-U', 'portico', '-A', 'trust', '-N'], options)
  const port = String(await freePort())
  const command = [join(programs, 'postgres'), '-D', data, '-p', port, '-k', folder, '-F']
  // The shell ends the server when its pipe closes, which happens however this process ends.
  const script = '"$@" 2>/dev/null & server=$!; read -r line; kill -INT $server; wait $server'
  const shell = spawn('/bin/sh', ['-c', script, 'postgres', ...command], {
    ...options,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const isReady = ['-h', '127.0.0.1', '-p', port]
  for (let attempt = 0; spawnSync(join(programs, 'pg_isready'), isReady).status !== 0; attempt++) {
    if (attempt > 300) throw new DOMException('PostgreSQL does not start.', 'TimeoutError')
    await sleep(100)
  }
  return {
    url: `postgres://portico@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = once(shell, 'exit')
      shell.stdin.end()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

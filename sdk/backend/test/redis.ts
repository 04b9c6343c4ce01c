import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Whether `redis-server` is installed. */
export const hasRedis = (): boolean => spawnSync('redis-server', ['--version']).status === 0

/** Starts a Redis in memory on a free port. It ends with this process. */
export async function startRedis(): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const free = createServer()
  free.listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  free.close()
  await once(free, 'close')
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      'redis-server --port "$1" --bind 127.0.0.1 --save "" & server=$!; read -r line; kill $server; wait $server',
      'redis',
      String(port),
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  for await (const chunk of child.stdout)
    if (String(chunk).includes('Ready to accept connections')) break
  return {
    port,
    async stop() {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}

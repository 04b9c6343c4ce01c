import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, it } from 'vitest'
import { packAll } from '../scripts/pack.mjs'
import { root } from '../scripts/workspaces.mjs'

const docker = join(root, 'sdk/backend/docker')
const folder = mkdtempSync(join(tmpdir(), 'portico-container-'))
let child: ChildProcess | undefined
afterAll(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** The arguments of each instruction of this name, in the order of the Dockerfile. */
const instructions = (name: string): readonly string[] => {
  const text = readFileSync(join(docker, 'Dockerfile'), 'utf8')
  return [...text.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, rest = '']) => rest)
}

it('the steps of the Dockerfile, in an empty folder, make a server that answers and stops', {
  tags: ['thorough'],
  timeout: 600_000,
}, async () => {
  // The packages that own-backend.md packs.
  const guide = readFileSync(join(root, 'examples/docs/own-backend.md'), 'utf8')
  const packed = /^npm pack (.*) --pack-destination/m.exec(guide)?.[1] ?? ''
  const names = [...packed.matchAll(/-w (\S+)/g)].map(([, workspace = '']) => {
    const manifest = readFileSync(join(root, workspace, 'package.json'), 'utf8')
    return (JSON.parse(manifest) as { name: string }).name
  })
  const tarballs = mkdtempSync(join(tmpdir(), 'portico-packed-'))
  for (const { name, file } of await packAll(tarballs))
    if (names.includes(name)) copyFileSync(file, join(folder, basename(file)))
  rmSync(tarballs, { recursive: true, force: true })
  expect(readdirSync(folder)).toHaveLength(names.length)

  const [install = ''] = instructions('RUN')
  expect(install).toContain('npm install')
  execFileSync('/bin/sh', ['-c', install], { cwd: folder, stdio: 'pipe' })
  const installed = readdirSync(join(folder, 'node_modules'))
  expect(installed).not.toContain('react')

  const [entry = '[]'] = instructions('ENTRYPOINT')
  const [, ...args] = JSON.parse(entry) as readonly string[]
  const environment = Object.fromEntries(
    instructions('ENV')
      .flatMap(line => line.split(' '))
      .map(pair => pair.split('=')),
  )
  child = spawn(process.execPath, args, {
    cwd: folder,
    env: {
      ...process.env,
      ...environment,
      PORTICO_BACKEND_HOST: '127.0.0.1',
      PORTICO_BACKEND_PORT: '0',
      PORTICO_BACKEND_DATABASE: `file:${join(folder, 'backend.db')}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout ?? process.stdin })
  const [line] = (await once(lines, 'line')) as [string]
  const { event, url } = JSON.parse(line) as { event: string; url: string }
  expect(event).toBe('started')
  expect((await fetch(`${url}/ready`)).status).toBe(200)

  const [health = ''] = instructions('HEALTHCHECK')
  const [, ...check] = JSON.parse(health.slice(health.indexOf('['))) as readonly string[]
  execFileSync(
    process.execPath,
    check.map(each => each.replace('http://127.0.0.1:8787', url)),
  )

  child.kill('SIGTERM')
  const [code] = (await once(child, 'exit')) as [number]
  expect(code).toBe(0)
})

it('the compose file gives every role a process, and PostgreSQL and Redis to each', () => {
  const text = readFileSync(join(docker, 'compose.yaml'), 'utf8')
  const roles = [...text.matchAll(/PORTICO_BACKEND_ROLES: (\w+)/g)].map(([, role]) => role)
  expect(roles).toEqual(['api', 'indexer', 'worker'])
  expect(text).toMatch(/PORTICO_BACKEND_DATABASE: postgres:\/\//)
  expect(text).toMatch(/PORTICO_BACKEND_REDIS: redis:\/\//)
})

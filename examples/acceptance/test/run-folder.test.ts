import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { serve } from '../scripts/serve.mjs'

const scripts = fileURLToPath(new URL('../scripts', import.meta.url))
/** A command that has created its folder, prints its name, and keeps running. */
async function begin() {
  const { PORTICO_RUN: _, ...env } = process.env
  const source = `import '${scripts}/process.mjs'; import { runFolder } from '${scripts}/run-folder.mjs'; console.log(runFolder()); setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, folder: said.toString().trim() }
}

it('two runs at the same time have separate folders, which are deleted at their end and after a signal', async () => {
  const [one, two] = await Promise.all([begin(), begin()])
  expect(one.folder).not.toBe(two.folder)
  writeFileSync(join(one.folder, 'page.html'), 'one')
  one.child.kill('SIGTERM')
  await once(one.child, 'exit')
  expect([existsSync(one.folder), existsSync(two.folder)]).toEqual([false, true])
  two.child.kill('SIGKILL')
  await once(two.child, 'exit')
  expect(existsSync(two.folder)).toBe(true)
  // What one could not clean up the next one does.
  const three = await begin()
  expect([existsSync(two.folder), existsSync(three.folder)]).toEqual([false, true])
  three.child.kill('SIGINT')
  await once(three.child, 'exit')
  expect(existsSync(three.folder)).toBe(false)
})

it('a command that receives a signal ends its programs first and its other cleanups run although one fails', async () => {
  const source = `import { beforeEnd, run } from '${scripts}/process.mjs'
    run(process.execPath, ['--eval', 'setInterval(() => {}, 1_000)']).then(() => console.log('program ended'))
    beforeEnd(() => { throw new Error('no') })
    beforeEnd(() => new Promise(resolve => setTimeout(resolve, 500)))
    console.log('begun')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk
  })
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  const [code] = (await once(child, 'close')) as [number | null]
  expect([code, said]).toEqual([143, 'begun\nprogram ended\n'])
})

it('the server answers 404 for a missing or deleted file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-serve-'))
  writeFileSync(join(folder, 'index.html'), 'hello')
  const server = await serve(folder)
  try {
    const status = async (path: string) => (await fetch(`${server.url}${path}`)).status
    expect(
      await Promise.all(['/', '/index.html', '/gone.js', '/../../etc/passwd'].map(status)),
    ).toEqual([200, 200, 404, 404])
    rmSync(folder, { recursive: true })
    expect(await Promise.all(['/', '/index.html'].map(status))).toEqual([404, 404])
  } finally {
    await server.close()
  }
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// Of this process: two runs may do this at once. In the package, where its dependencies are found.
const folder = fileURLToPath(new URL(`../.cache/ending-${process.pid}/`, import.meta.url))

/** Starts a relay, pairs, signs, stops all, and does not call `process.exit`. */
const program = `
import { createPocket, openPage, startRelay } from './parts.mjs'
const relay = await startRelay()
const keys = { eip155: ['0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'] }
const pocket = await createPocket({ relayUrl: relay.url, chains: { 'eip155:1': '' }, keys })
const page = await openPage(relay.url)
const { uri, session } = await page.propose({ eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } })
await pocket.pair(uri)
await session
const signature = await page.provider.request({ method: 'personal_sign', params: ['0x00', pocket.addresses('eip155:1')[0]] }, 'eip155:1')
await Promise.all([page.stop(), pocket.stop()])
await pocket.stop()
await relay.stop()
console.log(JSON.stringify({ signature, globals: Object.keys(globalThis).filter(name => name.startsWith('_walletConnect')) }))
`

describe('a pocket and a page that were stopped', () => {
  beforeAll(async () => {
    const entry = join(mkdtempSync(join(tmpdir(), 'pocket-')), 'parts.ts')
    const from = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)))
    writeFileSync(
      entry,
      `export { startRelay } from ${from('../../devnet/src/index.ts')}\nexport { openPage } from ${from('./page.ts')}\nexport { createPocket } from ${from('./index.ts')}\n`,
    )
    await build({
      configFile: false,
      logLevel: 'silent',
      resolve: { conditions: ['@portico/source', 'node', 'production'] },
      ssr: {
        noExternal: [/^@portico\//],
        resolve: { conditions: ['@portico/source', 'node', 'production'] },
      },
      build: {
        ssr: entry,
        outDir: folder,
        emptyOutDir: true,
        rolldownOptions: { output: { entryFileNames: 'parts.mjs' } },
      },
    })
    rmSync(join(entry, '..'), { recursive: true })
    writeFileSync(join(folder, 'program.mjs'), program)
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('a stopped pocket keeps no process alive and leaves no global of the library behind', {
    timeout: 60_000,
  }, async () => {
    const child = spawn(process.execPath, [join(folder, 'program.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const said: string[] = []
    child.stdout.on('data', (text: Buffer) => said.push(String(text)))
    const timer = setTimeout(() => child.kill('SIGKILL'), 50_000)
    const [code] = (await once(child, 'exit')) as [number | null]
    clearTimeout(timer)
    expect(code).toBe(0)
    expect(JSON.parse(said.join(''))).toEqual({
      signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
      globals: [],
    })
  })
})

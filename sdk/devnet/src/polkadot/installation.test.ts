import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { expect, it } from 'vitest'

/** Bundles the ledger into this folder, as `ledger.mjs`. */
const bundleInto = (folder: string) =>
  build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: fileURLToPath(new URL('./ledger.ts', import.meta.url)),
      outDir: folder,
      rolldownOptions: { output: { entryFileNames: 'ledger.mjs' } },
    },
  })
const runIn = async (cwd: string, script: string) =>
  (
    await promisify(execFile)(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `const { startPolkadotLedger } = await import('./ledger.mjs'); ${script}`,
      ],
      {
        cwd,
      },
    )
  ).stdout

it('the Substrate chain names its two optional packages when they are not installed', {
  timeout: 60_000,
}, async () => {
  // Outside of the repository, where nothing is installed.
  const folder = mkdtempSync(join(tmpdir(), 'portico-missing-'))
  try {
    await bundleInto(folder)
    const said = await runIn(
      folder,
      'await startPolkadotLedger().catch(error => console.log(error.code, error.message))',
    )
    expect(said).toMatch(
      /^NODE_MISSING .*npm install --save-dev @acala-network\/chopsticks @substrate\/connect-known-chains/,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it('the Substrate chain starts where its package is installed in a path with spaces', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico with spaces '))
  try {
    const [from, to] = [
      fileURLToPath(new URL('../../../../node_modules/', import.meta.url)),
      join(folder, 'node_modules'),
    ]
    mkdirSync(join(to, '@acala-network'), { recursive: true })
    for (const name of readdirSync(from).filter(
      each => each !== '@acala-network' && !each.startsWith('.'),
    ))
      symlinkSync(join(from, name), join(to, name), 'junction')
    for (const name of readdirSync(join(from, '@acala-network')))
      cpSync(join(from, '@acala-network', name), join(to, '@acala-network', name), {
        recursive: true,
      })
    await bundleInto(folder)
    const said = await runIn(
      folder,
      'const ledger = await startPolkadotLedger(); console.log(ledger.url); await ledger.stop(); process.exit()',
    )
    expect(said).toMatch(/^http:\/\/127\.0\.0\.1:\d+/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { expect, it } from 'vitest'

it('the Bitcoin ledger names bcoin and how to install it when bcoin is missing', {
  timeout: 60_000,
}, async () => {
  // Outside of the repository, where nothing is installed.
  const folder = mkdtempSync(join(tmpdir(), 'portico-missing-'))
  try {
    const entry = fileURLToPath(new URL('./ledger.ts', import.meta.url))
    await build({
      configFile: false,
      logLevel: 'silent',
      build: {
        ssr: entry,
        outDir: folder,
        rolldownOptions: { output: { entryFileNames: 'ledger.mjs' } },
      },
    })
    const script = `const { startBitcoinLedger } = await import('./ledger.mjs'); await startBitcoinLedger().catch(error => console.log(error.code, error.message))`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { cwd: folder },
    )
    expect(stdout).toMatch(/^NODE_MISSING .*npm install --save-dev bcoin/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

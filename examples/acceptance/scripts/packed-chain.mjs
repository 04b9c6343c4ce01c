import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { browser, browserArgs } from './browser.mjs'
import { compilerOptions, unpack } from './packed-host.mjs'
import { runNode } from './process.mjs'
import { result } from './results.mjs'
import { serve } from './serve.mjs'
import { root } from './workspaces.mjs'

/** @import { Result } from './results.mjs' */

/** The folder of the example in `examples`. */
export const chainExample = 'third-party-chain'

/** Gzip bytes that the example may add to a page before the click. */
const budgetBytes = 1_100

/**
 * Installs the example of a third party's chain on the packed packages, away from this repository,
 * and runs what its author runs: types, the suite, `portico-weigh`, the build of its page, and the
 * page with a scripted wallet.
 *
 * @param {readonly { name: string, file: string }[]} packages their tarballs
 * @returns {Promise<Result[]>}
 */
export async function tryPackedChain(packages) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-chain-'))
  try {
    const fault = await install(folder, packages)
    if (fault) return [fault]
    const run = async (
      /** @type {string} */ what,
      /** @type {string[]} */ [script = '', ...args],
    ) => {
      const { code, output } = await runNode(join(folder, 'node_modules', script), args, {
        cwd: folder,
      })
      return {
        output,
        result: result(
          `a chain of a third party on the packed packages: ${what}`,
          code === 0,
          code === 0 ? undefined : output,
        ),
      }
    }
    const types = await run('types', ['typescript/bin/tsc', '-p', '.'])
    const suite = await run('suite', ['vitest/vitest.mjs', 'run'])
    const weight = await run('weight', ['@portico/kernel/bin/portico-weigh.mjs', './src/plugin.ts'])
    const [, kB = 'no weight'] = /([\d.]+) kB {2}before the click/.exec(weight.output) ?? []
    const page = await run('page', ['vite/bin/vite.js', 'build', 'page', '--logLevel', 'warn'])
    return [
      types.result,
      suite.result,
      weight.result,
      result(
        `a chain of a third party adds at most ${budgetBytes} B before the click`,
        Number(kB) * 1_000 <= budgetBytes,
        `${kB} kB`,
      ),
      page.result,
      await openPage(join(folder, 'page', 'dist')),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Unpacks the tarballs, and links the packages of the registry.
 *
 * @param {string} folder
 * @param {readonly { name: string, file: string }[]} packages
 */
async function install(folder, packages) {
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@portico') symlinkSync(join(root, 'node_modules', name), join(modules, name))
  const fault = await unpack(packages, modules)
  if (fault) return fault
  const example = join(root, 'examples', chainExample)
  for (const name of ['src', 'test', 'page', 'package.json'])
    cpSync(join(example, name), join(folder, name), { recursive: true })
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      // The declarations of the SDK name a file that it does not publish.
      compilerOptions: { ...compilerOptions, types: ['node'], skipLibCheck: true },
      include: ['src', 'test', 'page'],
    }),
  )
  return undefined
}

/** Opens the page with a scripted wallet, and looks for its row. @param {string} built */
async function openPage(built) {
  const title = 'the page of a chain of a third party lists the wallet'
  const server = await serve(built)
  const chrome = await chromium.launch({ executablePath: await browser(), args: browserArgs })
  try {
    const page = await chrome.newPage()
    await page.goto(`${server.url}/?wallet`)
    await page.getByRole('button', { name: 'Connect' }).first().click()
    await page.getByRole('button', { name: 'Test Wallet' }).waitFor({ timeout: 10_000 })
    return result(title, true)
  } catch (error) {
    return result(title, false, String(error))
  } finally {
    await chrome.close()
    await server.close()
  }
}

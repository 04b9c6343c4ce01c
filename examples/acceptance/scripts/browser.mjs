import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { MissingNeed } from './needs.mjs'
import { run, runNode } from './process.mjs'
import { root } from './workspaces.mjs'

/** What a headless Chromium is started with: no sandbox where root may not have one, and no traffic of its own. */
export const browserArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The Chromium without windows, which Playwright also prefers: a new page costs it a third of the time, for it has no tabs and menus to draw. */
const headlessNames = ['chromium-headless-shell', 'chrome-headless-shell']
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const places = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

const canRun = (/** @type {string} */ file) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The browser of this system, or the one that PORTICO_BROWSER names; undefined when there is none.
 *
 * @param {{ headed?: boolean }} [options] `headed`: one that can show its windows
 */
export function findBrowser({ headed = false } = {}) {
  const named = process.env.PORTICO_BROWSER
  if (named) return named
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const wanted = headed ? names : [...headlessNames, ...names]
  return [...wanted.flatMap(name => folders.map(folder => join(folder, name))), ...places].find(canRun)
}

/** @param {{ headed?: boolean }} options */
async function installFromDebian({ headed = false }) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  process.stderr.write('No Chromium here yet: installing the one of Debian (once).\n')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env, timeoutMs: 5 * 60_000 })
  for (const name of headed ? ['chromium'] : ['chromium-headless-shell', 'chromium']) {
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env, timeoutMs: 10 * 60_000 })
    const found = findBrowser({ headed })
    if (found) return found
  }
  return undefined
}

async function installFromPlaywright() {
  const { chromium } = await import('@playwright/test')
  if (!existsSync(chromium.executablePath())) {
    process.stderr.write('No Chromium here yet: asking Playwright for its own (once).\n')
    await runNode('node_modules/@playwright/test/cli.js', ['install', 'chromium'], { cwd: root, timeoutMs: 10 * 60_000 })
  }
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

/**
 * The path of a Chromium: this system's first, then Debian's package when we are root, then Playwright's own.
 *
 * @param {{ headed?: boolean }} [options] `headed`: one that can show its windows
 * @returns {Promise<string>}
 * @throws when none of the three can be had, with the sentence that says what to do
 */
export async function browser(options = {}) {
  const found = findBrowser(options) ?? (await installFromDebian(options)) ?? (await installFromPlaywright())
  if (!found) throw new MissingNeed('No Chromium or Chrome was found and none could be installed: install one, or set PORTICO_BROWSER to its path.')
  return found
}

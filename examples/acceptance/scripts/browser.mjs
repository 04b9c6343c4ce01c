import { existsSync } from 'node:fs'
import { MissingNeed } from './needs.mjs'
import { runNode } from './process.mjs'
import { canRun, findProgram, installFromDebian } from './programs.mjs'
import { root } from './workspaces.mjs'

/**
 * The arguments of a headless Chromium: no sandbox where root may not have one, and no background
 * traffic.
 */
export const browserArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The Chromium without windows, which Playwright also prefers: a new page costs it a third of the
 * time, for it has no tabs and menus to draw.
 */
const headlessNames = ['chromium-headless-shell', 'chrome-headless-shell']
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The browser of this system, or the one that PORTICO_BROWSER names; undefined when there is none.
 *
 * @param {{ headed?: boolean }} [options] `headed`: one that can show its windows
 */
export function findBrowser({ headed = false } = {}) {
  const named = process.env.PORTICO_BROWSER
  if (named) return named
  return findProgram(headed ? names : [...headlessNames, ...names]) ?? places.find(canRun)
}

/**
 * The Chromium of Debian without windows, where a continuous integration has only one with windows:
 * the end-to-end tests take a third of the processor less in it. Undefined where it is no such
 * machine, or cannot be had.
 */
async function installHeadless() {
  if (
    !process.env.CI ||
    process.env.PORTICO_BROWSER ||
    findProgram(headlessNames) ||
    !findProgram(names)
  )
    return undefined
  await installFromDebian('Chromium without windows', headlessNames.slice(0, 1))
  return findProgram(headlessNames)
}

/** @param {{ headed?: boolean }} options */
async function installChromium({ headed = false }) {
  for (const name of headed ? ['chromium'] : ['chromium-headless-shell', 'chromium']) {
    if (!(await installFromDebian('Chromium', [name]))) return undefined
    const found = findBrowser({ headed })
    if (found) return found
  }
  return undefined
}

async function installFromPlaywright() {
  const { chromium } = await import('@playwright/test')
  if (!existsSync(chromium.executablePath())) {
    process.stderr.write('No Chromium here yet: asking Playwright for its own (once).\n')
    await runNode('node_modules/@playwright/test/cli.js', ['install', 'chromium'], {
      cwd: root,
      timeoutMs: 10 * 60_000,
    })
  }
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

/**
 * The path of a Chromium: this system's first, then Debian's package when we are root, then
 * Playwright's own.
 *
 * @param {{ headed?: boolean }} [options] `headed`: one that can show its windows
 * @returns {Promise<string>}
 * @throws when none of the three can be had, with the sentence that says what to do
 */
export async function browser(options = {}) {
  const headless = options.headed ? undefined : await installHeadless()
  const found =
    headless ??
    findBrowser(options) ??
    (await installChromium(options)) ??
    (await installFromPlaywright())
  if (!found)
    throw new MissingNeed(
      'No Chromium or Chrome was found and none could be installed: install one, or set PORTICO_BROWSER to its path.',
    )
  return found
}

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { browserArgs, findBrowser } from './scripts/browser.mjs'
import { runFolder } from './scripts/run-folder.mjs'

/** More would compete for the one local network. */
const cores = Math.min(availableParallelism(), 2)
const executablePath = findBrowser()

export default defineConfig({
  testDir: 'e2e',
  outputDir: join(runFolder(), 'traces'),
  globalSetup: './e2e/global-setup.ts',
  forbidOnly: Boolean(process.env.CI),
  // Visits wait half of their time, for deadlines, blocks and relays. The gallery computes all the time: one worker beside them looks at it.
  workers: cores + 1,
  projects: [
    { name: 'gallery', testMatch: 'gallery.spec.ts', workers: 1 },
    { name: 'visits', testIgnore: 'gallery.spec.ts', workers: cores },
  ],
  // A machine that does other things besides may miss a window of 100 ms once: the few that fail run once more alone, when everything else is over (`e2e.mjs`).
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 7_000 },
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? join(runFolder(), 'e2e.json') }]],
  use: {
    baseURL: process.env.PORTICO_URL ?? '',
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1280, height: 800 },
    // A trace without pictures of the page: those take more than a third of every test's time. What fails is recorded with them when it runs once more alone (`e2e.mjs`).
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    launchOptions: { args: browserArgs, ...(executablePath && { executablePath }) },
  },
})

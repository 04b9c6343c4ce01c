import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { browserArgs, findBrowser } from './scripts/browser.mjs'
import { runFolder } from './scripts/run-folder.mjs'

const executablePath = findBrowser()

export default defineConfig({
  testDir: 'e2e',
  outputDir: join(runFolder(), 'traces'),
  globalSetup: './e2e/global-setup.ts',
  forbidOnly: Boolean(process.env.CI),
  workers: 3,
  // A machine that does other things besides may miss a window of 100 ms once: the few that fail
  // run once more alone, when everything else is over (`e2e.mjs`).
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 7_000 },
  reporter: [
    ['list'],
    [
      'json',
      { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? join(runFolder(), 'e2e.json') },
    ],
  ],
  use: {
    baseURL: process.env.PORTICO_URL ?? '',
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1280, height: 800 },
    // A trace without pictures of the page: those take more than a third of every test's time. What
    // fails is recorded with them when it runs once more alone (`e2e.mjs`).
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    launchOptions: { args: browserArgs, ...(executablePath && { executablePath }) },
  },
})

import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { runFolder } from '../scripts/run-folder.mjs'
import type { EngineName } from './driver.js'
import type { EngineOptions } from './visit.js'

const engines: readonly EngineName[] = ['Firefox', 'WebKit', 'Chromium']

// Playwright runs the tests and reports them. Firefox and WebKit are driven by adapters of our own.
export default defineConfig<object, EngineOptions>({
  testDir: '.',
  outputDir: join(runFolder(), 'engine-traces'),
  globalSetup: './global-setup.ts',
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [
    ['list'],
    [
      'json',
      { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? join(runFolder(), 'engines.json') },
    ],
  ],
  projects: engines.map(engineName => ({ name: engineName, use: { engineName } })),
})

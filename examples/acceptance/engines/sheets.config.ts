import { defineConfig } from '@playwright/test'
import config from './playwright.config.js'

const { globalSetup: _, ...shared } = config

// Contact sheets, to be looked at: `npm run engines -- sheets`. The gallery needs no chains.
export default defineConfig({ ...shared, testMatch: 'sheets.ts', timeout: 900_000 })

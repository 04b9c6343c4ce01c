import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { inlineScript } from './examples/acceptance/scripts/sources.mjs'

const root = dirname(fileURLToPath(import.meta.url))

const inside = (folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder)).map(name => `${folder}/${name}`)
    : []
const testsIn = (folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
        .filter(name => /\.test\.tsx?$/.test(name))
    : []

const packages = [
  'kernel',
  'ui',
  ...inside('plugins').flatMap(inside),
  ...inside('sdk'),
  ...inside('examples'),
].filter(folder => existsSync(join(root, folder, 'package.json')))
const tests = packages.flatMap(folder =>
  ['src', 'test'].flatMap(name => testsIn(`${folder}/${name}`)),
)

/**
 * Whether a test wants a page, puts other modules in the place of real ones, or counts the timers
 * that are left: none of these can be shared. What an earlier file of the same process still runs
 * sets its timers on the fake clock of the next file, too.
 */
const wantsOwnProcess = (file: string) =>
  /@vitest-environment|vi\.(mock|doMock|resetModules|getTimerCount)\(/.test(
    readFileSync(join(root, file), 'utf8'),
  )

const conditions = ['@portico/source', 'module', 'browser', 'development|production', 'default']

// Inline projects: those named by a string inherit nothing and fail in a clean clone. All packages
// share them, so each source is read and compiled once.
export default defineConfig({
  plugins: [inlineScript()],
  resolve: { conditions },
  ssr: {
    resolve: { conditions: ['@portico/source', 'node', 'development|production', 'default'] },
  },
  test: {
    // By default one core is left idle, half of a small machine. Projects do not see what the
    // command line says, so a whole run says it here.
    maxWorkers: Number(process.env.PORTICO_UNIT_WORKERS) || '100%',
    testTimeout: 30_000, // a limit for what hangs; figures of speed are asserted where they matter
    setupFiles: ['examples/acceptance/test/clean-up.ts'],
    css: true, // without it every imported style sheet is an empty text
    tags: [
      {
        name: 'thorough',
        description:
          'Thousands of random cases, or seconds of real waiting. The fast run leaves it out.',
        timeout: 120_000,
      },
    ],
    projects: [
      { extends: true, test: { name: 'alone', include: tests.filter(wantsOwnProcess) } },
      {
        extends: true,
        test: {
          name: 'together',
          isolate: false,
          include: tests.filter(file => !wantsOwnProcess(file)),
        },
      },
    ],
  },
})

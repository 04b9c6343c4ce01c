import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = dirname(fileURLToPath(import.meta.url))

const inside = (folder: string): string[] => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map(name => join(folder, name)) : [])

const plugins = inside('plugins').flatMap(inside)
const packages = ['kernel', 'ui', ...plugins, ...inside('sdk'), ...inside('examples')].filter(folder => existsSync(join(root, folder, 'package.json')))

const conditions = ['@portico/source', 'module', 'browser', 'development|production', 'default']

// One inline project per package: projects named by a string inherit nothing and fail in a clean clone.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions: ['@portico/source', 'node', 'development|production', 'default'] } },
  test: {
    maxWorkers: '100%', // by default one core is left idle, half of a small machine
    testTimeout: 30_000, // a limit for what hangs; figures of speed are asserted where they matter
    projects: packages.map(folder => ({
      extends: true as const,
      test: { name: folder.replaceAll('\\', '/'), include: [`${folder}/{src,test}/**/*.test.{ts,tsx}`] },
    })),
  },
})

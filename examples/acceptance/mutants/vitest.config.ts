import { defineConfig } from 'vitest/config'

// As in vitest.workspace.ts, but one project of the tests that `npm run mutants` names. Each file
// has a copy of the modules to itself, since a mutant may be in a constant.
const conditions = ['@portico/source', 'module', 'browser', 'development|production', 'default']

export default defineConfig({
  resolve: { conditions },
  ssr: {
    resolve: { conditions: ['@portico/source', 'node', 'development|production', 'default'] },
  },
  test: {
    include: JSON.parse(process.env.PORTICO_MUTANTS_TESTS ?? '[]'),
    testTimeout: 30_000,
    css: true,
    setupFiles: [
      'examples/acceptance/test/clean-up.ts',
      'examples/acceptance/mutants/load-first.ts',
    ],
    tags: [{ name: 'thorough', skip: true }],
  },
})

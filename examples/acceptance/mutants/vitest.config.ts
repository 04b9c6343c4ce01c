import { defineConfig } from 'vitest/config'
import workspace from '../../../vitest.workspace.js'

const { projects: _, ...test } = workspace.test ?? {}

// One project of the tests that `npm run mutants` names: each file has a fresh copy of the modules, since a mutant may stand in a constant.
export default defineConfig({
  ...workspace,
  test: {
    ...test,
    include: JSON.parse(process.env.PORTICO_MUTANTS_TESTS ?? '[]'),
    tags: [{ name: 'thorough', skip: true }],
    setupFiles: [...[test.setupFiles ?? []].flat(), 'examples/acceptance/mutants/load-first.ts'],
  },
})

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { serve } from '../scripts/serve.mjs'
import { root } from '../scripts/workspaces.mjs'
import { buildPage } from '../scripts/world.mjs'

// The test of the guide, as it stands there, on the app that the README shows.
const guide = readFileSync(join(root, 'examples/docs/testing-your-app.md'), 'utf8')
const [, recipe = ''] = /^## With Playwright\n.*?^```ts\n(.*?)^```$/ms.exec(guide) ?? []

let served: ReturnType<typeof serve> | undefined
const serveApp = () => {
  served ??= buildPage(join(root, 'examples', 'react-vite'), 'react-vite').then(serve)
  return served
}
test.use({ baseURL: async ({ browserName: _ }, use) => use((await serveApp()).url) })
test.afterAll(async () => (await served)?.close())

test('the test of the guide for hosts has less than 20 lines', () => {
  expect(recipe.trim().split('\n').length).toBeLessThan(20)
  expect(recipe).toContain("test('a visitor connects")
})

// Playwright compiles nothing below node_modules, where the folder of a run is.
const folder = join(root, 'test-results', 'host-recipe')
mkdirSync(folder, { recursive: true })
// Every worker reads its own file, so none reads what another has half written.
const file = join(folder, `app-${process.pid}.ts`)
writeFileSync(file, recipe)
await import(pathToFileURL(file).href)

// @vitest-environment happy-dom
// The test that the guide for hosts shows for a DOM environment, as it stands there.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../scripts/workspaces.mjs'

const guide = readFileSync(join(root, 'examples/docs/testing-your-app.md'), 'utf8')
const [, recipe = ''] = /^## In the page.*?^```ts\n(.*?)^```$/ms.exec(guide) ?? []

it('the guide for hosts has a test for a DOM environment', () => {
  expect(recipe).toContain("it('connects'")
})

const folder = join(root, 'test-results', 'guides')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'testing-your-app.ts'), recipe)
await import(join(folder, 'testing-your-app.ts'))

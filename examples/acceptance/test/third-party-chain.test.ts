/** The example of a third-party chain, and the guide that shows it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { weigh } from '../../../kernel/bin/weigh.mjs'
import { root, workspaces } from '../scripts/workspaces.mjs'

const example = join(root, 'examples/third-party-chain')
const filesIn = (folder: string) =>
  readdirSync(join(example, folder))
    .filter(name => name.endsWith('.ts'))
    .map(name => join(folder, name))
const textOf = (file: string) => readFileSync(join(example, file), 'utf8')
const linesOf = (file: string) => textOf(file).trimEnd().split('\n').length

it('the chain of a third party imports published entry points of Portico only', () => {
  const entries = workspaces().flatMap(({ name, manifest, published }) =>
    published ? Object.keys(manifest.exports).map(entry => join(name, entry)) : [],
  )
  const imported = ['src', 'test', 'page']
    .flatMap(filesIn)
    .flatMap(file => [...textOf(file).matchAll(/(?:from |import\()'([^']+)'/g)])
    .map(([, id = '']) => id)
  expect(imported.filter(id => id.startsWith('@portico/')).length).toBeGreaterThan(20)
  expect(imported.filter(id => id.startsWith('@portico/') && !entries.includes(id))).toEqual([])
  expect(imported.filter(id => /^\.\.\/\.\.\//.test(id))).toEqual([])
})

it('the chain of a third party takes at most 300 lines, and at most 200 without sending', () => {
  const total = filesIn('src').reduce((sum, file) => sum + linesOf(file), 0)
  expect(total).toBeLessThanOrEqual(300)
  expect(total - linesOf('src/sending.ts')).toBeLessThanOrEqual(200)
})

it('the chain of a third party adds at most 1.1 kB before the click, and its SDK only at first use', async () => {
  const { beforeClick, firstUse, files } = await weigh('./src/plugin.ts', {
    folder: example,
    conditions: ['@portico/source'],
    modal: '@portico/sdk',
  })
  expect(beforeClick).toBeGreaterThan(300)
  expect(beforeClick).toBeLessThanOrEqual(1_100)
  expect(firstUse).toBeGreaterThan(20_000)
  expect(files.some(({ file }) => file.includes('sending'))).toBe(true)
})

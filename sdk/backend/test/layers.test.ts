import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const sources = fileURLToPath(new URL('../src/', import.meta.url))

/** Files that put modules and base together. */
const composing = ['backend.ts', 'check.ts', 'cli.ts', 'index.ts']

it('the base imports nothing from a module, so that a module can be added or removed alone', () => {
  const base = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    file =>
      /\.ts$/.test(file) &&
      !/\.test\.ts$/.test(file) &&
      !file.startsWith('modules/') &&
      !composing.includes(file),
  )
  expect(base).toContain('server/app.ts')
  const importing = base.filter(file =>
    /from '[./]*modules\//.test(readFileSync(`${sources}${file}`, 'utf8')),
  )
  expect(importing).toEqual([])
})

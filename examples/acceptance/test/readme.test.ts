import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listedPlugins, sizesTable } from '../scripts/readme-sizes.mjs'
import { root } from '../scripts/workspaces.mjs'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

describe('the README', () => {
  const text = read('README.md')
  const sizes = /<!-- sizes[^\n]*-->\n(.*?)<!-- \/sizes -->/s.exec(text)?.[1] ?? ''
  const withoutFigures = (table: string) => table.replace(/\d+\.\d kB|not measured/g, 'a size')

  it('lists every plugin of this repository, as npm run size -- --readme writes it', () => {
    expect(listedPlugins().length).toBeGreaterThan(5)
    expect(withoutFigures(sizes)).toBe(withoutFigures(sizesTable([])))
  })

  it('has a measured size for every page and for every plugin that some hosts leave out', () => {
    expect(sizes).not.toContain('not measured')
  })

  it.each(['examples/react-vite/src/main.tsx', 'examples/minimal-html/main.ts'])(
    'shows the same code as %s',
    example => {
      expect(text).toContain(read(example))
    },
  )
})

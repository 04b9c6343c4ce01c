import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { derived, tokens } from '../../../ui/src/theme/tokens.js'
import { root } from '../scripts/workspaces.mjs'

describe('the page of theming', () => {
  const page = readFileSync(join(root, 'examples/docs/theming.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `--portico-([\w-]+)` \|(.*)\|$/gm)].map(
    ([, name = '', rest = '']) => ({ name, rest }),
  )

  it('lists exactly the public variables, each once', () => {
    expect(rows.map(({ name }) => name)).toEqual([...Object.keys(tokens), ...Object.keys(derived)])
  })

  it('gives the value of each variable in dark and in light', () => {
    const wrong = Object.entries(tokens).flatMap(([name, [dark, light]]) => {
      const said = rows
        .find(row => row.name === name)
        ?.rest.split('|')
        .map(cell => cell.trim().replaceAll('`', ''))
      return said?.[1] === dark && said[2] === (light === dark ? 'the same' : light) ? [] : [name]
    })
    expect(wrong).toEqual([])
  })
})

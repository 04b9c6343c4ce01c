import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, workspaces } from '../scripts/workspaces.mjs'

const formatter =
  /new Intl\.(?:NumberFormat|DateTimeFormat|RelativeTimeFormat)\((?:[^()]|\([^()]*\))*\)/g

it('every number, date and age is written in Latin digits in every language', () => {
  const folders = workspaces().filter(({ published }) => published)
  const sources = folders.flatMap(({ folder }) =>
    readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
      .filter(name => /(?<!\.test)\.tsx?$/.test(name))
      .map(name => join(folder, 'src', name)),
  )
  const found = sources.flatMap(file =>
    (readFileSync(join(root, file), 'utf8').match(formatter) ?? []).map(call => ({ file, call })),
  )
  expect(found.length).toBeGreaterThan(8)
  expect(found.filter(({ call }) => !call.includes("numberingSystem: 'latn'"))).toEqual([])
})

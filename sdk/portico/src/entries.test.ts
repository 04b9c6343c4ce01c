import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const packages = [
  'kernel',
  'ui',
  ...['base', 'chains', 'connectors'].flatMap(kind =>
    readdirSync(new URL(`../../../plugins/${kind}`, import.meta.url)).map(
      name => `plugins/${kind}/${name}`,
    ),
  ),
  'sdk/portico',
]
const doors = packages.flatMap(folder => {
  const { name, exports } = JSON.parse(
    readFileSync(new URL(`../../../${folder}/package.json`, import.meta.url), 'utf8'),
  ) as {
    name: string
    exports: Record<string, unknown>
  }
  return Object.keys(exports)
    .filter(door => !/\.(json|css)$/.test(door) && door !== './testing')
    .map(door => ({
      name,
      path: fileURLToPath(
        new URL(
          `../../../${folder}/${(exports[door] as { '@portico/source': string })['@portico/source']}`,
          import.meta.url,
        ),
      ),
      door,
    }))
})

describe('[R28] every door', () => {
  it.each(doors)(
    '$name $door can be imported where there is no window, and touches no global',
    async ({ path }) => {
      expect(globalThis).not.toHaveProperty('window')
      const before = Object.getOwnPropertyNames(globalThis)
      const module = (await import(/* @vite-ignore */ path)) as Record<string, unknown>
      expect(Object.keys(module).length).toBeGreaterThan(0)
      const added = Object.getOwnPropertyNames(globalThis).filter(
        name => !before.includes(name) && !name.startsWith('__vite'),
      )
      expect(added).toEqual([])
    },
  )
})

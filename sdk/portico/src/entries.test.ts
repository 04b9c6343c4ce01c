import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const packages = [
  'kernel',
  'ui',
  ...['base', 'chains', 'connectors', 'features'].flatMap(kind =>
    readdirSync(new URL(`../../../plugins/${kind}`, import.meta.url)).map(
      name => `plugins/${kind}/${name}`,
    ),
  ),
  ...['bridges', 'mock-wallets', 'portico', 'signatures', 'wagmi'].map(name => `sdk/${name}`),
]
const entries = packages.flatMap(folder => {
  const { name, exports } = JSON.parse(
    readFileSync(new URL(`../../../${folder}/package.json`, import.meta.url), 'utf8'),
  ) as {
    name: string
    exports: Record<string, unknown>
  }
  return Object.keys(exports)
    .filter(entry => !/\.(json|css)$/.test(entry) && entry !== './testing')
    .map(entry => ({
      name,
      path: fileURLToPath(
        new URL(
          `../../../${folder}/${(exports[entry] as { '@portico/source': string })['@portico/source']}`,
          import.meta.url,
        ),
      ),
      entry,
    }))
})

describe('[R28] each entry of a package', () => {
  it.each(entries)(
    '$name $entry can be imported without a window, and adds no global',
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

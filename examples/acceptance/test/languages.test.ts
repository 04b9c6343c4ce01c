import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { root, workspaces } from '../scripts/workspaces.mjs'

type Catalogue = Readonly<Record<string, string>>

const languages = ['de', 'ar']
/** Every package that says something: its English, and where its translations are. */
const speakers = workspaces()
  .map(({ folder }) => ({ folder, texts: join(root, folder, 'src', 'text') }))
  .filter(({ texts }) => existsSync(texts))
const load = async (file: string) => Object.values((await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, Catalogue>)
const english = async (texts: string) => {
  const file = ['all-en.ts', 'en.ts'].find(name => existsSync(join(texts, name)))
  return file ? (Object.assign({}, ...(await load(join(texts, file)))) as Catalogue) : undefined
}
const placesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

describe.each(speakers)('$folder', ({ texts }) => {
  it.each(languages)('[D39c] says everything in %s, and nothing more', async language => {
    const en = await english(texts)
    expect(en).toBeDefined()
    const [translated = {}] = await load(join(texts, `${language}.ts`))
    expect(Object.keys(translated).sort()).toEqual(Object.keys(en ?? {}).sort())
    for (const [id, text] of Object.entries(translated)) {
      expect(text.trim(), id).not.toBe('')
      expect(placesIn(text), id).toEqual(placesIn(en?.[id] ?? ''))
    }
  })
})

it('two packages never mean two things by one id', async () => {
  const all = (await Promise.all(speakers.map(({ texts }) => english(texts)))).flatMap(catalogue => Object.keys(catalogue ?? {}))
  expect(all.filter((id, at) => all.indexOf(id) !== at)).toEqual([])
})

it('is asked of every package that has translations', () => {
  expect(speakers.length).toBeGreaterThan(4)
  for (const { texts } of speakers) expect(readdirSync(texts)).toEqual(expect.arrayContaining(languages.map(language => `${language}.ts`)))
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

/** The English sentences of `message(id, english)` in a source file. A quote in a sentence is written with another kind of quotes. */
const sentencesIn = (source: string): readonly (readonly [id: string, sentence: string])[] =>
  [...source.matchAll(/\bmessage\(\s*'([\w.-]+)',\s*(?:'((?:[^'\\\n]|\\.)+)'|"([^"\n]+)"|`([^`]+)`)/g)].map(
    ([, id = '', single, double, back]) => [id, single ?? double ?? back ?? ''] as const,
  )
/** The sources of a package, without tests. */
const sourcesOf = (folder: string) => {
  const sources = join(root, folder, 'src')
  const files = existsSync(sources) ? readdirSync(sources, { recursive: true, encoding: 'utf8' }) : []
  return files.filter(file => /\.tsx?$/.test(file) && !/\.test(?:-d)?\.tsx?$/.test(file)).map(file => readFileSync(join(sources, file), 'utf8'))
}

it('each message id has one English sentence, so a host that overrides it replaces no other', async () => {
  const catalogues = await Promise.all(speakers.map(({ texts }) => english(texts)))
  const said = workspaces().flatMap(({ folder }) => sourcesOf(folder).flatMap(sentencesIn))
  expect(said.length).toBeGreaterThan(200)
  const sentences = new Map<string, Set<string>>()
  for (const [id, sentence] of [...catalogues.flatMap(catalogue => Object.entries(catalogue ?? {})), ...said])
    sentences.set(id, (sentences.get(id) ?? new Set()).add(sentence))
  expect([...sentences].filter(([, different]) => different.size > 1).map(([id, different]) => [id, ...different])).toEqual([])
})

it('is asked of every package that has translations', () => {
  expect(speakers.length).toBeGreaterThan(4)
  for (const { texts } of speakers) expect(readdirSync(texts)).toEqual(expect.arrayContaining(languages.map(language => `${language}.ts`)))
})

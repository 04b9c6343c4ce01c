import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import ar from './ar.js'
import de from './de.js'

const source = new URL('../', import.meta.url)
/** The sentences of the screens that ask, by their ids. */
const sentences = new Map(
  ['page', 'recovery', 'recovery/screens', 'signing', 'stop', 'window'].flatMap(folder =>
    readdirSync(new URL(folder, source), { encoding: 'utf8' })
      .filter(name => /(?<!\.test)\.ts$/.test(name))
      .map(name => readFileSync(new URL(`${folder}/${name}`, source), 'utf8'))
      .flatMap(text => [...text.matchAll(/\bmessage\(\s*'([\w.]+)',\s*'([^']*)'/g)])
      .map(([, id = '', english = '']) => [id, english] as const),
  ),
)
const placesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()

describe.each([
  ['German', de],
  ['Arabic', ar],
])('The %s sentences of the frame', (_name, catalogue) => {
  it('[S7.48] there is one for each of the English ones, and no other', () => {
    expect(sentences.size).toBeGreaterThan(40)
    expect(Object.keys(catalogue).toSorted()).toEqual([...sentences.keys()].toSorted())
  })

  it('[S10] each has the same values in it, so that no amount is missing', () => {
    for (const [id, english] of sentences)
      expect(placesIn(catalogue[id] ?? ''), id).toEqual(placesIn(english))
  })
})

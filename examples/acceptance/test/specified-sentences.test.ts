import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkMessages, readPackages } from '../scripts/messages.mjs'
import { readPromises } from '../scripts/spec.mjs'
import { root } from '../scripts/workspaces.mjs'

/** The promises that quote what a person reads: section 8 of the specification. */
const promised = readPromises(
  readFileSync(join(root, 'examples/docs/behaviour.md'), 'utf8'),
).flatMap(({ id, home, promise }) =>
  id.startsWith('S8.')
    ? [...promise.matchAll(/"([^"]+)"/g)].map(([, sentence = '']) => ({ id, home, sentence }))
    : [],
)

const packages = readPackages()
/**
 * Only what a home itself or the shared packages write: its sentences, each on a line; undefined
 * while there is no such plugin.
 */
function catalogueOf(home: string): string | undefined {
  if (!packages.some(({ folder }) => folder.endsWith(`/${home}`))) return undefined
  const { catalogue } = checkMessages(
    packages.filter(
      ({ folder }) => folder.endsWith(`/${home}`) || folder === 'kernel' || folder === 'ui',
    ),
  )
  return Object.values(catalogue).join('\n')
}

/**
 * A sentence of the specification as it stands in a catalogue: what it writes as `{n}`, or as X and
 * Y, is a value there.
 */
const asWritten = (sentence: string) =>
  new RegExp(
    sentence
      .replace(/[.*+?^$()[\]\\|]/g, '\\$&')
      .replace(/\{\w+\}/g, '\\{\\w+\\}')
      .replace(/\b[XY]\b/g, '(?:\\{\\w+\\} ?)+'),
  )

const present = promised.flatMap(row => {
  const catalogue = catalogueOf(row.home)
  return catalogue === undefined ? [] : [{ ...row, catalogue }]
})

describe('the list of promises', () => {
  const sections = readFileSync(join(root, 'examples/docs/behaviour.md'), 'utf8')
    .split(/^## /m)
    .slice(1)
  it('the list of promises marks as planned exactly the sections whose folder does not exist', () => {
    const homes = sections.flatMap(section => {
      const [, heading, folder] = /^(.+)\n\n`((?:plugins|sdk|ui)[^`]*)`/.exec(section) ?? []
      return heading && folder ? [{ heading, folder }] : []
    })
    expect(homes.length).toBeGreaterThan(20)
    for (const { heading, folder } of homes)
      expect({ folder, isPlanned: heading.endsWith(', planned') }).toEqual({
        folder,
        isPlanned: !existsSync(join(root, folder)),
      })
  })
})

describe('the sentences of the specification', () => {
  it('the sentences that section 8 of the specification quotes are found for every plugin that exists', () => {
    expect(promised.length).toBeGreaterThan(40)
    expect(present.map(({ id }) => id)).toEqual(expect.arrayContaining(['S8.20', 'S8.24', 'S8.32']))
  })

  it.each(present)(
    '[D39b] "$sentence" ($id) is the English message of $home, word for word',
    ({ sentence, catalogue }) => {
      expect(catalogue).toMatch(asWritten(sentence))
    },
  )
})

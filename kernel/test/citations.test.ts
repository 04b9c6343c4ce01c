import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type CitingFile, documentedIn, undocumented } from './citations.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const ignored = new Set(['node_modules', 'dist', 'test-results', 'shots'])

function filesIn(folder: string): CitingFile[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    if (ignored.has(entry.name) || entry.name.startsWith('.')) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesIn(path)
    return /\.(tsx?|mjs|css|md)$/.test(entry.name) && !entry.name.endsWith('.d.ts')
      ? [{ path: relative(root, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }]
      : []
  })
}

describe('citations', () => {
  const files = filesIn(root)
  const documented = documentedIn(files)

  it('every threat, situation, promise, decision, section and document that a file cites is documented in examples/docs', () => {
    for (const id of [
      'S2',
      'S2.07',
      'R5',
      'D26b',
      'decision 20',
      'architecture section 12',
      'specification section 9',
    ])
      expect(documented).toContain(id)
    expect(undocumented(files, documented)).toEqual([])
  })

  it('no declaration cites a document that is not published, or a source file', () => {
    const published = /^(kernel|ui|plugins\/[\w-]+\/[\w-]+|sdk\/[\w-]+)\/src\/(?!.*\.test)/
    const cites =
      /\b(?:spec(?:ification)?|architecture),?[\s*]+sections?[\s*]+\d|\bcontracts\/errors\b/i
    const citing = files.flatMap(({ path, text }) =>
      published.test(path)
        ? (text.match(/\/\*\*[\s\S]*?\*\//g) ?? [])
            .filter(comment => cites.test(comment))
            .map(comment => `${path}: ${comment.slice(0, 120)}`)
        : [],
    )
    expect(citing).toEqual([])
    expect('(spec section 3)').toMatch(cites)
    expect(' * See architecture\n * section 5.').toMatch(cites)
  })

  // The ids are composed here, because this file is one of those that are read.
  const unused = 98
  const extension = '.md'
  const [threat, situation, promise, letter] = [
    `S${unused}`,
    `R${unused}`,
    `S9.${unused}`,
    `D${unused}x`,
  ]
  it.each([
    [`/** Refuses look-alikes (threats S17, ${threat}). */`, threat],
    [`it('[S17] [${situation}] keeps the old value')`, situation],
    [`it('[S2, ${promise}] shows the view')`, promise],
    [`// Shown first: ${letter}.`, letter],
    [`See S17, ${threat}.`, threat],
    [`// Cut, not rounded (decisions 20 and ${unused}).`, `decision ${unused}`],
    [`'architecture §${unused}'`, `architecture section ${unused}`],
    [`/** Kept for 30 s (spec section ${unused}). */`, `specification section ${unused}`],
    [`/** Against pain ${unused}. */`, `pain ${unused}`],
    [`/** The answers of wire/unwritten${extension}. */`, `wire/unwritten${extension}`],
  ])('a citation that no page documents is found: %s', (text, cited) => {
    const found = undocumented(
      [{ path: 'plugins/features/swap/src/swap.ts', text: `export const swap = 1\n${text}` }],
      documented,
    )
    expect(found).toEqual([
      expect.stringMatching(
        `^plugins/features/swap/src/swap\\.ts:2 cites ${cited.replaceAll('.', '\\.')}, which no page`,
      ),
    ])
  })

  it.each([
    ["it('[S2.07] [S2] [R5] shows the view')", 'documented ids in a title'],
    [
      '/** See [threats](examples/docs/threats.md), decisions 63 and 64, and ../README.md. */',
      'documented pages and decisions',
    ],
    [
      `const hash = 'x/S${unused}+R${unused}=' // 0xD${unused}, S${unused}x`,
      'parts of longer words',
    ],
  ])('a text without undocumented citations passes: %s (%s)', text => {
    expect(undocumented([{ path: 'kernel/src/kernel.ts', text }], documented)).toEqual([])
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPackages } from '../scripts/messages.mjs'
import { root, workspaces } from '../scripts/workspaces.mjs'

/** Exported for a test that compares generated code with its source. */
const generated = ['sourceDigests']

const withoutComments = (code: string) =>
  code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
const withoutReexports = (code: string) =>
  code.replace(/^export (?:type )?\{[^}]*\}(?: from '[^']*')?$/gm, '')
const wordsIn = (text: string) => new Set(text.match(/[A-Za-z_$][\w$]*/g))
const isUsedIn = (code: string, name: string) =>
  [...code.matchAll(new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'g'))].length > 1

/**
 * The functions, classes and constants that files export, and that no other line of a package and
 * no document names.
 */
function unusedExports(
  sources: Readonly<Record<string, string>>,
  documents: string,
): readonly string[] {
  const files = Object.entries(sources).map(([file, code]) => ({
    file,
    code: withoutReexports(withoutComments(code)),
  }))
  const documented = wordsIn(documents)
  const words = files.map(({ file, code }) => ({ file, words: wordsIn(code) }))
  return files.flatMap(({ file, code }) =>
    [...code.matchAll(/^export (?:async )?(?:function|const|class|let)\*? (\w+)/gm)].flatMap(
      ([, name = '']) => {
        const isUsed =
          documented.has(name) ||
          isUsedIn(code, name) ||
          words.some(other => other.file !== file && other.words.has(name))
        return isUsed ? [] : [`${file}: ${name}`]
      },
    ),
  )
}

const markdownIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter(name => name.endsWith('.md') && name !== 'CHANGELOG.md')
    .map(name => readFileSync(join(root, folder, name), 'utf8'))

describe('code that only tests use', () => {
  it('code that only tests use is reported, also when a comment names it or a file re-exports it', () => {
    const sources = {
      'a.ts':
        '/** used, other */\nexport const used = 1\nexport function unused() {}\nexport const documented = 1\nconst own = 1\nexport { own }',
      'b.ts':
        "import { used } from './a.js'\n// unused\nexport class Inner {}\nexport const list = [used, Inner]\nexport const end = list",
      'index.ts': "export { documented, unused } from './a.js'\nexport { end } from './b.js'",
    }
    expect(unusedExports(sources, '`documented` is for hosts')).toEqual([
      'a.ts: unused',
      'b.ts: end',
    ])
  })

  it('no published package exports code that only tests use', () => {
    const sources = Object.assign({}, ...readPackages().map(each => each.sources)) as Readonly<
      Record<string, string>
    >
    const documents = ['', 'examples/docs', ...workspaces().map(({ folder }) => folder)]
      .flatMap(markdownIn)
      .join('\n')
    expect(Object.keys(sources).length).toBeGreaterThan(500)
    expect(
      unusedExports(sources, documents).filter(
        one => !generated.includes(one.split(': ')[1] ?? ''),
      ),
    ).toEqual([])
  })
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { root, workspaces } from '../scripts/workspaces.mjs'

const isCode = (text: string) => /^(?:[A-Z][A-Z0-9_]+|\d{4})$/.test(text)

/** Codes as they stand in a file of errors: members of unions and lists, keys of tables. */
function codesIn(path: string, text: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal))
      found.push(node.literal.text)
    if (ts.isArrayLiteralExpression(node))
      found.push(...node.elements.filter(ts.isStringLiteral).map(({ text }) => text))
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) found.push(node.name.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest))
  return found.filter(isCode)
}

const sources = workspaces()
  .filter(({ published }) => published)
  .flatMap(({ folder }) => {
    const src = join(root, folder, 'src')
    return existsSync(src)
      ? readdirSync(src, { recursive: true, encoding: 'utf8' }).map(file => join(src, file))
      : []
  })
  .filter(file => /(?:^|[\\/-])error(?:s|-codes)?\.ts$/.test(file))
const thrown = new Set(sources.flatMap(file => codesIn(file, readFileSync(file, 'utf8'))))

const page = readFileSync(join(root, 'examples/docs/errors.md'), 'utf8')
const explained = new Set(
  [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, code = '']) => code).filter(isCode),
)

describe('the page of errors', () => {
  it('the page of errors is checked against codes that are found in unions, lists and tables of sentences', () => {
    expect(
      codesIn(
        'error.ts',
        "type Code = 'NOT_FOUND' | '4001' | 'lower'\nconst says = { TOO_BIG: () => [], small: 1 }\nconst other = 'NO_CODE'\nconst all = ['IN_LIST', 'small']",
      ),
    ).toEqual(['NOT_FOUND', '4001', 'TOO_BIG', 'IN_LIST'])
    expect(thrown.size).toBeGreaterThan(40)
  })

  it('the page of errors explains every code that the packages throw or report', () => {
    expect([...thrown].filter(code => !explained.has(code))).toEqual([])
  })

  it('the page of errors explains no code that the packages never throw', () => {
    expect([...explained].filter(code => !thrown.has(code))).toEqual([])
  })
})

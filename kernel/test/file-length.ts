/** How long files and lines may be, as a pure function over source text. */
import ts from 'typescript'
import type { SourceFile } from './layer-rules.js'

/** More than this and a file holds several concepts. */
const maxLines = 500
/** The formatter holds code to the same width; it leaves comments as they are. */
const maxColumns = 100

const isGenerated = (text: string): boolean => /^\/[/*]+ Generated\b/.test(text)
/** Comments that tools read have to be one line. */
const isDirective = (line: string): boolean => /biome-ignore|@ts-expect-error/.test(line)
/** An address or a piece of code that fills the line by itself cannot be broken. */
const isOneWord = (line: string): boolean =>
  /^\S+$/.test(line.replace(/^[\s/*]+/, '').replace(/`[^`]*`/g, 'code'))

/** A sentence for each file that is too long, and for each comment line that is too wide. */
export function lengthViolations({ path, text }: SourceFile): readonly string[] {
  if (isGenerated(text)) return []
  const count = text.trimEnd().split('\n').length
  const tooLong =
    count > maxLines
      ? [`${path} has ${count} lines — at most ${maxLines}: split it by what its parts are about.`]
      : []
  const tooWide = wideCommentLines(path, text).map(
    line =>
      `${path}:${line} has a comment wider than ${maxColumns} columns — wrap it (CONTRIBUTING).`,
  )
  return [...tooLong, ...tooWide]
}

/** The numbers of the lines, from 1, whose comment reaches beyond the allowed column. */
function wideCommentLines(path: string, text: string): readonly number[] {
  const lines = text.split('\n')
  const wide = lines.flatMap((line, index) =>
    line.length > maxColumns && !isDirective(line) && !isOneWord(line) ? [index] : [],
  )
  if (wide.length === 0) return []
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const starts = tree.getLineStarts()
  return wide
    .filter(index => isInComment(tree, text, (starts[index] ?? 0) + maxColumns))
    .map(index => index + 1)
}

/** Whether a position lies in the comments before a token. */
function isInComment(tree: ts.SourceFile, text: string, position: number): boolean {
  let token: ts.Node = tree
  const descend = (node: ts.Node): void => {
    for (const child of node.getChildren(tree)) {
      if (child.getFullStart() <= position && position < child.getEnd()) {
        token = child
        descend(child)
        return
      }
    }
  }
  descend(tree)
  const comments = [
    ...(ts.getLeadingCommentRanges(text, token.getFullStart()) ?? []),
    ...(ts.getTrailingCommentRanges(text, token.getFullStart()) ?? []),
  ]
  return comments.some(({ pos, end }) => pos <= position && position < end)
}

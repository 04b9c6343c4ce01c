import { generatedPart } from './generated-part.mjs'
import { checkMessages, readPackages } from './messages.mjs'
import { workspaces } from './workspaces.mjs'

/**
 * Every sentence that people read, by package.
 * @param {import('./generated-part.mjs').Writing} [options]
 */
export function sentencesPage(options) {
  const nameOf = new Map(workspaces().map(({ folder, name }) => [folder, name]))
  const parts = readPackages().flatMap(one => {
    const rows = Object.entries(checkMessages([one], []).catalogue).map(
      ([id, text]) => `| \`${id}\` | ${text.replaceAll('|', '\\|')} |`,
    )
    return rows.length
      ? [[`## ${nameOf.get(one.folder)}`, '', '| Id | English |', '|---|---|', ...rows].join('\n')]
      : []
  })
  return [generatedPart('examples/docs/sentences.md', 'sentences', parts.join('\n\n'), options)]
}

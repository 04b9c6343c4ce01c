import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { CreateError } from '../errors.js'
import { countLines } from './edits.js'
import { loadTypeScript } from './load-typescript.js'
import { migrateFile } from './migrate-file.js'

const skipped = new Set(['node_modules', 'dist', 'build', '.git', '.next'])

function sourcesIn(path: string): readonly string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true }).flatMap(entry => {
    if (skipped.has(entry.name)) return []
    const inner = join(path, entry.name)
    if (entry.isDirectory()) return sourcesIn(inner)
    return /\.[cm]?[jt]sx?$/.test(entry.name) ? [inner] : []
  })
}

/**
 * Rewrites the sources of an app from wagmi and RainbowKit to Portico. Returns what was changed,
 * and what is left for a person, by file and line.
 *
 * @throws CreateError `NO_SUCH_FILE`, `NO_COMPILER`; no file was written then
 */
export function runCodemod(
  paths: readonly string[],
  folder: string,
  { isDry }: { readonly isDry: boolean },
): string {
  if (!paths.length)
    throw new CreateError('NO_SUCH_FILE', 'Name the sources: npx create-portico codemod src.')
  for (const path of paths)
    if (!existsSync(join(folder, path)))
      throw new CreateError('NO_SUCH_FILE', `There is no file or folder "${path}" here.`)
  const ts = loadTypeScript(folder)
  const total = { files: 0, changed: 0, unchanged: 0 }
  const notes: string[] = []
  for (const file of paths.flatMap(path => sourcesIn(join(folder, path)))) {
    const before = readFileSync(file, 'utf8')
    const { text, notes: found } = migrateFile(ts, file, before)
    const { changed, unchanged } = countLines(before, text)
    total.unchanged += unchanged
    notes.push(
      ...found.map(({ line, sentence }) => `  ${relative(folder, file)}:${line} ${sentence}\n`),
    )
    if (text === before) continue
    total.files++
    total.changed += changed
    if (!isDry) writeFileSync(file, text)
  }
  return `${total.files} files, ${total.changed} lines changed, ${total.unchanged} unchanged.${isDry ? ' Nothing was written.' : ''}
${notes.length ? `\nLeft for you:\n${notes.join('')}` : ''}
Then: npm install @portico/sdk @portico/plugin-eip155 @portico/plugin-directory @portico/plugin-walletconnect
`
}

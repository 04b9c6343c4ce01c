import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
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

function readSource(file: string, shown: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new CreateError(
      'NO_SUCH_FILE',
      `"${shown}" cannot be read (${reason}). Nothing was written.`,
    )
  }
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
    if (!existsSync(resolve(folder, path)))
      throw new CreateError('NO_SUCH_FILE', `There is no file or folder "${path}" here.`)
  const ts = loadTypeScript(folder)
  const total = { files: 0, changed: 0, unchanged: 0 }
  const notes: string[] = []
  const writes: { readonly file: string; readonly text: string }[] = []
  for (const file of new Set(paths.flatMap(path => sourcesIn(resolve(folder, path))))) {
    const shown = relative(folder, file)
    const before = readSource(file, shown)
    const { text, notes: found } = migrateFile(ts, file, before)
    const { changed, unchanged } = countLines(before, text)
    total.unchanged += unchanged
    notes.push(...found.map(({ line, sentence }) => `  ${shown}:${line} ${sentence}\n`))
    if (text === before) continue
    total.files++
    total.changed += changed
    writes.push({ file, text })
  }
  // Only now, so that a source that cannot be read leaves the app as it was.
  if (!isDry) for (const { file, text } of writes) writeFileSync(file, text)
  return `${total.files} files, ${total.changed} lines changed, ${total.unchanged} unchanged.${isDry ? ' Nothing was written.' : ''}
${notes.length ? `\nLeft for you:\n${notes.join('')}` : ''}
Then: npm install @portico/sdk @portico/plugin-eip155 @portico/plugin-directory @portico/plugin-walletconnect
`
}

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { CreateError } from '../errors.js'
import { countLines } from './edits.js'
import { loadTypeScript } from './load-typescript.js'
import { type MigratedFile, migrateFile, usesOf } from './migrate-file.js'

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
  const sources = [...new Set(paths.flatMap(path => sourcesIn(resolve(folder, path))))].map(
    file => {
      const shown = relative(folder, file)
      return { file, shown, before: readSource(file, shown) }
    },
  )
  const app = { sends: sources.some(({ file, before }) => usesOf(ts, file, before).sends) }
  const migrated = sources.map(source => ({
    ...source,
    ...migrateFile(ts, source.file, source.before, app),
  }))
  const written = migrated.filter(({ before, text }) => text !== before)
  // Only now, so that a source that cannot be read leaves the app as it was.
  if (!isDry) for (const { file, text } of written) writeFileSync(file, text)
  const count = { added: 0, removed: 0, unchanged: 0 }
  for (const { before, text } of migrated) {
    const lines = countLines(before, text)
    count.added += lines.added
    count.removed += lines.removed
    count.unchanged += lines.unchanged
  }
  const notes = migrated.flatMap(({ shown, notes }) =>
    notes.map(({ line, sentence }) => `  ${shown}:${line} ${sentence}\n`),
  )
  if (app.sends && !migrated.some(({ hasConfig }) => hasConfig))
    notes.push(
      '  No file here makes the Portico: add transactions() of @portico/plugin-transactions to its plugins.\n',
    )
  return `${written.length} ${written.length === 1 ? 'file' : 'files'}, ${count.added} lines added, ${count.removed} removed, ${count.unchanged} unchanged.${isDry ? ' Nothing was written.' : ''}
${notes.length ? `\nLeft for you (lines of the files before this run):\n${notes.join('')}` : ''}${written.length ? `\n${nextSteps(migrated)}` : ''}`
}

const format = 'Run your formatter.\n'

/** The commands that follow, for what the files import now. */
function nextSteps(
  files: readonly (MigratedFile & {
    readonly shown: string
    readonly before: string
  })[],
): string {
  const packages = [...new Set(files.flatMap(file => file.packages))].toSorted()
  const kept = files.filter(({ keepsKit }) => keepsKit).map(({ shown }) => shown)
  const kits = ['wagmi', '@rainbow-me/rainbowkit'].filter(kit =>
    files.some(({ before }) => before.includes(kit)),
  )
  const install = packages.length ? `Then: npm install ${packages.join(' ')}\n` : ''
  return kept.length
    ? `${install}Do not uninstall ${kits.join(' ')} yet. Imports are left, and its hooks fail without its provider: ${kept.join(', ')}.\n${format}`
    : `${install}Then: npm uninstall ${kits.join(' ')}\n${format}`
}

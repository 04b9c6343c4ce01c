import type TypeScript from 'typescript'
import { migrateConfig } from './config.js'
import { applyEdits, type Edit } from './edits.js'
import { migrateHooks } from './hook-results.js'
import { migrateImports } from './imports.js'
import type { Compiler } from './load-typescript.js'
import { isKitModule, type Migration } from './migration.js'
import { migrateProviders } from './providers.js'

export interface MigratedFile {
  readonly text: string
  readonly notes: readonly { readonly line: number; readonly sentence: string }[]
}

/** Rewrites one file from wagmi and RainbowKit to Portico. Any other file stays as it is. */
export function migrateFile(ts: Compiler, name: string, text: string): MigratedFile {
  const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, kind)
  const imported = importsOf(ts, file)
  if (!importsKit(ts, file) && !/rainbowkit/.test(text)) return { text, notes: [] }
  const edits: Edit[] = []
  const notes: { line: number; sentence: string }[] = []
  const needs = new Map<string, Set<string>>()
  const migration: Migration = {
    ts,
    file,
    imported,
    edit: edit => void edits.push(edit),
    need(from, needed) {
      needs.set(from, (needs.get(from) ?? new Set()).add(needed))
    },
    note(node, sentence) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
      notes.push({ line: line + 1, sentence })
    },
  }
  migrateConfig(migration)
  migrateProviders(migration)
  migrateHooks(migration)
  migrateImports(migration, needs)
  return { text: applyEdits(text, edits), notes }
}

const importsKit = (ts: Compiler, file: TypeScript.SourceFile) =>
  file.statements.some(
    statement =>
      ts.isImportDeclaration(statement) &&
      ts.isStringLiteral(statement.moduleSpecifier) &&
      isKitModule(statement.moduleSpecifier.text),
  )

function importsOf(ts: Compiler, file: TypeScript.SourceFile): Migration['imported'] {
  const found = new Map<string, { from: string; name: string }>()
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier))
      continue
    const from = statement.moduleSpecifier.text
    const { namedBindings } = statement.importClause ?? {}
    if (!namedBindings || !ts.isNamedImports(namedBindings)) continue
    for (const { name, propertyName } of namedBindings.elements)
      found.set(name.text, { from, name: (propertyName ?? name).text })
  }
  return found
}

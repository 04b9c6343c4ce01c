import type TypeScript from 'typescript'
import { migrateConfig } from './config.js'
import { applyEdits, type Edit } from './edits.js'
import { migrateHooks } from './hook-results.js'
import { migrateImports } from './imports.js'
import type { Compiler } from './load-typescript.js'
import { type AppUses, isKitModule, type Migration } from './migration.js'
import { sendingHooks } from './names.js'
import { migrateProviders } from './providers.js'

export interface MigratedFile {
  readonly text: string
  readonly notes: readonly { readonly line: number; readonly sentence: string }[]
  /** The packages that the new imports name. */
  readonly packages: readonly string[]
  /** Imports of wagmi or the kit are left. */
  readonly keepsKit: boolean
  /** The file has the new `createPortico`. */
  readonly hasConfig: boolean
}

/** What a source of an app uses that other files have to know. */
export function usesOf(ts: Compiler, name: string, text: string): AppUses {
  const imported = importsOf(ts, parse(ts, name, text))
  return {
    sends: [...imported.values()].some(one => one.from === 'wagmi' && sendingHooks.has(one.name)),
  }
}

const parse = (ts: Compiler, name: string, text: string) =>
  ts.createSourceFile(
    name,
    text,
    ts.ScriptTarget.Latest,
    true,
    name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )

/** Rewrites one file from wagmi and RainbowKit to Portico. Any other file stays as it is. */
export function migrateFile(
  ts: Compiler,
  name: string,
  text: string,
  app: AppUses = usesOf(ts, name, text),
): MigratedFile {
  const file = parse(ts, name, text)
  const imported = importsOf(ts, file)
  if (!importsKit(ts, file) && !/rainbowkit/.test(text))
    return { text, notes: [], packages: [], keepsKit: false, hasConfig: false }
  const edits: Edit[] = []
  const notes: { line: number; sentence: string }[] = []
  const needs = new Map<string, Set<string>>()
  const migration: Migration = {
    ts,
    file,
    imported,
    app,
    edit: edit => void edits.push(edit),
    isReplaced: node =>
      edits.some(edit => edit.start <= node.getStart(file) && node.getEnd() <= edit.end),
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
  const migrated = applyEdits(text, edits)
  const after = parse(ts, name, migrated)
  const earlier = modulesOf(ts, file)
  return {
    text: migrated,
    notes,
    packages: [...modulesOf(ts, after)].filter(from => !earlier.has(from)).map(packageOf),
    keepsKit: importsKit(ts, after),
    hasConfig: needs.get('@portico/sdk')?.has('createPortico') ?? false,
  }
}

const importsKit = (ts: Compiler, file: TypeScript.SourceFile) =>
  [...modulesOf(ts, file)].some(isKitModule)

const modulesOf = (ts: Compiler, file: TypeScript.SourceFile): ReadonlySet<string> =>
  new Set(
    file.statements.flatMap(statement =>
      ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)
        ? statement.moduleSpecifier.text
        : [],
    ),
  )

/** `@portico/sdk/react` → `@portico/sdk`. */
const packageOf = (from: string) => from.split('/', from.startsWith('@') ? 2 : 1).join('/')

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

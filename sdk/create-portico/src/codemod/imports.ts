import type TypeScript from 'typescript'
import { isKitModule, type Migration } from './migration.js'
import { advice, hooks, kitExports, partHooks } from './names.js'
import { isReference } from './uses.js'

/** Replaces the imports of both kits. What has no counterpart stays, with a note. */
export function migrateImports(
  migration: Migration,
  needs: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  const { ts, file, edit } = migration
  const wanted = new Map([...needs].map(([from, names]) => [from, new Set(names)]))
  const add = (from: string, name: string) =>
    wanted.set(from, (wanted.get(from) ?? new Set()).add(name))
  const has = (local: string) =>
    [...wanted.values()].some(names => [...names].some(name => localOf(name) === local))
  const places = file.statements
    .filter(ts.isImportDeclaration)
    .filter(({ moduleSpecifier }) => isKitModule(textOf(ts, moduleSpecifier)))
    .map(statement => ({ statement, kept: keptImport(migration, statement, { add, has }) }))
  const lines = [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(importLine)
  for (const [at, { statement, kept }] of places.entries()) {
    const end = statement.getEnd()
    edit({
      start: statement.getStart(file),
      end: file.text[end] === '\n' ? end + 1 : end,
      text: [...(at === 0 ? lines : []), kept].join(''),
    })
  }
}

/** `mainnet as ethereum` → `ethereum`. */
const localOf = (element: string) => element.split(' as ').at(-1)

/** The new imports. */
interface NewImports {
  add(from: string, name: string): void
  /** True if a new import has this local name. */
  has(local: string): boolean
}

const textOf = (ts: Migration['ts'], node: TypeScript.Node) =>
  ts.isStringLiteral(node) ? node.text : ''
const importLine = ([from, names]: readonly [string, ReadonlySet<string>]) =>
  `import ${namesCode([...names])} from '${from}'\n`
const namesCode = (names: readonly string[]) =>
  `{ ${names.toSorted((a, b) => a.localeCompare(b)).join(', ')} }`

/** The import of what has no counterpart, or nothing. The rest is added to the new imports. */
function keptImport(
  migration: Migration,
  { importClause, moduleSpecifier }: TypeScript.ImportDeclaration,
  imports: NewImports,
): string {
  const { ts, file, note } = migration
  // Without a clause it is a stylesheet of the kit.
  if (!importClause) return ''
  const from = textOf(ts, moduleSpecifier)
  const { name, namedBindings } = importClause
  const wholes = [name, namedBindings && ts.isNamespaceImport(namedBindings) && namedBindings]
    .filter(one => one !== undefined && one !== false)
    .map(whole => {
      const code = whole.getText(file)
      note(whole, `"${code}" is not moved: import from ${from} by name, then run this again.`)
      return code
    })
  const names =
    namedBindings && ts.isNamedImports(namedBindings)
      ? keptNames(migration, namedBindings, from, imports)
      : []
  const parts = names.length ? [...wholes, namesCode(names)] : wholes
  const type = importClause.isTypeOnly ? 'type ' : ''
  return parts.length ? `import ${type}${parts.join(', ')} from '${from}'\n` : ''
}

/** What of a list of names has no counterpart. */
const keptNames = (
  migration: Migration,
  { elements }: TypeScript.NamedImports,
  from: string,
  imports: NewImports,
): readonly string[] =>
  elements.flatMap(element => {
    const local = element.name.text
    const name = (element.propertyName ?? element.name).text
    const hook = from === 'wagmi' ? hooks[name] : undefined
    const ours = hook ? (hook.name ?? name) : kitExports[name]
    if (ours) {
      // Calls of these are renamed where they stand.
      const isRenamed = ours === 'useAccount' || ours === 'useModal' || name in partHooks
      imports.add(
        hook?.from ?? '@portico/sdk/react',
        local === name || isRenamed ? ours : `${ours} as ${local}`,
      )
      return []
    }
    if (from === 'wagmi/chains') return keptChain(migration, element, imports)
    return keptName(migration, element, name, from)
  })

/** A chain keeps its definition for viem where the code still reads it. */
function keptChain(
  migration: Migration,
  element: TypeScript.ImportSpecifier,
  { add, has }: NewImports,
): readonly string[] {
  const local = element.name.text
  const use = leftUse(migration, local)
  if (!use) return []
  if (has(local))
    migration.note(use, `"${local}" is a network of Portico now: pass it as \`network\`.`)
  else add('viem/chains', element.getText(migration.file))
  return []
}

function keptName(
  migration: Migration,
  element: TypeScript.ImportSpecifier,
  name: string,
  from: string,
): readonly string[] {
  const use = replaced.has(name) ? leftUse(migration, element.name.text) : element
  if (!use) return []
  const advised = from === 'wagmi' && !replaced.has(name) && advice[name]
  migration.note(
    use,
    advised || `"${name}" of ${from} has no counterpart that a codemod can choose.`,
  )
  return [element.getText(migration.file)]
}

/** A use of an imported name that no other step has replaced. */
function leftUse(
  { ts, file, isReplaced }: Migration,
  local: string,
): TypeScript.Identifier | undefined {
  const visit = (node: TypeScript.Node): TypeScript.Identifier | undefined => {
    if (ts.isImportDeclaration(node) || isReplaced(node)) return undefined
    if (ts.isIdentifier(node) && node.text === local && isReference(ts, node)) return node
    return ts.forEachChild(node, visit)
  }
  return visit(file)
}

/** Names whose uses the other steps replace. */
const replaced = new Set([
  ...['WagmiProvider', 'createConfig', 'http', 'injected', 'walletConnect', 'RainbowKitProvider'],
  ...['getDefaultConfig', 'darkTheme', 'lightTheme', 'midnightTheme', 'cookieStorage'],
  ...[
    'createStorage',
    'coinbaseWallet',
    'baseAccount',
    'metaMask',
    'safe',
    'fallback',
    'webSocket',
  ],
])

/**
 * The layer rules of architecture section 12 as pure functions over source text, so that each rule
 * can be shown to catch its fault.
 */
import ts from 'typescript'
import { forbiddenIn } from './forbidden-code.js'
import {
  cycles,
  heavyAtBoot,
  type Import,
  kernelOrContract,
  type Linked,
  resolve,
} from './import-graph.js'
import { passesOn } from './passing-on.js'

export interface SourceFile {
  /** From the root, with forward slashes. */
  readonly path: string
  readonly text: string
}
interface Parsed extends SourceFile, Linked {
  readonly tree: ts.SourceFile
  /** All nodes of the tree, collected in one walk: several rules look at each of them. */
  readonly nodes: readonly ts.Node[]
}

/**
 * A sentence for each violation: the file, what it does, what to do instead, and where the rule
 * stands. `entries`: the files that packages export, which may only re-export.
 */
export function violations(
  files: readonly SourceFile[],
  entries: ReadonlySet<string> = new Set(),
): readonly string[] {
  const found: string[] = []
  // Of each file only its path and its imports are kept: the trees of all files at once fill the
  // memory.
  const linked: Linked[] = []
  for (const file of files.filter(({ path }) => !/\.test(-d)?\.tsx?$/.test(path))) {
    const parsed = parse(file)
    found.push(
      ...rules.flatMap(rule => rule(parsed)),
      ...(entries.has(parsed.path) ? [] : noPassingOn(parsed)),
    )
    linked.push({ path: parsed.path, imports: parsed.imports })
  }
  return [...found, ...heavyAtBoot(linked, entries), ...cycles(linked)]
}

function parse(file: SourceFile): Parsed {
  const tree = ts.createSourceFile(
    file.path,
    file.text,
    ts.ScriptTarget.Latest,
    true,
    file.path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const imports: Import[] = []
  const add = (specifier: ts.Node | undefined, typeOnly: boolean, lazy = false) => {
    if (specifier && ts.isStringLiteralLike(specifier))
      imports.push({ from: specifier.text, typeOnly, lazy })
  }
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    nodes.push(node)
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, onlyTypes(node.importClause))
    else if (ts.isExportDeclaration(node))
      add(node.moduleSpecifier, node.isTypeOnly || allTypes(node.exportClause))
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false, true)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return { ...file, tree, nodes, imports }
}
function onlyTypes(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  return !clause.name && allTypes(clause.namedBindings)
}
const allTypes = (names: ts.NamedImportBindings | ts.NamedExportBindings | undefined): boolean =>
  names !== undefined &&
  (ts.isNamedImports(names) || ts.isNamedExports(names)) &&
  names.elements.length > 0 &&
  names.elements.every(one => one.isTypeOnly)

type Rule = (file: Parsed) => readonly string[]

/**
 * Folder → what it may import as values, apart from files of its own package. First match decides.
 */
const layers: readonly {
  readonly folder: RegExp
  readonly own: RegExp
  readonly may: readonly RegExp[]
  readonly says: string
}[] = [
  {
    folder: /^kernel\/src\/[^/]+$/,
    own: /^kernel\/src\/[^/]+$/,
    may: [/^mitt$/, /^immer$/],
    says: 'the kernel stands on mitt and immer alone',
  },
  {
    folder: /^kernel\/src\/contracts\//,
    own: /^kernel\/src\/(contracts\/.+|[^/]+)$/,
    may: [],
    says: 'contracts stand on the kernel alone',
  },
  {
    folder: /^kernel\/src\/rpc\//,
    own: /^kernel\/src\/(rpc\/.+|contracts\/.+|[^/]+)$/,
    may: [],
    says: 'rpc stands on the kernel and its contracts',
  },
  {
    folder: /^kernel\/src\/(testing|devtools)\//,
    own: /^kernel\/src\//,
    may: [/^vitest$/, /^immer$/],
    says: 'testing and devtools stand on the kernel, contracts and vitest',
  },
  {
    folder: /^plugins\/features\/siwx\/src\/verify\//,
    own: /^plugins\/features\/siwx\/src\/verify\//,
    may: [/^@noble\//, /^@portico\/signatures\//],
    says: 'the entry for servers that verify sign-ins uses @noble and @portico/signatures alone, and nothing of its plugin',
  },
  {
    folder: /^plugins\/[^/]+\/[^/]+\/src\/views\//,
    own: /^plugins\//,
    may: [kernelOrContract, /^react$/, /^@portico\/ui(\/|$)/],
    says: 'a view stands on the kernel, contracts, react and @portico/ui',
  },
  {
    folder: /^plugins\/[^/]+\/[^/]+\/src\//,
    own: /^plugins\//,
    may: [/^(?!react|@portico\/(?!kernel|signatures\/)).*/],
    says: 'the headless half of a plugin may use its own SDK, but no other plugin and no interface; put React into src/views',
  },
  {
    folder: /^ui\/src\//,
    own: /^ui\/src\//,
    may: [/^react$/, /^react\//, /^react-dom(\/|$)/, kernelOrContract, /^uqr$/],
    says: 'the interface stands on react and the kernel',
  },
  {
    folder: /^sdk\/portico\/src\//,
    own: /^sdk\/portico\//,
    may: [/^react$/, /^react\//, /^@portico\//],
    says: 'the sdk puts packages together and needs nothing else',
  },
  {
    folder: /^sdk\/signatures\/src\//,
    own: /^sdk\/signatures\//,
    may: [/^@noble\//, /^@scure\//],
    says: 'what judges signatures stands on @noble and @scure alone',
  },
  { folder: /^sdk\//, own: /^sdk\//, may: [/.*/], says: '' },
  {
    folder: /^examples\//,
    own: /^examples\//,
    may: [/^(?!@portico\/[^/]+\/(src|dist)\/).*/],
    says: 'examples use published entries only',
  },
]

export const packageOf = (path: string): string =>
  /^(kernel|ui|plugins\/[^/]+\/[^/]+|sdk\/[^/]+|examples\/[^/]+)(\/|$)/.exec(path)?.[1] ?? path
/** What no package publishes: tests share their tools. */
const testTools = /^[\w/-]+\/test\/|^examples\/acceptance\/(e2e|engines|scripts)\//
const allowedImports: Rule = file => {
  const layer = layers.find(one => one.folder.test(file.path))
  if (!layer) return []
  return file.imports.flatMap(({ from, typeOnly }) => {
    if (from.startsWith('.')) {
      const target = resolve(file, from)
      if ([file.path, target].every(path => testTools.test(path))) return []
      if (packageOf(target) !== packageOf(file.path))
        return [
          `${file.path} reaches into ${target} — use a published entry of that package (architecture §12).`,
        ]
      return typeOnly || layer.own.test(target)
        ? []
        : [`${file.path} imports ${target} — ${layer.says} (architecture §12).`]
    }
    if (typeOnly || layer.may.some(pattern => pattern.test(from))) return []
    return [`${file.path} imports ${from} — ${layer.says} (architecture §12).`]
  })
}

const noForeignPlugin: Rule = file => {
  // Tests may set up a page of several plugins.
  const own = /^plugins\/[^/]+\/([^/]+)\/src\//.exec(file.path)?.[1]
  if (!own) return []
  return file.imports.flatMap(({ from }) => {
    const other = /^@portico\/plugin-([^/]+)/.exec(from)?.[1]
    return other && other !== own
      ? [
          `${file.path} imports ${from} — ask for a capability, a service or a slot instead (architecture §6).`,
        ]
      : []
  })
}

const viewsArriveLater: Rule = file => {
  if (!/^plugins\/[^/]+\/[^/]+\/src\//.test(file.path) || /\/src\/views\//.test(file.path))
    return []
  return file.imports.flatMap(({ from, typeOnly, lazy }) =>
    !typeOnly && !lazy && /\/views\//.test(from)
      ? [
          `${file.path} imports ${from} at its top — a view is imported inside a function, so that it arrives when it is shown (architecture §4).`,
        ]
      : [],
  )
}

const namespaceLiterals = new Set(['eip155', 'solana', 'polkadot', 'bip122'])
const blindToChains = /^(plugins\/features\/|plugins\/base\/|plugins\/connectors\/|ui\/src\/)/
/** Generated data: which file has the icon of which network. */
const chainData = /^plugins\/connectors\/directory\/src\/icons\/(asset-groups|token-index)\.ts$/
const chainEntry =
  /^plugins\/features\/[^/]+\/(src\/(routes\/.+|tokens\/lists\/.+|ens|verify\/.+)|test\/.+)\.ts$/
/** The embedded wallet has the keys, so it knows for which chains. */
const keyHolder = /^plugins\/connectors\/embedded\/(src\/(options|protocol\/methods)|test\/.+)\.ts$/
const noNamespaceLiteral: Rule = file => {
  if (
    !blindToChains.test(file.path) ||
    chainEntry.test(file.path) ||
    chainData.test(file.path) ||
    keyHolder.test(file.path)
  )
    return []
  return file.nodes.flatMap(node =>
    ts.isStringLiteralLike(node) && namespaceLiterals.has(node.text.split(':')[0] ?? '')
      ? [
          `${file.path} names the chain "${node.text}" — what a chain can do is what it offers: ask for a capability (architecture §6).`,
        ]
      : [],
  )
}

const noPlainError: Rule = file => {
  if (!ships.test(file.path) || /(^|\/)errors?\.ts$/.test(file.path)) return []
  return file.nodes.flatMap(node =>
    ts.isNewExpression(node) && /^(Type|Range|Syntax)?Error$/.test(node.expression.getText())
      ? [
          `${file.path} throws a plain Error — give it a code and a sentence in errors.ts (architecture §7).`,
        ]
      : [],
  )
}

const ships =
  /^(kernel|ui|plugins\/[^/]+\/[^/]+|sdk\/(portico|signatures|wagmi|wallet-frame|wallet-standard))\/src\//
const noModuleState: Rule = file => {
  if (!ships.test(file.path)) return []
  return file.tree.statements.flatMap(statement =>
    ts.isVariableStatement(statement) && !(statement.declarationList.flags & ts.NodeFlags.Const)
      ? [
          `${file.path} keeps state in the module (${statement.getText().split('\n')[0]}) — two kernels on one page, and two requests on one server, share nothing (architecture §8).`,
        ]
      : [],
  )
}

const defines = /^define(Event|Slice|Service|Capability|Slot|View|Endpoint|Dialect)$/
const pureRefs: Rule = file => {
  if (!ships.test(file.path)) return []
  return file.tree.statements.filter(ts.isVariableStatement).flatMap(statement =>
    statement.declarationList.declarations.flatMap(({ name, initializer }) => {
      if (
        !initializer ||
        !ts.isCallExpression(initializer) ||
        !defines.test(initializer.expression.getText())
      )
        return []
      const before = file.text.slice(initializer.getFullStart(), initializer.getStart())
      const kind = defines.exec(initializer.expression.getText())?.[1] ?? ''
      return [
        ...(before.includes('@__PURE__')
          ? []
          : [
              `${file.path} defines ${name.getText()} without /* @__PURE__ */ — without it bundlers keep every ref in every host (architecture §4).`,
            ]),
        ...(kind === 'Dialect' || name.getText().endsWith(kind)
          ? []
          : [
              `${file.path} defines ${name.getText()} — the name of a ref ends with its kind: ${name.getText()}${kind} (architecture §5).`,
            ]),
      ]
    }),
  )
}

const shortTableOfContents: Rule = file => {
  if (!/^plugins\/.*\/src\/plugin\.ts$/.test(file.path)) return []
  const last = file.tree.statements.findLast(ts.isImportDeclaration)?.end ?? 0
  const lines = file.text.slice(last).trim().split('\n').length
  return lines > 60
    ? [
        `${file.path} has ${lines} lines below its imports — plugin.ts is a table of contents of at most 60; move what it does into files of their own (architecture §3).`,
      ]
    : []
}

const noForbiddenWords: Rule = file => {
  if (!ships.test(file.path)) return []
  const found = new Set<string>()
  for (const node of file.nodes) {
    const [what, instead] = forbiddenIn(node) ?? []
    if (what) found.add(`${file.path} uses ${what} — ${instead}.`)
  }
  return [...found]
}

const noPassingOn: Rule = file => {
  if (
    !ships.test(file.path) ||
    !file.tree.statements.length ||
    !file.tree.statements.every(passesOn)
  )
    return []
  return [
    `${file.path} only imports and re-exports — import what it names directly (architecture §4).`,
  ]
}

/** The text of a string or a template, with `x` for each value in it. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  return ts.isTemplateExpression(node)
    ? node.head.text + node.templateSpans.map(span => `x${span.literal.text}`).join('')
    : undefined
}
/** A selector with a block of declarations. */
const cssRule = /[\w)\]*]\s*\{\s*-{0,2}[a-z][\w-]*\s*:[^{}]*\}/i
const stylesAreFiles: Rule = file => {
  if (!ships.test(file.path)) return []
  const how =
    "write a .css file beside the component and import it with '?inline' (architecture §8)."
  return [
    ...(/\.styles\.tsx?$/.test(file.path) ? [`${file.path} holds styles — ${how}`] : []),
    ...file.imports
      .filter(({ from }) => from.endsWith('.css'))
      .map(({ from }) => `${file.path} imports ${from} without '?inline' — ${how}`),
    ...file.nodes.flatMap(node =>
      cssRule.test(textOf(node) ?? '')
        ? [`${file.path} writes CSS in a string (${node.getText().slice(0, 40)}…) — ${how}`]
        : [],
    ),
  ]
}

/** The type that a name stands for, where this file declares it. */
function declared(file: Parsed, type: ts.TypeNode): ts.Node {
  const name = ts.isTypeReferenceNode(type) ? type.typeName.getText() : undefined
  return (
    file.tree.statements.find(
      one =>
        (ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one)) &&
        one.name.text === name,
    ) ?? type
  )
}
const isUnknown = (node: ts.Node): boolean =>
  node.kind === ts.SyntaxKind.UnknownKeyword ||
  ts.forEachChild(node, child => isUnknown(child) || undefined) === true
const typedState: Rule = file => {
  if (!ships.test(file.path)) return []
  return file.nodes.flatMap(node => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== 'defineSlice') return []
    return (node.typeArguments ?? []).some(type => isUnknown(declared(file, type)))
      ? [
          `${file.path} defines a slice with unknown state — restore it by context.restore(), and keep a typed summary until then (architecture §8).`,
        ]
      : []
  })
}

const hooks = /^(before|after)(All|Each)$/
/** Vitest runs it before each file. */
const setupFile = 'examples/acceptance/test/clean-up.ts'
const noSharedHooks: Rule = file => {
  if (file.path === setupFile) return []
  return file.tree.statements.flatMap(statement =>
    ts.isExpressionStatement(statement) &&
    ts.isCallExpression(statement.expression) &&
    ts.isIdentifier(statement.expression.expression) &&
    hooks.test(statement.expression.expression.text)
      ? [
          `${file.path} calls ${statement.expression.expression.text} when it is imported — test files share modules, so only the first of them would get the hook; export a function that calls it (architecture §12).`,
        ]
      : [],
  )
}

const rules: readonly Rule[] = [
  allowedImports,
  noForeignPlugin,
  viewsArriveLater,
  noNamespaceLiteral,
  noPlainError,
  noModuleState,
  pureRefs,
  shortTableOfContents,
  typedState,
  noForbiddenWords,
  stylesAreFiles,
  noSharedHooks,
]

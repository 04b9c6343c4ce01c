import ts from 'typescript'
import { generatedPart } from './generated-part.mjs'
import { readPackages } from './messages.mjs'
import { result } from './results.mjs'
import { workspaces } from './workspaces.mjs'

/** @import { Package } from './messages.mjs' */
/** @import { Result } from './results.mjs' */

/** The tags of a declaration, in the order of the columns. */
const tagNames = /** @type {const} */ (['stores', 'reason', 'kept', 'deletedBy'])

/**
 * What one place in the browser holds, by the JSDoc tags of its slice or of the constant with its
 * name.
 *
 * @typedef {object} Declaration
 * @property {string} key `portico.connection`, or the name of a database, a channel or a cookie
 * @property {string} where `localStorage`, `IndexedDB`, `BroadcastChannel`, `cookie`
 * @property {string} folder of the package that uses it
 * @property {boolean} isPreference it stays after "Disconnect and forget"
 * @property {Record<typeof tagNames[number], string>} tags
 */

/** The page's own storage, by the name that code uses. */
const areas = /** @type {Record<string, string>} */ ({
  localStorage: 'localStorage',
  sessionStorage: 'sessionStorage',
  indexedDB: 'IndexedDB',
  BroadcastChannel: 'BroadcastChannel',
  caches: 'CacheStorage',
  cookieStore: 'cookie',
  cookie: 'cookie',
})
/** Where slices are written to `localStorage`: their own declarations say what that is. */
const sliceDriver = 'kernel/src/storage-driver.ts'

/** @param {ts.Node} node @returns {Record<string, string>} the JSDoc tags of a declaration */
const tagsOf = node =>
  Object.fromEntries(
    ts
      .getJSDocTags(node)
      .map(tag => [
        tag.tagName.text,
        (ts.getTextOfJSDocComment(tag.comment) ?? '').replace(/\s+/g, ' ').trim(),
      ]),
  )

/**
 * @param {ts.Node} node
 * @param {(node: ts.Node) => void} visit types are left out: they are no use of anything
 */
function walk(node, visit) {
  if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return
  visit(node)
  ts.forEachChild(node, child => walk(child, visit))
}

/** @param {ts.ObjectLiteralExpression} node @param {string} name */
const propertyOf = (node, name) =>
  node.properties.find(property => property.name?.getText() === name)

/** The slice that a call of `defineSlice` defines. @param {ts.Node} node */
function sliceOf(node) {
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'defineSlice') return undefined
  const [spec] = node.arguments
  if (!spec || !ts.isObjectLiteralExpression(spec))
    return { isUnreadable: true, isPersisted: false, isPreference: false }
  const id = propertyOf(spec, 'id')
  const literal =
    id && ts.isPropertyAssignment(id) && ts.isStringLiteralLike(id.initializer)
      ? id.initializer.text
      : undefined
  // A spread may have a policy too.
  const isPersisted =
    propertyOf(spec, 'persist') !== undefined || spec.properties.some(ts.isSpreadAssignment)
  /** @type {ts.Node} */
  let holder = node
  while (holder.parent && !ts.isVariableDeclaration(holder)) holder = holder.parent
  const declaration = ts.isVariableDeclaration(holder) ? holder : undefined
  return {
    id: literal,
    name: declaration?.name.getText(),
    isPersisted,
    declaration,
    isPreference: /\bisPreference: true\b/.test(spec.getText()),
  }
}

/**
 * Names that a file declares or imports itself: these are not the browser's.
 * @param {ts.SourceFile} tree
 */
function ownNames(tree) {
  /** @type {Set<string>} */
  const names = new Set()
  walk(tree, node => {
    if (
      (ts.isVariableDeclaration(node) ||
        ts.isParameter(node) ||
        ts.isImportSpecifier(node) ||
        ts.isFunctionDeclaration(node)) &&
      node.name &&
      ts.isIdentifier(node.name)
    )
      names.add(node.name.text)
  })
  return names
}

/**
 * The places of the browser that a file uses, by the line of the first use.
 * @param {ts.SourceFile} tree
 * @returns {Map<string, number>}
 */
function usesOf(tree) {
  const own = ownNames(tree)
  /** @type {Map<string, number>} */
  const found = new Map()
  walk(tree, node => {
    if (!ts.isIdentifier(node)) return
    const area = areas[node.text]
    const { parent } = node
    const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node
    // `document.cookie`: other things have cookies too. `const { indexedDB } = globalThis` counts.
    const isPage =
      isMember && /\b(?:document|globalThis|window|self|page)$/.test(parent.expression.getText())
    const isTaken = ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node
    const isName =
      !isMember &&
      !isTaken &&
      (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || own.has(node.text))
    if (!area || isName || (isMember && !isPage) || (node.text === 'cookie' && !isPage)) return
    if (!found.has(area))
      found.set(area, tree.getLineAndCharacterOfPosition(node.getStart()).line + 1)
  })
  return found
}

/** What the button in Settings is called. */
const forget = '"Disconnect and forget"'
/**
 * The kernel deletes every slice but preferences.
 * @param {boolean} isPreference
 * @param {string | undefined} deletedBy
 */
const saysWhatForgetDoes = (isPreference, deletedBy = '') =>
  deletedBy.includes(forget) && isPreference === deletedBy.includes(`${forget} keeps it`)

/**
 * @typedef {Declaration & { slice?: string | undefined }} Found `slice`: the name of its constant
 */

/**
 * What a file declares, stores without saying so, and owns.
 * @param {string} folder
 * @param {string} path
 * @param {string} source
 */
function readFile(folder, path, source) {
  const tree = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  /** @type {Found[]} */
  const found = []
  /** @type {string[]} */
  const faults = []
  /** The slices that a plugin owns. @type {string[]} */
  const owned = []
  /** @type {string[]} */
  const declaredAreas = []
  const at = (/** @type {ts.Node} */ node) =>
    `${path}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
  /**
   * @param {Omit<Found, 'folder' | 'tags'>} one
   * @param {Record<string, string>} tags
   * @param {ts.Node} node
   */
  const declare = (one, tags, node) => {
    const missing = tagNames.filter(name => !tags[name])
    if (missing.length)
      faults.push(
        `${at(node)}: "${one.key}" is stored without ${missing.map(name => `@${name}`).join(', ')} in its doc comment`,
      )
    else if (one.slice !== undefined && !saysWhatForgetDoes(one.isPreference, tags.deletedBy))
      faults.push(
        `${at(node)}: "${one.key}" needs @deletedBy to say ${one.isPreference ? `that ${forget} keeps it` : forget}`,
      )
    else found.push({ ...one, folder, tags: /** @type {Declaration['tags']} */ (tags) })
  }
  const readSlice = (/** @type {ts.Node} */ node) => {
    const {
      id,
      name: slice,
      isPersisted,
      declaration,
      isPreference,
      isUnreadable,
    } = sliceOf(node) ?? { isPreference: false }
    if (isUnreadable)
      faults.push(
        `${at(node)}: the definition of a slice is a literal, so that its policy can be read`,
      )
    if (!isPersisted) return
    if (id === undefined) faults.push(`${at(node)}: the id of a slice that is stored is a literal`)
    else
      declare(
        { key: `portico.${id}`, where: 'localStorage', isPreference, slice },
        declaration ? tagsOf(declaration) : {},
        node,
      )
  }
  const readConstant = (/** @type {ts.VariableDeclaration} */ node) => {
    const { storage: where, ...tags } = tagsOf(node)
    if (where === undefined) return
    declaredAreas.push(where)
    if (node.initializer && ts.isStringLiteralLike(node.initializer))
      declare({ key: node.initializer.text, where, isPreference: false }, tags, node)
    else
      faults.push(
        `${at(node)}: a constant with @storage is the name of what is stored, as a literal`,
      )
  }
  walk(tree, node => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'owns')
      owned.push(...(node.initializer.getText().match(/\w+Slice\b/g) ?? []))
    readSlice(node)
    if (ts.isVariableDeclaration(node)) readConstant(node)
  })
  for (const [area, line] of usesOf(tree)) {
    if (
      declaredAreas.some(where => where.includes(area)) ||
      (path === sliceDriver && area === 'localStorage')
    )
      continue
    faults.push(
      `${path}:${line}: this uses ${area} without a constant that declares it (@storage ${area}, ${tagNames.map(name => `@${name}`).join(', ')})`,
    )
  }
  return { found, faults, owned }
}

/**
 * Reads what each package stores in the browser, and what it stores without saying so.
 *
 * @param {readonly Pick<Package, 'folder' | 'sources'>[]} packages
 * @returns {{ declarations: Declaration[], faults: string[] }}
 */
export function readDeclarations(packages) {
  const read = packages.flatMap(({ folder, sources }) =>
    Object.entries(sources).map(([path, source]) => ({
      folder,
      ...readFile(folder, path, source),
    })),
  )
  /**
   * A slice of the kernel's contracts belongs to the plugin that owns it.
   * @param {string | undefined} slice
   */
  const ownerOf = slice =>
    slice
      ? read.find(({ folder, owned }) => folder !== 'kernel' && owned.includes(slice))?.folder
      : undefined
  return {
    declarations: read.flatMap(({ found }) =>
      found.map(({ slice, ...one }) => ({
        ...one,
        folder: (one.folder === 'kernel' && ownerOf(slice)) || one.folder,
      })),
    ),
    faults: read.flatMap(({ faults }) => faults),
  }
}

/** Places in the order of the page. */
const order = [
  'localStorage',
  'IndexedDB',
  'cookie',
  'BroadcastChannel',
  'localStorage or sessionStorage',
]

/**
 * @param {readonly Declaration[]} declarations
 * @param {(folder: string) => string} nameOf the name of a package
 */
export function storageTable(declarations, nameOf) {
  const sorted = declarations.toSorted(
    (a, b) => order.indexOf(a.where) - order.indexOf(b.where) || (a.key < b.key ? -1 : 1),
  )
  const cell = (/** @type {string} */ text) => text.replaceAll('|', '\\|')
  const rows = sorted.map(({ key, where, folder, tags }) =>
    [
      `\`${key}\` (${where})`,
      `[${nameOf(folder).replace('@portico/', '')}](../../${folder})`,
      ...tagNames.map(name => cell(tags[name])),
    ].join(' | '),
  )
  return `| key | package | what | why | how long | what deletes it |\n| --- | --- | --- | --- | --- | --- |\n${rows.map(row => `| ${row} |`).join('\n')}`
}

const nameOfFolder = (/** @type {string} */ folder) =>
  workspaces().find(each => each.folder === folder)?.name ?? folder

/**
 * Compares the table of the page with the declarations.
 * @param {import('./generated-part.mjs').Writing} [options]
 * @returns {Result[]}
 */
export function storagePage(options) {
  const { declarations, faults } = readDeclarations(readPackages())
  return [
    result(
      'everything that is stored in the browser is declared',
      faults.length === 0,
      faults.join('\n'),
    ),
    generatedPart(
      'examples/docs/storage-and-privacy.md',
      'storage',
      storageTable(declarations, nameOfFolder),
      options,
    ),
  ]
}

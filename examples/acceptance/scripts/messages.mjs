import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { languages } from '../languages.mjs'
import { result } from './results.mjs'
import { root, workspaces } from './workspaces.mjs'

/**
 * @typedef {{ id: string, text: string, at: string }} Written one `message(id, text)` call; `at` is
 * `file:line`
 */
/** @typedef {{ written: Written[], faults: string[] }} Messages */
/**
 * @typedef {{ folder: string, sources: Record<string, string>, translations: Record<string, string>
 * }} Package sources and translation files, text by path
 */

/** The package with the translations of the kernel's messages; the kernel itself has none. */
const kernelTranslator = 'plugins/base/shell'

/**
 * English texts that stand under several ids, and why: each id may be translated in its own way.
 */
export const sameText = {
  'Connect wallet': 'the title of a view, and a button',
  Wallets: 'the title of a view, and the name of a list',
  Tokens: 'the title of a tab, and the name of a list',
  Transaction: 'the title of a view, and the name of a fact',
  Swap: 'the title of a view, and a step',
  'Sign in': 'the title of a view, and a button',
  'Something went wrong': 'an alert, and a request to the embedded wallet that ended',
  'Invalid App Configuration': 'an alert, and an answer of the embedded wallet',
}

/** The names of the values in a text, each once. @param {string} text */
const placesIn = text => [...new Set(text.match(/\{\w+\}/g))].sort().join(' ')
const literal = (/** @type {ts.Node | undefined} */ node) =>
  node && ts.isStringLiteralLike(node) ? node.text : undefined
const treeOf = (/** @type {string} */ file, /** @type {string} */ source) =>
  ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
/** @param {ts.Node} node @param {(node: ts.Node) => void} visit */
function walk(node, visit) {
  visit(node)
  ts.forEachChild(node, child => walk(child, visit))
}

/**
 * Whether a file calls the kernel's `message`: other functions may have that name.
 * @param {ts.SourceFile} tree
 */
function importsMessage(tree) {
  return tree.statements.some(statement => {
    const bindings = ts.isImportDeclaration(statement) && statement.importClause?.namedBindings
    const from = ts.isImportDeclaration(statement) ? literal(statement.moduleSpecifier) : undefined
    return (
      bindings &&
      ts.isNamedImports(bindings) &&
      (from?.startsWith('@portico/') || from?.endsWith('/text.js')) &&
      bindings.elements.some(({ name }) => name.text === 'message')
    )
  })
}

/**
 * The messages that a source file writes.
 * @param {string} file
 * @param {string} source
 * @returns {Messages}
 */
function readSource(file, source) {
  const tree = treeOf(file, source)
  const hasMessage = importsMessage(tree)
  /** @type {Messages} */
  const found = { written: [], faults: [] }
  walk(tree, node => {
    const at = `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    if (ts.isObjectLiteralExpression(node)) {
      const names = node.properties.flatMap(property =>
        ts.isPropertyAssignment(property) && literal(property.initializer)
          ? property.name.getText()
          : [],
      )
      if (names.includes('id') && names.includes('en'))
        found.faults.push(`${at}: write this as message(id, text)`)
    }
    if (!hasMessage || !ts.isCallExpression(node) || node.expression.getText() !== 'message') return
    const [id, text] = [literal(node.arguments[0]), literal(node.arguments[1])]
    if (id === undefined || text === undefined)
      found.faults.push(`${at}: the id and the text of a message are literals`)
    else found.written.push({ id, text, at })
  })
  return found
}

/**
 * The entries of a translation file: its default export is an object of literals.
 * @param {string} file
 * @param {string} source
 * @returns {Map<string, string>}
 */
function readTranslation(file, source) {
  /** @type {Map<string, string>} */
  const entries = new Map()
  walk(treeOf(file, source), node => {
    if (!ts.isPropertyAssignment(node)) return
    const [id, text] = [literal(node.name), literal(node.initializer)]
    if (id !== undefined && text !== undefined) entries.set(id, text)
  })
  return entries
}

/** @param {readonly Written[]} all */
function faultsAmong(all) {
  /** @param {'id' | 'text'} by @returns {Map<string, Written[]>} */
  const group = by => {
    /** @type {Map<string, Written[]>} */
    const groups = new Map()
    for (const one of all) groups.set(one[by], [...(groups.get(one[by]) ?? []), one])
    return groups
  }
  const places = (/** @type {readonly Written[]} */ list) => list.map(({ at }) => at).join(' and ')
  const faults = []
  for (const [id, list] of group('id'))
    if (list.length > 1) {
      const isSame = list.every(({ text }) => text === list[0]?.text)
      faults.push(
        `${id} is written twice${isSame ? '' : ', with two texts'}: ${places(list)}. Export one constant.`,
      )
    }
  const texts = group('text')
  for (const [text, list] of texts)
    if (new Set(list.map(({ id }) => id)).size > 1 && !Object.hasOwn(sameText, text))
      faults.push(
        `"${text}" has ${list.length} ids: ${list.map(({ id }) => id).join(', ')}. Use one message.`,
      )
  for (const text of Object.keys(sameText))
    if ((texts.get(text)?.length ?? 0) < 2)
      faults.push(`"${text}" is listed in sameText, but has one id`)
  return faults
}

/**
 * @param {string} at
 * @param {ReadonlyMap<string, string>} english
 * @param {ReadonlyMap<string, string>} translation
 */
function faultsOfTranslation(at, english, translation) {
  const faults = []
  for (const [id, text] of english) {
    const translated = translation.get(id)
    if (translated === undefined) faults.push(`${at}: ${id} is not translated: "${text}"`)
    else if (placesIn(translated) !== placesIn(text))
      faults.push(
        `${at}: ${id} has the values ${placesIn(translated) || 'none'}, not ${placesIn(text) || 'none'}`,
      )
    else if (!translated.trim()) faults.push(`${at}: ${id} is empty`)
  }
  for (const id of translation.keys())
    if (!english.has(id)) faults.push(`${at}: no message of this package has the id ${id}`)
  return faults
}

/**
 * The English catalogue of these packages, and what is wrong with their messages and translations.
 *
 * @param {readonly Package[]} packages @param {readonly string[]} [wanted] the tags of the
 * languages
 */
export function checkMessages(packages, wanted = languages) {
  const read = packages.map(one => {
    const found = Object.entries(one.sources).map(([file, source]) => readSource(file, source))
    return {
      ...one,
      written: found.flatMap(({ written }) => written),
      faults: found.flatMap(({ faults }) => faults),
    }
  })
  const all = read.flatMap(({ written }) => written)
  const kernel = read.find(({ folder }) => folder === 'kernel')?.written ?? []
  const faults = [...read.flatMap(one => one.faults), ...faultsAmong(all)]
  for (const { folder, written, translations } of read) {
    if (folder === 'kernel') continue
    const own = folder === kernelTranslator ? [...written, ...kernel] : written
    const english = new Map(own.map(({ id, text }) => [id, text]))
    const files = wanted.map(language => `${folder}/src/text/${language}.ts`)
    for (const file of Object.keys(translations))
      if (!files.includes(file))
        faults.push(`${file}: add this language to the list in messages.mjs, or remove the file`)
    for (const file of files) {
      const translation = translations[file]
      if (translation !== undefined)
        faults.push(...faultsOfTranslation(file, english, readTranslation(file, translation)))
      else if (english.size)
        faults.push(`${file} is missing: this package has ${english.size} messages`)
    }
  }
  const catalogue = Object.fromEntries(
    all
      .map(({ id, text }) => /** @type {const} */ ([id, text]))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  return { catalogue, faults }
}

/** Every published package, with its sources and translations. @returns {Package[]} */
export function readPackages() {
  return workspaces()
    .filter(({ published, folder }) => published && existsSync(join(root, folder, 'src')))
    .map(({ folder }) => {
      const files = readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
        .map(file => `${folder}/src/${file.replaceAll('\\', '/')}`)
        .filter(file => /\.tsx?$/.test(file) && !/\.test(?:-d)?\.tsx?$|\/testing\//.test(file))
      /** @param {boolean} isWanted */
      const textsOf = isWanted =>
        Object.fromEntries(
          files
            .filter(file => /\/src\/text\/[^/]+\.ts$/.test(file) === isWanted)
            .map(file => [file, readFileSync(join(root, file), 'utf8')]),
        )
      return { folder, sources: textsOf(false), translations: textsOf(true) }
    })
}

/**
 * Reads every `message(id, text)` call. Each id and each text is written once, and each package is
 * translated. With `--json` prints the English catalogue.
 * @param {{ json?: boolean }} [options]
 */
export async function messages({ json = false } = {}) {
  const { catalogue, faults } = checkMessages(readPackages())
  if (json) process.stdout.write(`${JSON.stringify(catalogue, null, 2)}\n`)
  return [
    result(
      `${Object.keys(catalogue).length} messages, each written once and translated`,
      faults.length === 0,
      faults.length ? faults.join('\n') : undefined,
    ),
  ]
}
